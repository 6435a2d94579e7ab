// What an identity provider is to the service: an address to send people to, and who they turned out to be.
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
  /** S256 challenge of the verifier that we keep. */
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
  /** Kept as identity_data and merged into user_metadata. */
  claims: JsonObject;
}

export interface VerifiedIdToken {
  profile: ProviderProfile;
  nonce?: string;
  accessTokenHash?: string;
}

/** The parameters of an authorization request; what the client adds can never replace what we say. */
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
