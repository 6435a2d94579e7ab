// Sends a message to an address that someone entered: within its time, never into a private network unless that is
// allowed (every address of a name is checked when it is resolved), and without following redirects. Signed messages
// follow the Standard Webhooks scheme (webhook-id, webhook-timestamp, webhook-signature).
import { createHmac, randomBytes } from 'node:crypto';
import { fetchAnswer } from '#backend/background/send-request.ts';

export interface WebhookMessage {
  /** The same at every try: a receiver knows what it has already. */
  id: string;
  body: string;
}

export interface OutsideRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface OutsideAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

const ANSWER_LIMIT_MS = 10_000;

/** In base64; its owner sees it with the prefix whsec_. */
export function newWebhookSecret(): string {
  return randomBytes(32).toString('base64');
}

export function signWebhook(
  secret: string,
  { id, body, timestampS }: WebhookMessage & { timestampS: number },
): string {
  const signed = `${id}.${timestampS}.${body}`;
  return `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64')}`;
}

/** Several secrets while one replaces another: the receiver accepts either. */
export function signedRequest(
  url: string,
  secrets: readonly string[],
  message: WebhookMessage,
): OutsideRequest {
  const timestampS = Math.floor(Date.now() / 1000);
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'webhook-id': message.id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': secrets.map((secret) => signWebhook(secret, { ...message, timestampS })).join(' '),
    },
    body: message.body,
  };
}

/** Throws when there is no answer; any status is one. */
export function sendOutside(
  { body, ...request }: OutsideRequest,
  { allowsPrivate }: { allowsPrivate: boolean },
): Promise<OutsideAnswer> {
  return fetchAnswer(
    { ...request, body: body === undefined ? null : Buffer.from(body) },
    { signal: AbortSignal.timeout(ANSWER_LIMIT_MS), allowsPrivate: () => allowsPrivate },
  );
}

export interface WebhookTarget {
  url: string;
  secret: string;
  allowsPrivate: boolean;
}

/** Throws unless the receiver accepts it. */
export async function sendWebhook(target: WebhookTarget, message: WebhookMessage): Promise<void> {
  const { host } = new URL(target.url);
  const { status } = await sendOutside(signedRequest(target.url, [target.secret], message), target);
  if (status < 200 || status >= 300) throw new Error(`the webhook at ${host} answered ${status}`);
}
