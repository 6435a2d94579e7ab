// OAuth clients: applications that sign users in with their account here, as stored, validated and rendered.
import { createHash } from 'node:crypto';
import type { AuthContext, Db } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import { isUuid } from '../http/addresses.ts';
import type { Fields } from '../http/fields.ts';
import { randomToken } from '../tokens/secrets.ts';

export interface ClientRow {
  id: string;
  client_secret_hash: string | null;
  registration_type: 'dynamic' | 'manual';
  /** Lists are stored separated by commas. */
  redirect_uris: string;
  grant_types: string;
  client_name: string | null;
  client_uri: string | null;
  logo_uri: string | null;
  created_at: Date;
  updated_at: Date;
  client_type: 'public' | 'confidential';
  token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'client_secret_post';
}

const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;
const knownGrants = ['authorization_code', 'refresh_token'];

export async function findClient(sql: Db, id: string): Promise<ClientRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [client] = await sql<ClientRow[]>`
    select * from auth.oauth_clients where id = ${id} and deleted_at is null`;
  return client;
}

export async function requireClient(auth: AuthContext, id: string): Promise<ClientRow> {
  if (!isUuid(id)) throw errors.validationFailed('invalid client_id format');
  const client = await findClient(auth.sql, id);
  if (!client) throw new AuthError(404, 'oauth_client_not_found', 'OAuth client not found');
  return client;
}

export function newClientSecret(): { secret: string; hash: string } {
  const secret = randomToken(32);
  return { secret, hash: hashClientSecret(secret) };
}

/** Random enough to need neither salt nor a slow hash. */
export function hashClientSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export type ClientColumns = Partial<
  Pick<
    ClientRow,
    | 'redirect_uris'
    | 'grant_types'
    | 'client_name'
    | 'client_uri'
    | 'logo_uri'
    | 'client_type'
    | 'token_endpoint_auth_method'
  >
>;

/** The validated fields of a request; absent ones stay absent. */
export function readClientColumns(fields: Fields): ClientColumns {
  const columns: ClientColumns = {};
  const redirectUris = fields.strings('redirect_uris');
  if (redirectUris) columns.redirect_uris = requireRedirectUris(redirectUris).join(',');
  const grantTypes = fields.strings('grant_types');
  if (grantTypes) columns.grant_types = requireGrants(grantTypes).join(',');
  if (fields.has('client_name'))
    columns.client_name = requireShort('client_name', fields.string('client_name'), 1024);
  for (const name of ['client_uri', 'logo_uri'] as const) {
    if (fields.has(name)) columns[name] = requireAddress(name, fields.string(name));
  }
  const method = fields.string('token_endpoint_auth_method');
  if (method) {
    const known = authMethods.find((one) => one === method);
    if (!known)
      throw errors.validationFailed(`token_endpoint_auth_method must be one of: ${authMethods.join(', ')}`);
    columns.token_endpoint_auth_method = known;
    columns.client_type = known === 'none' ? 'public' : 'confidential';
  }
  const type = fields.string('client_type');
  if (type) {
    if (type !== 'public' && type !== 'confidential') {
      throw errors.validationFailed("client_type must be 'public' or 'confidential'");
    }
    if (columns.client_type && columns.client_type !== type) {
      throw errors.validationFailed('client_type and token_endpoint_auth_method do not fit together');
    }
    columns.client_type = type;
    columns.token_endpoint_auth_method ??= type === 'public' ? 'none' : 'client_secret_basic';
  }
  return columns;
}

function requireRedirectUris(uris: string[]): string[] {
  if (uris.length === 0) throw errors.validationFailed('redirect_uris is required');
  if (uris.length > 10) throw errors.validationFailed('redirect_uris cannot exceed 10 items');
  for (const uri of uris) {
    const url = URL.canParse(uri) ? new URL(uri) : undefined;
    const isLocal = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    const isSafe = url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal));
    const isPlain = url && !url.username && !url.password && (url.href === uri || url.href === `${uri}/`);
    if (!isSafe || !isPlain || uri.includes(',') || uri.includes('#') || uri.length > 2048) {
      throw errors.validationFailed(
        `invalid redirect_uri '${uri}': it must be an https address (http only on localhost), written as browsers write it, without user name, fragment and comma`,
      );
    }
  }
  return uris;
}

function requireGrants(grants: string[]): string[] {
  if (grants.length === 0) throw errors.validationFailed('grant_types cannot be empty');
  if (!grants.every((grant) => knownGrants.includes(grant))) {
    throw errors.validationFailed(
      "grant_types must only contain 'authorization_code' and/or 'refresh_token'",
    );
  }
  return grants;
}

function requireShort(name: string, text: string, limit: number): string {
  if (text.length > limit) throw errors.validationFailed(`${name} cannot exceed ${limit} characters`);
  return text;
}

function requireAddress(name: string, text: string): string {
  if (text === '') return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw errors.validationFailed(`${name} must be a valid URL`);
  return requireShort(name, text, 2048);
}

export function renderClient(client: ClientRow, secret?: string): Record<string, unknown> {
  return {
    client_id: client.id,
    client_name: client.client_name ?? '',
    ...(secret && { client_secret: secret }),
    client_type: client.client_type,
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    registration_type: client.registration_type,
    ...(client.client_uri && { client_uri: client.client_uri }),
    ...(client.logo_uri && { logo_uri: client.logo_uri }),
    redirect_uris: client.redirect_uris.split(','),
    grant_types: client.grant_types.split(','),
    response_types: ['code'],
    created_at: client.created_at.toISOString(),
    updated_at: client.updated_at.toISOString(),
  };
}

/** What the consent page shows. */
export function renderApplicant(
  client: Pick<ClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'>,
): Record<string, string> {
  return {
    id: client.id,
    name: client.client_name ?? '',
    uri: client.client_uri ?? '',
    logo_uri: client.logo_uri ?? '',
  };
}
