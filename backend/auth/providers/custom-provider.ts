// Providers that were added at run time, OpenID Connect or plain OAuth 2.
import type { AuthContext, Db } from '../context.ts';
import { errors } from '../errors.ts';
import type { JsonObject } from '../http/fields.ts';
import { profileFromClaims, verifyIdToken } from './oidc.ts';
import { authorizeAddress, type Provider } from './provider.ts';
import { exchangeCode, fetchObject } from './provider-fetch.ts';

export interface CustomProviderRow {
  id: string;
  provider_type: 'oauth2' | 'oidc';
  identifier: string;
  name: string;
  client_id: string;
  client_secret: string;
  acceptable_client_ids: string[];
  scopes: string[];
  custom_claims_allowlist: string[];
  pkce_enabled: boolean;
  attribute_mapping: JsonObject;
  authorization_params: JsonObject;
  enabled: boolean;
  email_optional: boolean;
  issuer: string | null;
  discovery_url: string | null;
  skip_nonce_check: boolean;
  cached_discovery: JsonObject | null;
  authorization_url: string | null;
  token_url: string | null;
  userinfo_url: string | null;
  jwks_uri: string | null;
  created_at: Date;
  updated_at: Date;
}

export async function findCustomProvider(
  sql: Db,
  identifier: string,
): Promise<CustomProviderRow | undefined> {
  const [row] = await sql<CustomProviderRow[]>`
    select * from auth.custom_oauth_providers where identifier = ${identifier}`;
  return row;
}

export function customProvider(auth: AuthContext, row: CustomProviderRow): Provider {
  const discovered = (name: string) => {
    const value = row.cached_discovery?.[name];
    return typeof value === 'string' ? value : undefined;
  };
  const at = {
    authorize: row.authorization_url ?? discovered('authorization_endpoint') ?? '',
    token: row.token_url ?? discovered('token_endpoint') ?? '',
    userInfo: row.userinfo_url ?? discovered('userinfo_endpoint') ?? '',
    jwks: row.jwks_uri ?? discovered('jwks_uri') ?? '',
  };
  const client = { id: row.client_id, secret: auth.secrets.open(row.client_secret) };
  const issuer = {
    name: row.identifier,
    issuers: [row.issuer ?? ''],
    jwksUrl: at.jwks,
    audiences: [row.client_id, ...row.acceptable_client_ids],
  };
  const fixed = Object.entries(row.authorization_params).map(([name, value]) => [name, String(value)]);
  return {
    name: row.identifier,
    issuer: row.issuer ?? at.authorize,
    isEmailOptional: row.email_optional,
    authorizeUrl: (request) =>
      authorizeAddress(
        at.authorize,
        row.client_id,
        {
          ...request,
          scopes: [...new Set([...defaultScopes(row), ...row.scopes, ...request.scopes])],
          extra: { ...request.extra, ...Object.fromEntries(fixed) },
        },
        { usesPkce: row.pkce_enabled },
      ),
    exchange: (request) => exchangeCode(at.token, client, request),
    async profile({ accessToken, idToken }) {
      if (row.provider_type === 'oidc' && idToken) {
        return (await verifyIdToken(issuer, idToken, auth.now())).profile;
      }
      if (!at.userInfo) throw errors.badOAuthCallback('Error getting user profile from external provider');
      const claims = await fetchObject(at.userInfo, { headers: { authorization: `Bearer ${accessToken}` } });
      return profileFromClaims(mapClaims(row, claims));
    },
    ...(row.provider_type === 'oidc' && {
      verifyIdToken: (idToken: string) => verifyIdToken(issuer, idToken, auth.now()),
    }),
  };
}

function defaultScopes(row: CustomProviderRow): string[] {
  return row.provider_type === 'oidc' ? ['openid', 'email', 'profile'] : [];
}

/** `attribute_mapping` maps our claim names to the provider's: {"email": "mail"}. */
function mapClaims(row: CustomProviderRow, claims: JsonObject): JsonObject {
  const mapped: JsonObject = { ...claims, sub: claims.sub ?? claims.id ?? '' };
  for (const [ours, theirs] of Object.entries(row.attribute_mapping)) {
    const value = typeof theirs === 'string' ? claims[theirs] : undefined;
    if (value !== undefined) mapped[ours] = value;
  }
  if (mapped.sub === '' || mapped.sub === null) {
    throw errors.badOAuthCallback('Error getting user profile from external provider');
  }
  return { iss: row.issuer ?? row.identifier, ...mapped, sub: String(mapped.sub) };
}
