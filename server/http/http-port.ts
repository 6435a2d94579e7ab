// The port for plain HTTP beside HTTPS: answers ACME challenges, redirects everything else, and shows a waiting page
// while there is no certificate. Never redirects to a host that is not ours.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { t } from '#app/language/messages.ts';
import { inPageLanguage } from '../language/in-page-language.ts';
import { createConnectionLimit } from './limit-connections.ts';
import { renderPlainPage } from './plain-page.ts';

export interface HttpPortOptions {
  siteUrl: string;
  /** Other hosts of the program with their own HTTPS. */
  otherOrigins: readonly string[];
  /** The ACME key authorization for this token. */
  challengeOf(token: string): Promise<string | undefined>;
  /** What the site waits for; undefined once HTTPS works. */
  waitingFor(): string | undefined;
}

const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/;
const MAX_TARGET_CHARACTERS = 8192;
/** Each is closed after its answer. */
const CONNECTIONS = { maxPerAddress: 64, maxInAll: () => 256 };

export function createHttpPort(options: HttpPortOptions): Server {
  const { siteUrl, otherOrigins, challengeOf, waitingFor } = options;
  const origins = new Map([siteUrl, ...otherOrigins].map((origin) => [new URL(origin).hostname, origin]));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: target = '/', method } = request;
    const token = CHALLENGE.exec(target)?.[1];
    const challenge = token === undefined ? undefined : await challengeOf(token);
    if (challenge !== undefined) return send(response, 200, { 'content-type': 'text/plain' }, challenge);
    if (token !== undefined) return send(response, 404, {}, '');
    const page = inPageLanguage(target, () => {
      const message = waitingFor();
      return message && renderPlainPage({ title: t('server.pages.being_set_up'), message });
    });
    if (page) {
      return send(
        response,
        503,
        { ...page.headers, 'retry-after': '30' },
        method === 'HEAD' ? '' : page.html,
      );
    }
    const path = target.startsWith('/') && target.length <= MAX_TARGET_CHARACTERS ? target : '/';
    const location = `${origins.get(hostOf(request)) ?? siteUrl}${path}`;
    send(response, 308, { location, 'cache-control': 'max-age=3600' }, '');
  }

  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 5000,
      keepAliveTimeout: 5000,
      maxHeaderSize: 65_536,
    },
    (request, response) => {
      request.resume();
      answer(request, response).catch(() => response.destroy());
    },
  );
  createConnectionLimit(CONNECTIONS).guard(server, { isTls: false });
  return server;
}

export function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  response.writeHead(status, {
    ...headers,
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  response.end(body);
}

function hostOf({ headers }: IncomingMessage): string {
  return (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
}
