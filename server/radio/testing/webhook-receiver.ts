// A server that receives as Discord, Mastodon, TuneIn and programs with Standard Webhooks do. Signatures are checked by
// WebCrypto from the published scheme, not by the code that makes them.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface WebhookReceiver {
  url: string;
  received: Received[];
  /** What /hook answers next; otherwise 200. */
  next: { status: number; headers?: Record<string, string> }[];
  close(): Promise<void>;
}

const TOKEN = 'mastodon-token-1';
export const receiverKeys = {
  mastodonToken: TOKEN,
  discordPath: '/api/webhooks/123/abc-DEF',
  partnerKey: 'partner-key-1',
};

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const next: WebhookReceiver['next'] = [];
  const statuses = new Map<string, object>();

  function answer(request: Received, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.path, 'http://receiver');
    const send = (status: number, body?: object | string, headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(typeof body === 'string' ? body : body && JSON.stringify(body));
    const planned = next.shift();
    if (planned) return void send(planned.status, { message: 'as planned' }, planned.headers);
    if (pathname === '/hook') return void send(200);
    if (pathname.startsWith('/api/webhooks/')) {
      if (pathname !== receiverKeys.discordPath)
        return void send(404, { message: 'Unknown Webhook', code: 10015 });
      const { content } = JSON.parse(request.body) as { content?: string };
      if (!content) return void send(400, { message: 'Cannot send an empty message', code: 50006 });
      return void send(204);
    }
    if (pathname === '/api/v1/statuses') {
      if (request.headers.authorization !== `Bearer ${TOKEN}`)
        return void send(401, { error: `The access token is invalid: ${request.headers.authorization}` });
      const { status } = JSON.parse(request.body) as { status?: string };
      if (!status || [...status].length > 500) return void send(422, { error: 'Validation failed' });
      const key = String(request.headers['idempotency-key']);
      if (!statuses.has(key)) statuses.set(key, { id: String(statuses.size + 1), content: status });
      return void send(200, statuses.get(key));
    }
    if (pathname === '/Playing.ashx') {
      const isKnown = searchParams.get('partnerKey') === receiverKeys.partnerKey;
      const head = isKnown ? '<status>200</status>' : '<status>403</status><fault>Invalid partnerKey</fault>';
      return void send(200, `<?xml version="1.0"?><opml version="1"><head>${head}</head></opml>`);
    }
    send(404);
  }

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const one = { path: request.url ?? '', headers: request.headers, body };
    received.push(one);
    answer(one, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    next,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** As a receiver does it: any of the signatures, with its own secret, and not older than five minutes. */
export async function isSignedBy(secret: string, { headers, body }: Received): Promise<boolean> {
  const sentS = Number(headers['webhook-timestamp']);
  if (!secret.startsWith('whsec_') || Math.abs(Date.now() / 1000 - sentS) > 300) return false;
  const key = await crypto.subtle.importKey(
    'raw',
    Buffer.from(secret.slice('whsec_'.length), 'base64'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const content = new TextEncoder().encode(`${headers['webhook-id']}.${sentS}.${body}`);
  const checks = String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => {
      const [version, value = ''] = signature.split(',');
      return version === 'v1' && crypto.subtle.verify('HMAC', key, Buffer.from(value, 'base64'), content);
    });
  return (await Promise.all(checks)).includes(true);
}
