import { apiUrl } from '#app/backend/backend.ts';

/** The address of a websocket of the API, which may be on another host than the page. */
export function socketAddress(path: string): URL {
  const address = new URL(apiUrl(path.replace(/^\/api/, '')), location.origin);
  address.protocol = address.protocol.replace('http', 'ws');
  return address;
}
