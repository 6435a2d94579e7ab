// Cookies are not sent to an API on another site, nor to another host without COOKIE_DOMAIN: there the token is sent
// explicitly.
import { accessToken } from '#app/backend/access-token.ts';
import { apiUrl } from '#app/backend/backend.ts';

/** The token for a call of the product API; null where the page's own cookies are sent. */
export async function apiToken(): Promise<string | null> {
  return apiUrl('').startsWith('/') ? null : accessToken();
}
