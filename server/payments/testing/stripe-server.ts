// A small server with the part of Stripe's API that onda uses: checkout sessions and refunds, form-encoded, with
// idempotency keys; and signs webhooks as Stripe does.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StripeServer {
  url: string;
  asked: { path: string; fields: Record<string, string>; key: string; authorization: string }[];
  webhooks: { id: string; url: string; secret: string }[];
  /** How many of the next requests fail. */
  failNext(times: number, failure?: { status: number; message: string }): void;
  /** The next request is executed, but its response and its idempotency key are lost, as after a day. */
  breakNextAnswer(): void;
  /** The bank has sent this refund back. */
  fail(refundId: string): void;
  close(): Promise<void>;
}

export const webhookSecret = 'whsec_of_these_tests';

export async function startStripeServer(): Promise<StripeServer> {
  const asked: StripeServer['asked'] = [];
  const answers = new Map<string, { status: number; body: object }>();
  const refunds: { id: string; payment_intent: string | undefined; status?: string }[] = [];
  const webhooks: StripeServer['webhooks'] = [];
  let failures = 0;
  let failure = { status: 503, message: 'try later' };
  let breaksNext = false;
  let made = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.setHeader('content-type', 'application/json');
    const key = String(request.headers['idempotency-key'] ?? '');
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe');
    const answer = (status: number, responseBody: object) => {
      response.statusCode = status;
      response.end(JSON.stringify(responseBody));
    };
    const known = answers.get(key);
    if (known) return answer(known.status, known.body);
    if (failures > 0) {
      failures -= 1;
      const { status, message } = failure;
      const responseBody = { error: { message } };
      // Like Stripe, repeats the response for the same idempotency key, errors too, unless the request never started.
      if (key && status !== 503) answers.set(key, { status, body: responseBody });
      return answer(status, responseBody);
    }
    if (request.headers.authorization === 'Bearer sk_test_wrong')
      return answer(401, { error: { message: 'Invalid API Key provided: sk_test_****rong' } });
    if (pathname === '/v1/account')
      return answer(200, { id: 'acct_1', settings: { dashboard: { display_name: 'Quay House' } } });
    if (pathname.startsWith('/v1/webhook_endpoints')) {
      if (request.method === 'DELETE') {
        const id = pathname.split('/').at(-1);
        webhooks.splice(webhooks.findIndex((one) => one.id === id) >>> 0, 1);
        return answer(200, { id, deleted: true });
      }
      made += 1;
      const url = new URLSearchParams(body).get('url') ?? '';
      const webhook = { id: `we_${made}`, url, secret: `whsec_${made}_of_stripe` };
      webhooks.push(webhook);
      return answer(200, webhook);
    }
    if (request.method === 'GET') {
      const wanted = searchParams.get('payment_intent');
      return answer(200, { data: refunds.filter(({ payment_intent }) => payment_intent === wanted) });
    }
    const fields = Object.fromEntries(new URLSearchParams(body));
    asked.push({ path: pathname, fields, key, authorization: request.headers.authorization ?? '' });
    made += 1;
    const isRefund = pathname === '/v1/refunds';
    const id = `${isRefund ? 're' : 'cs'}_${made}`;
    const responseBody = isRefund
      ? { id, status: 'succeeded', metadata: { refund_id: fields['metadata[refund_id]'] } }
      : { id, url: `https://checkout.stripe.example/pay/${id}` };
    if (isRefund) refunds.push({ ...responseBody, payment_intent: fields.payment_intent });
    if (breaksNext) {
      breaksNext = false;
      return void response.destroy();
    }
    answers.set(key, { status: 200, body: responseBody });
    answer(200, responseBody);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    webhooks,
    failNext(times, how = { status: 503, message: 'try later' }) {
      failures = times;
      failure = how;
    },
    breakNextAnswer() {
      breaksNext = true;
    },
    fail(refundId) {
      for (const refund of refunds) if (refund.id === refundId) refund.status = 'failed';
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
