// A small server that speaks the part of Stripe's API that onda uses: checkout sessions and refunds, form-encoded,
// with idempotency keys; and signs webhooks as Stripe does.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StripeServer {
  url: string;
  asked: { path: string; fields: Record<string, string>; key: string; authorization: string }[];
  /** The next requests are answered with this status, as often as said. */
  failNext(times: number): void;
  close(): Promise<void>;
}

export const webhookSecret = 'whsec_of_these_tests';

export async function startStripeServer(): Promise<StripeServer> {
  const asked: StripeServer['asked'] = [];
  const answers = new Map<string, object>();
  let failures = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.setHeader('content-type', 'application/json');
    if (failures > 0) {
      failures -= 1;
      response.statusCode = 503;
      response.end(JSON.stringify({ error: { message: 'try later' } }));
      return;
    }
    const fields = Object.fromEntries(new URLSearchParams(body));
    const key = String(request.headers['idempotency-key'] ?? '');
    asked.push({ path: request.url ?? '', fields, key, authorization: request.headers.authorization ?? '' });
    const known = answers.get(key);
    const id = `${request.url === '/v1/refunds' ? 're' : 'cs'}_${answers.size + 1}`;
    const answer = known ?? { id, url: `https://checkout.stripe.example/pay/${id}` };
    answers.set(key, answer);
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    failNext(times) {
      failures = times;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function signEvent(event: object, { secret = webhookSecret, atS = Date.now() / 1000 } = {}) {
  const body = JSON.stringify(event);
  const time = Math.floor(atS);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { body, signature: `t=${time},v1=${signature}` };
}
