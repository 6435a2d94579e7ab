// Reads ID tokens of OpenID Connect providers, verified against the keys their issuer publishes.
import { createRemoteJWKSet, customFetch, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import { OAuthError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../http/fields.ts';
import type { ProviderProfile, VerifiedIdToken } from './provider.ts';

export interface OidcIssuer {
  name: string;
  /** The names under which the issuer signs; Google uses two. */
  issuers: string[];
  jwksUrl: string;
  audiences: string[];
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

export async function verifyIdToken(
  issuer: OidcIssuer,
  idToken: string,
  now: Date,
): Promise<VerifiedIdToken> {
  const claims = await readVerified(issuer, idToken, now);
  return {
    profile: profileFromClaims(claims),
    ...(typeof claims.nonce === 'string' && { nonce: claims.nonce }),
    ...(typeof claims.at_hash === 'string' && { accessTokenHash: claims.at_hash }),
  };
}

async function readVerified(issuer: OidcIssuer, idToken: string, now: Date): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(idToken, keySetOf(issuer.jwksUrl), {
      issuer: issuer.issuers,
      audience: issuer.audiences,
      // Never a shared secret: anyone who knows it could sign for everyone.
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'],
      currentDate: now,
      clockTolerance: 30,
      requiredClaims: ['sub', 'exp'],
    });
    return payload;
  } catch (error) {
    if (error instanceof joseErrors.JWTClaimValidationFailed && error.claim === 'aud') {
      throw new OAuthError('invalid request', 'Unacceptable audience in id_token');
    }
    if (error instanceof joseErrors.JOSEError || error instanceof TypeError) {
      throw new OAuthError('invalid request', 'Bad ID token');
    }
    throw error;
  }
}

function keySetOf(url: string): ReturnType<typeof createRemoteJWKSet> {
  const known = keySets.get(url);
  if (known) return known;
  const keySet = createRemoteJWKSet(new URL(url), {
    timeoutDuration: 5_000,
    cooldownDuration: 10_000,
    cacheMaxAge: 600_000,
    [customFetch]: fetch,
  });
  keySets.set(url, keySet);
  return keySet;
}

/** The standard claims, under the names that clients of this protocol read. */
export function profileFromClaims(claims: Record<string, unknown>): ProviderProfile {
  const subject = String(claims.sub);
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : undefined);
  const email = text('email')?.toLowerCase();
  // Some providers send booleans as text.
  const isEmailVerified = claims.email_verified === true || claims.email_verified === 'true';
  const name = text('name') ?? [text('given_name'), text('family_name')].filter(Boolean).join(' ');
  const picture = text('picture');
  const standardClaims: Record<string, JsonValue | undefined> = {
    iss: text('iss'),
    sub: subject,
    provider_id: subject,
    email,
    email_verified: isEmailVerified,
    phone_verified: false,
    name: name || undefined,
    full_name: name || undefined,
    picture,
    avatar_url: picture,
    preferred_username: text('preferred_username'),
    locale: text('locale'),
  };
  return { subject, email, isEmailVerified, claims: withoutGaps(standardClaims) };
}

export function withoutGaps(values: Record<string, JsonValue | undefined>): JsonObject {
  const filled: JsonObject = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) filled[name] = value;
  return filled;
}
