// How many messages anonymous visitors and members can cause: by network, account and recipient, and in total.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MessageFigures, saveMessageLimits } from '../../limits/message-limits.ts';
import { newEmail, signUpPerson } from '../testing/people.ts';
import { type Answer, goodPassword, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
let limited: TestAuth;
beforeAll(async () => {
  test = await startAuth();
  limited = test.withOptions({ rateLimits: true });
});
afterAll(() => test.close());

const figures: MessageFigures = {
  emails: 100,
  emailsPerAddress: 50,
  emailsPerAccount: 20,
  emailsPerRecipient: 10,
  sms: 4,
};
const allow = async (changed: Partial<MessageFigures>) => {
  await test.sql`truncate rate_limits.buckets`;
  await saveMessageLimits(test.sql, { ...figures, ...changed });
};
beforeEach(() => allow({}));

let host = 0;
const ip = () => `198.51.${++host >> 8}.${host & 255}`;
const signUp = (given: { email?: string; ip?: string } = {}) =>
  limited.ask('POST', '/signup', {
    body: { email: given.email ?? newEmail(), password: goodPassword },
    ip: given.ip ?? ip(),
  });
const recover = (email: string) => limited.ask('POST', '/recover', { body: { email }, ip: ip() });
async function countUntilLimited(ask: () => Promise<Answer>, max: number) {
  for (let sent = 0; sent < max; sent++) {
    const answer = await ask();
    if (answer.status !== 200) return { sent, answer };
  }
  throw new Error(`${max} were sent`);
}

describe('messages are limited', () => {
  it('by network: bare sign-ups from one /64 stop, with the time to wait, and one line in the log', async () => {
    await allow({ emailsPerAddress: 5 });
    let at = 0;
    const { sent, answer } = await countUntilLimited(
      () => signUp({ ip: `2001:db8::${(++at).toString(16)}` }),
      9,
    );
    expect(sent).toBe(5);
    expect(answer).toMatchObject({
      status: 429,
      json: { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
    });
    const waitS = Number(answer.headers.get('retry-after'));
    expect(waitS).toBeGreaterThan(600);
    expect(waitS).toBeLessThanOrEqual(720);
    for (let sent = 0; sent < 3; sent++) expect((await signUp({ ip: '2001:db8::9' })).status).toBe(429);
    expect(test.logged.filter((entry) => entry.message === 'rate limit reached')).toHaveLength(1);
    expect((await signUp()).status).toBe(200);
  });

  it('by recipient: one mailbox, however its address is written, known or not', async () => {
    await allow({ emailsPerRecipient: 3 });
    const name = newEmail().split('@')[0];
    const spellings = [
      `${name}@gmail.com`,
      `${name}+1@gmail.com`,
      `${name?.replace(/^./, '$&.')}@GMAIL.com`,
      `${name}@googlemail.com`,
    ];
    const codes = [];
    for (const email of spellings) codes.push((await recover(email)).json.code);
    expect(codes).toEqual([undefined, undefined, undefined, 'over_email_send_rate_limit']);
  });

  it('by account: a signed-in user cannot message one address after another', async () => {
    await allow({ emailsPerAccount: 2 });
    const { session } = await signUpPerson(test);
    const change = () =>
      limited.ask('PUT', '/user', { body: { email: newEmail() }, token: session.access_token, ip: ip() });
    expect((await countUntilLimited(change, 5)).sent).toBe(2);
  });

  it('in all, with a half for people who have an account: a flood of sign-ups does not lock them out', async () => {
    const { email } = await signUpPerson(test);
    await allow({ emails: 6 });
    expect((await countUntilLimited(() => signUp(), 9)).sent).toBe(3);
    expect((await recover(email)).status).toBe(200);
    expect(test.mailTo(email).kind).toBe('recovery');
  });

  it('to phones too', async () => {
    let number = 0;
    const text = () =>
      limited.ask('POST', '/otp', {
        body: { phone: `+35191000${1000 + ++number}`, create_user: number > 2 },
        ip: ip(),
      });
    const { sent, answer } = await countUntilLimited(text, 9);
    expect([sent, answer.json.code]).toEqual([4, 'over_sms_send_rate_limit']);
  });

  it('never for administrators: their invitations and links are still sent', async () => {
    await allow({ emails: 2 });
    await countUntilLimited(() => signUp(), 9);
    for (let sent = 0; sent < 4; sent++) {
      const answer = await limited.ask('POST', '/invite', {
        body: { email: newEmail() },
        token: test.serviceRoleKey,
      });
      expect(answer.status).toBe(200);
    }
  });
});
