// Headers of every request to the backend that the client library does not send itself: the public key, and as Bearer
// the passkey's token when there is one, else the session's. backend-calls.test.ts finds a request without them.
import { backendSettings } from './backend.ts';
import { readPasskeyToken } from './passkey-token.ts';

export function backendHeaders(sessionToken: string | null = null): Record<string, string> {
  const token = readPasskeyToken(document.cookie) ?? sessionToken;
  return { apikey: backendSettings().anonKey, ...(token && { authorization: `Bearer ${token}` }) };
}
