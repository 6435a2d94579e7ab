import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSmsWebhook } from './sms-webhook.ts';
import { type SmsSenderServer, startSmsSender } from './testing/sms-sender.ts';
import type { Transport } from './transport.ts';

let sender: SmsSenderServer;
beforeEach(async () => {
  sender = await startSmsSender();
});
afterEach(() => sender.close());

const secret = 'a-shared-secret-of-the-studio';
const sms = { kind: 'sms', to: '4915112345678', subject: '', text: '123456 is your code.', html: '' };
const about = () => ({ id: 'message-1', createdAt: new Date() });
const open = (given?: string) => createSmsWebhook({ url: sender.url, secret: given });

async function failure(transport: Transport, when = about()) {
  const error = await transport.send(sms, when).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeDefined();
  return transport.describe(error);
}

describe('the text message service', () => {
  it('gets the number, the text and the secret, and the same id at every attempt', async () => {
    await open(secret).send(sms, about());
    await open().send({ ...sms, kind: 'whatsapp' }, about());
    const [first, second] = sender.messages;
    expect(first).toMatchObject({
      id: 'message-1',
      to: '+4915112345678',
      channel: 'sms',
      text: '123456 is your code.',
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': 'message-1' },
    });
    expect([second?.channel, second?.headers.authorization]).toEqual(['whatsapp', undefined]);
  });

  it.each([
    [400, true],
    [401, true],
    [404, true],
    [408, false],
    [429, false],
    [500, false],
    [503, false],
  ])('that answers %i fails for good: %s', async (status, isPermanent) => {
    sender.answer = status;
    const said = await failure(open(secret));
    expect(said).toEqual({
      reason: { code: 'text_service_rejected', values: { place: new URL(sender.url).host, status } },
      isPermanent,
    });
  });

  it('that points elsewhere is not followed: the secret goes nowhere else', async () => {
    sender.answer = 307;
    expect((await failure(open(secret))).isPermanent).toBe(true);
    expect(sender.messages).toHaveLength(1);
  });

  it('that is not there is named and tried again, without the secret', async () => {
    await sender.close();
    const said = await failure(open(secret));
    expect(said.isPermanent).toBe(false);
    expect(said.reason.code).toBe('text_service_away');
    expect(JSON.stringify(said)).not.toContain(secret);
  });

  it('does not get a code that has expired', async () => {
    const said = await failure(open(secret), { id: 'old', createdAt: new Date(Date.now() - 301_000) });
    expect(said).toMatchObject({ isPermanent: true, reason: { code: 'text_message_expired' } });
    expect(sender.messages).toEqual([]);
  });
});
