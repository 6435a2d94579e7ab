import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, newPhone, signIn, signUpPerson } from '../testing/people.ts';
import { goodPassword, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

describe('a forgotten password', () => {
  it('is replaced by email, which ends all other sessions', async () => {
    const person = await signUpPerson(test);
    await test.ask('POST', '/recover?redirect_to=http://localhost:3000/new-password', {
      body: { email: person.email },
    });
    const mail = test.mailTo(person.email);
    expect(mail.kind).toBe('recovery');
    expect(mail.redirectTo).toBe('http://localhost:3000/new-password');
    const { json } = await test.ask('POST', '/verify', {
      body: { type: 'recovery', email: person.email, token: mail.code },
    });
    const changed = await test.ask('PUT', '/user', {
      token: json.access_token,
      body: { password: 'another-harbour-52' },
    });
    expect(changed.status).toBe(200);
    expect((await test.ask('GET', '/user', { token: person.token })).json.code).toBe('session_not_found');
    await signIn(test, { ...person, password: 'another-harbour-52' });
  });

  it('of an unknown address gets the same response and no email', async () => {
    const email = newEmail();
    const { status, json } = await test.ask('POST', '/recover', { body: { email } });
    expect([status, json]).toEqual([200, {}]);
    expect(test.mails.some((mail) => mail.to === email)).toBe(false);
  });

  it('needs an address', async () => {
    const { status, json } = await test.ask('POST', '/recover', { body: {} });
    expect([status, json.code]).toEqual([400, 'validation_failed']);
  });
});

describe('sending again', () => {
  it('sends a new confirmation to an unconfirmed address', async () => {
    const email = newEmail();
    await test.ask('POST', '/signup', { body: { email, password: goodPassword } });
    const { status, json } = await test.ask('POST', '/resend', { body: { type: 'signup', email } });
    expect([status, json]).toEqual([200, {}]);
    expect(test.mails.filter((mail) => mail.to === email)).toHaveLength(2);
  });

  it('sends a text again and names the message', async () => {
    const phone = newPhone();
    await test.ask('POST', '/signup', { body: { phone, password: goodPassword } });
    const { json } = await test.ask('POST', '/resend', { body: { type: 'sms', phone } });
    expect(json.message_id).toBe(test.textTo(phone).messageId);
  });

  it('responds the same for unknown and confirmed addresses', async () => {
    const person = await signUpPerson(test);
    for (const email of [person.email, newEmail()]) {
      for (const type of ['signup', 'email_change']) {
        const { status, json } = await test.ask('POST', '/resend', { body: { type, email } });
        expect([status, json]).toEqual([200, {}]);
      }
      expect(test.mails.some((mail) => mail.to === email)).toBe(false);
    }
    const { status, json } = await test.ask('POST', '/resend', { body: { type: 'sms', phone: newPhone() } });
    expect([status, Object.keys(json)]).toEqual([200, ['message_id']]);
  });

  it.each([
    [{ type: 'recovery', email: 'a@example.com' }],
    [{ email: 'a@example.com' }],
    [{ type: 'signup' }],
    [{ type: 'sms', email: 'a@example.com' }],
  ])('rejects %j', async (body) => {
    const { status, json } = await test.ask('POST', '/resend', { body });
    expect([status, json.code]).toEqual([400, 'validation_failed']);
  });
});
