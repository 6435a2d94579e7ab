// Without RADIO_WEBHOOK_PRIVATE nothing is sent into private networks, whatever a name resolves to.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webhookText as wordedText } from '#app/dashboard/coded-text.ts';
import { hasMessage } from '#app/language/messages.ts';
import { apiErrors } from '../../http-kit/api-error.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { readWebhook } from './read-webhook.ts';
import { sendToReceiver } from './send-to-receiver.ts';
import { englishText, WEBHOOK_CODES } from './webhook-text.ts';

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver?.close());

const body = (address: string) => ({ name: 'A', kind: 'standard', address, events: ['track.started'] });

it.each([
  'http://127.0.0.1/',
  'http://localhost/',
  'https://10.0.0.1/',
  'http://[::1]/',
  'http://169.254.169.254/',
  'http://printer/',
])('%s is rejected when it is entered', (address) => {
  expect(() => readWebhook(body(address), { allowsPrivate: false, saved: undefined })).toThrow(
    /private network/,
  );
  expect(readWebhook(body(address), { allowsPrivate: true, saved: undefined }).values.address).toBe(address);
});

it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]'])('nothing is sent to %s', async (host) => {
  const { reason, isTaken } = await sendToReceiver(
    {
      kind: 'standard',
      address: `http://${host}:${new URL(receiver.url).port}/hook`,
      account: '',
      templates: {},
      secrets: [Buffer.alloc(32).toString('base64')],
    },
    {
      id: '1',
      event: 'webhook.test',
      at: '',
      data: {},
      station: { name: 'S', siteUrl: 'https://studio.test' },
    },
    { allowsPrivate: false },
  );
  expect([isTaken, reason.code]).toEqual([false, 'private']);
  expect(receiver.received).toEqual([]);
});

it('every result is worded, in English as the API says it', () => {
  const values = { place: 'hooks.example', status: 500, reply: 'No', max: 2 };
  for (const code of WEBHOOK_CODES) {
    expect(hasMessage(`dashboard.webhooks.${code}`), code).toBe(true);
    expect(wordedText({ code, values })).toBe(englishText({ code, values }));
  }
  expect(apiErrors.invalid({ address: 'Choose a type.' }).body()).toHaveProperty('problems');
});
