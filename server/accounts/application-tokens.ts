// Tokens that the OAuth server issued to applications. Such a token opens /oauth/userinfo and nothing of the product:
// an application with access is not the user. Also checked here, because the backend may be a hosted one.
import { readClaims } from '#app/backend/session-claims.ts';
import { ApiError } from '../http-kit/api-error.ts';

/** The claim need not be verified: adding it to a token only removes rights. */
export function isIssuedToApplication(token: string): boolean {
  return readClaims(token).client_id !== undefined;
}

export function bearerOf(request: Request): string | undefined {
  return /^bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

/** The answer to a request that brings the token of an application; undefined for all others. */
export function rejectApplicationToken(request: Request): Response | undefined {
  const token = bearerOf(request);
  if (token === undefined || !isIssuedToApplication(token)) return undefined;
  const message = 'You don’t have access. An application’s token cannot be used here.';
  const response = new ApiError(403, 'insufficient_scope', message).toResponse();
  response.headers.set('www-authenticate', 'Bearer error="insufficient_scope"');
  return response;
}
