// Sends one message to a webhook, signed by the Standard Webhooks scheme (webhook-id, webhook-timestamp,
// webhook-signature). Addresses of private networks are rejected when the name is resolved, so that no name of the
// internet leads inside; redirects are not followed.
import { createHmac } from 'node:crypto';
import { lookup as lookUp } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { networkKindOf } from '../health/network-kind.ts';
import type { AlarmWebhookConfig } from './alarm-config.ts';

export interface WebhookMessage {
  /** The same at every try: a receiver knows what it has already. */
  id: string;
  body: string;
}

const ANSWER_LIMIT_MS = 10_000;

export function signWebhook(
  secret: string,
  { id, body, timestampS }: WebhookMessage & { timestampS: number },
): string {
  const signed = `${id}.${timestampS}.${body}`;
  return `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64')}`;
}

export function sendWebhook(config: AlarmWebhookConfig, message: WebhookMessage): Promise<void> {
  const url = new URL(config.url);
  const timestampS = Math.floor(Date.now() / 1000);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    if (!config.allowsPrivate && isIP(host) !== 0 && networkKindOf(host) !== 'public')
      throw privateAddress(url, host);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(message.body),
        'user-agent': 'onda',
        'webhook-id': message.id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': signWebhook(config.secret, { ...message, timestampS }),
      },
      ...(!config.allowsPrivate && { lookup: lookUpPublic }),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    request.once('error', reject);
    request.once('response', (response) => {
      response.destroy();
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) resolve();
      else reject(new Error(`the webhook at ${url.host} answered ${status}`));
    });
    request.end(message.body);
  });
}

const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0);
    const bad = addresses.find(({ address }) => networkKindOf(address) !== 'public');
    const [first] = addresses;
    if (bad || !first)
      return done(
        new Error(`${hostname} resolves to ${bad?.address ?? 'no address'}, which is not allowed`),
        '',
        0,
      );
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
};

function privateAddress(url: URL, address: string): Error {
  return new Error(`the webhook at ${url.host} is in a private network (${address}), which is not allowed`);
}
