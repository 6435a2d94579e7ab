// Websockets of the API, which may be on another host than the page.
import { apiUrl } from '#app/backend/backend.ts';
import { apiToken } from './api-token.ts';

export function openPublicSocket(path: string): WebSocket {
  return new WebSocket(socketAddress(path));
}

/** For the person who is signed in. Websockets cannot send headers, so the token is sent as a protocol name. */
export async function openOwnSocket(path: string): Promise<WebSocket> {
  const token = await apiToken().catch(() => null);
  return new WebSocket(socketAddress(path), token ? ['onda.live', `bearer.${token}`] : []);
}

function socketAddress(path: string): URL {
  const address = new URL(apiUrl(path.replace(/^\/api/, '')), location.origin);
  address.protocol = address.protocol.replace('http', 'ws');
  return address;
}
