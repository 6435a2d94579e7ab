// The interface of an identity provider: a URL to send users to, and the profile that comes back.
import type { JsonObject } from '../http/fields.ts';

export interface Provider {
  name: string;
  issuer: string;
  isEmailOptional: boolean;
  authorizeUrl(request: AuthorizeRequest): string;
  exchange(request: ExchangeRequest): Promise<ProviderTokens>;
  profile(tokens: ProviderTokens): Promise<ProviderProfile>;
  /** Only of providers that speak OpenID Connect. */
  verifyIdToken?(idToken: string): Promise<VerifiedIdToken>;
}

export interface AuthorizeRequest {
  state: string;
  redirectUri: string;
  scopes: string[];
  /** S256 challenge of the verifier that we store. */
  codeChallenge: string;
  /** Parameters the client wants passed on, e.g. prompt or login_hint. */
  extra: Record<string, string>;
}

export interface ExchangeRequest {
  code: string;
  redirectUri: string;
  codeVerifier: string;
}

export interface ProviderTokens {
  accessToken: string;
  refreshToken?: string;
  idToken?: string;
}

export interface ProviderProfile {
  subject: string;
  email?: string;
  isEmailVerified: boolean;
  /** Stored as identity_data and merged into user_metadata. */
  claims: JsonObject;
}

export interface VerifiedIdToken {
  profile: ProviderProfile;
  nonce?: string;
  accessTokenHash?: string;
}

/** The parameters of an authorization request; parameters of the client never replace ours. */
export function authorizeAddress(
  endpoint: string,
  clientId: string,
  request: AuthorizeRequest,
  { usesPkce }: { usesPkce: boolean },
): string {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(request.extra)) url.searchParams.set(name, value);
  const own: Record<string, string> = {
    client_id: clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: request.scopes.join(' '),
    state: request.state,
    ...(usesPkce && { code_challenge: request.codeChallenge, code_challenge_method: 'S256' }),
  };
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
  return url.href;
}
