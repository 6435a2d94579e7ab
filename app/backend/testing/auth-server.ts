// A small auth service on a real socket: issues tokens for any refresh token and records its requests.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unsignedToken } from './cookie-jar.ts';

interface ReceivedRequest {
  method: string;
  url: string;
  authorization: string | undefined;
}

export interface AuthServer {
  origin: string;
  asked: ReceivedRequest[];
  /** Tokens that count as expired. */
  expired: Set<string>;
  /** Tokens whose session was ended. */
  ended: Set<string>;
  /** Answers this many of the next token requests with this status. */
  failNext: { times: number; status: number };
  /** How far this server's clock is ahead of the client's. */
  clockDifferenceS: number;
  close(): Promise<void>;
}

export const person = {
  id: '5f3c7a52-0f4e-4a39-9a37-0b8a7c1f2d11',
  aud: 'authenticated',
  email: 'ana@onda.example',
};

let issued = 0;
export function newSession({ lifeS = 3600, methods = ['password'], clockDifferenceS = 0 } = {}) {
  issued += 1;
  const nowS = Math.floor(Date.now() / 1000) + clockDifferenceS;
  const amr = methods.map((method) => ({ method, timestamp: nowS }));
  return {
    access_token: unsignedToken({ sub: person.id, exp: nowS + lifeS, amr, session_id: 's', jti: issued }),
    refresh_token: `refresh-${issued}`,
    token_type: 'bearer' as const,
    expires_in: lifeS,
    expires_at: nowS + lifeS,
    user: { ...person, app_metadata: {}, user_metadata: {}, created_at: '2026-01-01T00:00:00Z' },
  };
}

export async function startAuthServer({ methods = ['password'] } = {}): Promise<AuthServer> {
  const asked: ReceivedRequest[] = [];
  const expired = new Set<string>();
  const ended = new Set<string>();
  const failNext = { times: 0, status: 503 };
  const server = createServer((request: IncomingMessage, response) => {
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, authorization: headers.authorization });
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    request.resume();
    if (url.startsWith('/auth/v1/token')) {
      if (failNext.times-- > 0) return answer(failNext.status, { message: 'not now' });
      return answer(200, newSession({ methods, clockDifferenceS: started.clockDifferenceS }));
    }
    const token = headers.authorization?.slice('Bearer '.length) ?? '';
    if (ended.has(token))
      return answer(403, { code: 'session_not_found', message: 'Session does not exist' });
    if (expired.has(token) && url.startsWith('/storage/v1'))
      return answer(400, {
        statusCode: '403',
        error: 'Unauthorized',
        message: '"exp" claim timestamp check failed',
      });
    if (expired.has(token)) return answer(403, { code: 'bad_jwt', message: 'invalid JWT: token is expired' });
    if (url.startsWith('/auth/v1/logout')) return response.writeHead(204).end();
    return answer(200, url.startsWith('/rest/v1') ? [] : { ...person, Key: 'a', Id: 'a' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const started: AuthServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    expired,
    ended,
    failNext,
    clockDifferenceS: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return started;
}
