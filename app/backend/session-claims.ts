// Reads the claims of an access token without verifying it: only the server can verify a token.

export interface SessionClaims {
  sub?: string;
  exp?: number;
  aal?: string;
  session_id?: string;
  email?: string;
  phone?: string;
  role?: string;
  is_anonymous?: boolean;
  app_metadata?: object;
  user_metadata?: object;
  /** The application that the token was issued to; a user's own token has none. */
  client_id?: unknown;
  amr?: { method: string; timestamp: number }[];
}

const ACCESS_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Whether a text can be a token at all: anything else is not valid in a header. */
export function isAccessToken(text: string): boolean {
  return ACCESS_TOKEN.test(text);
}

export function readClaims(accessToken: string): SessionClaims {
  try {
    const payload = accessToken.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
