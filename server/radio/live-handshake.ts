// Who wants to go live from a browser: by a token, or by the cookie of a page of ours.
import type { IncomingMessage } from 'node:http';
import type { VisitorClients } from '../accounts/visitor-client.ts';
import { isFromOurPages } from '../http-kit/same-origin.ts';

export interface SignedIn {
  userId: string;
  sessionId: string | null;
}

/** The person, or the status of the error response. */
export async function identifyHandshake(
  request: IncomingMessage,
  options: { clients: VisitorClients; siteUrl: string; ownOrigin: string },
): Promise<SignedIn | number> {
  const { clients, siteUrl, ownOrigin } = options;
  const token = tokenOf(request);
  // Browsers send cookies along from any page: only our own pages may open the microphone's way to the air.
  if (!token && !isHandshakeOfOurPages(request, { siteUrl, ownOrigin })) return 403;
  const headers = new Headers();
  if (token) headers.set('authorization', `Bearer ${token}`);
  else if (request.headers.cookie) headers.set('cookie', request.headers.cookie);
  const { user } = await clients.visit(new Request(`${siteUrl}/api/radio/live`, { headers })).visitor();
  return user && !user.needsSecondFactor ? { userId: user.id, sessionId: user.sessionId } : 401;
}

export function isHandshakeOfOurPages(
  request: IncomingMessage,
  { siteUrl, ownOrigin }: { siteUrl: string; ownOrigin: string },
): boolean {
  return isFromOurPages(handshakeOf(request, ownOrigin), siteUrl);
}

/** Who cannot send headers, as browsers on another origin, names the token among the protocols. */
function tokenOf({ headers }: IncomingMessage): string | undefined {
  const offered = headers['sec-websocket-protocol']?.split(/\s*,\s*/) ?? [];
  const named = offered.find((protocol) => protocol.startsWith('bearer.'))?.slice('bearer.'.length);
  return named ?? /^bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

function handshakeOf({ headers, url }: IncomingMessage, ownOrigin: string) {
  const headersForToken = new Headers();
  for (const name of ['origin', 'sec-fetch-site']) {
    const value = headers[name];
    if (typeof value === 'string') headersForToken.set(name, value);
  }
  return { url: `${ownOrigin}${url}`, headers: headersForToken };
}
