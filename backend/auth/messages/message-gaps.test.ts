// The wait between two messages to one address is the same whether the address is known or not.
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail } from '../testing/people.ts';
import { goodPassword, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

type Ask = [path: string, body: (to: string) => object];
const newPhone = () => `35191${randomInt(1_000_000, 9_999_999)}`;
const code: Ask = ['/otp', (phone) => ({ phone })];
const withPlus: Ask = ['/otp', (phone) => ({ phone: `+${phone}` })];
const knownOnly: Ask = ['/otp', (phone) => ({ phone, create_user: false })];
const signUp: Ask = ['/signup', (phone) => ({ phone, password: goodPassword })];
const again: Ask = ['/resend', (phone) => ({ type: 'sms', phone })];
const mail: Ask = ['/otp', (email) => ({ email })];
const recovery: Ask = ['/recover', (email) => ({ email })];

describe.each([
  ['that conceals who has an account', { concealAccounts: true }],
  ['that says who has one', { concealAccounts: false }],
])('on a host %s', (_name, options) => {
  it.each<[string, Ask, Ask, () => string]>([
    ['a code twice', code, code, newPhone],
    ['a code, and one to the number in another spelling', code, withPlus, newPhone],
    ['a code for known numbers, and one for any', knownOnly, code, newPhone],
    ['a sign-up twice', signUp, signUp, newPhone],
    ['a sign-up and a code', signUp, code, newPhone],
    ['a code and a sign-up', code, signUp, newPhone],
    ['a code, and the same again', code, again, newPhone],
    ['a code again for a number that never got one', again, again, newPhone],
    ['a code by email twice', mail, mail, newEmail],
    ['a new password twice', recovery, recovery, newEmail],
    ['a new password and a code by email', recovery, mail, newEmail],
  ])('an unknown address waits: %s', async (_case, [firstPath, first], [path, second], newAddress) => {
    const host = test.withOptions({ ...options, maxFrequencyS: 60 });
    const to = newAddress();
    const before = await host.ask('POST', firstPath, { body: first(to) });
    expect(before.status).not.toBe(429);
    expect(await host.ask('POST', path, { body: second(to) })).toMatchObject({
      status: 429,
      json: { message: expect.stringMatching(/you can only request this after (60|59) seconds/) },
    });
  });
});
