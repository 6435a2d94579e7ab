import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, newPhone, signIn, signUpPerson } from '../testing/people.ts';
import { goodPassword, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

const update = (token: string, body: unknown, host = test) => host.ask('PUT', '/user', { token, body });
const verify = (body: unknown) => test.ask('POST', '/verify', { body });

describe('changing the e-mail address', () => {
  it('waits for a confirmation from both mailboxes', async () => {
    const person = await signUpPerson(test);
    const next = newEmail();
    const asked = await update(person.token, { email: next });
    expect(asked.json).toMatchObject({
      email: person.email,
      new_email: next,
      email_change_sent_at: expect.any(String),
    });
    expect(test.mailTo(person.email)).toMatchObject({ kind: 'email_change_current', newEmail: next });
    expect(test.mailTo(next).kind).toBe('email_change_new');

    const first = await verify({ type: 'email_change', email: next, token: test.mailTo(next).code });
    expect([first.status, first.json]).toEqual([
      200,
      {
        code: '200',
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      },
    ]);
    const halfway = await test.ask('GET', '/user', { token: person.token });
    expect(halfway.json.email).toBe(person.email);

    const second = await verify({ type: 'email_change', token_hash: test.mailTo(person.email).tokenHash });
    expect(second.json.user).toMatchObject({ email: next, identities: [{ email: next }] });
    expect(second.json.user).not.toHaveProperty('new_email');
    await signIn(test, { ...person, email: next });
  });

  it('cannot be forced with two confirmations from one mailbox', async () => {
    const person = await signUpPerson(test);
    const next = newEmail();
    await update(person.token, { email: next });
    const body = { type: 'email_change', email: next, token: test.mailTo(next).code };
    expect((await verify(body)).status).toBe(200);
    expect((await verify(body)).status).toBe(403);
    expect((await test.ask('GET', '/user', { token: person.token })).json.email).toBe(person.email);
  });

  it('cannot be forced by one mailbox that has its code sent again', async () => {
    const person = await signUpPerson(test);
    const next = newEmail();
    await update(person.token, { email: next });
    const sayYes = () =>
      verify({ type: 'email_change', email: person.email, token: test.mailTo(person.email).code });
    expect((await sayYes()).status).toBe(200);
    await test.ask('POST', '/resend', { body: { type: 'email_change', email: person.email } });
    expect((await sayYes()).json.msg).toMatch(/^Confirmation link accepted/);
    expect((await test.ask('GET', '/user', { token: person.token })).json.email).toBe(person.email);
  });

  it('followed as a link says that the other confirmation is pending', async () => {
    const person = await signUpPerson(test);
    const next = newEmail();
    await update(person.token, { email: next });
    const { status, location } = await test.ask(
      'GET',
      `/verify?type=email_change&token=${test.mailTo(next).tokenHash}`,
    );
    expect(status).toBe(303);
    expect(new URLSearchParams(location.hash.slice(1)).get('message')).toMatch(/^Confirmation link accepted/);
  });

  it('can be sent again', async () => {
    const person = await signUpPerson(test);
    const next = newEmail();
    await update(person.token, { email: next });
    await test.ask('POST', '/resend', { body: { type: 'email_change', email: person.email } });
    expect(test.mails.filter((mail) => mail.to === next)).toHaveLength(2);
  });

  it('needs only the new mailbox when configured so', async () => {
    const host = test.withOptions({ secureEmailChange: false });
    const person = await signUpPerson(test);
    const next = newEmail();
    await update(person.token, { email: next }, host);
    const { json } = await host.ask('POST', '/verify', {
      body: { type: 'email_change', email: next, token: test.mailTo(next).code },
    });
    expect(json.user.email).toBe(next);
  });

  it('happens at once when addresses need no proof', async () => {
    const person = await signUpPerson(test);
    const next = newEmail();
    const { json } = await update(person.token, { email: next }, test.withOptions({ autoconfirm: true }));
    expect(json).toMatchObject({ email: next, identities: [{ identity_data: { email: next } }] });
  });

  it('to an address that is taken is rejected where accounts are not concealed', async () => {
    const [person, other] = [await signUpPerson(test), await signUpPerson(test)];
    const open = test.withOptions({ concealAccounts: false });
    const { status, json } = await update(person.token, { email: other.email }, open);
    expect([status, json]).toEqual([
      422,
      { code: 'email_exists', message: 'A user with this email address has already been registered' },
    ]);
  });

  it('requested by two users goes to the first who confirms it', async () => {
    const host = test.withOptions({ secureEmailChange: false });
    const people = [await signUpPerson(test), await signUpPerson(test)];
    const wanted = newEmail();
    const codes: string[] = [];
    for (const person of people) {
      await update(person.token, { email: wanted }, host);
      codes.push(test.mailTo(wanted).code);
    }
    const first = await host.ask('POST', '/verify', {
      body: { type: 'email_change', email: wanted, token: codes[0] },
    });
    expect(first.json.user.id).toBe(people[0]?.id);
    const second = await host.ask('POST', '/verify', {
      body: { type: 'email_change', email: wanted, token: codes[1] },
    });
    expect([second.status, second.json.code]).toEqual([422, 'email_exists']);
  });
});

describe('changing the phone number', () => {
  it('waits for the code that goes to the new number', async () => {
    const person = await signUpPerson(test);
    const phone = newPhone();
    const asked = await update(person.token, { phone });
    expect(asked.json).toMatchObject({ phone: '', new_phone: phone });
    const { json } = await verify({ type: 'phone_change', phone, token: test.textTo(phone).code });
    expect(json.user).toMatchObject({
      phone,
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    });
    const other = await signUpPerson(test);
    const taken = await update(other.token, { phone }, test.withOptions({ concealAccounts: false }));
    expect([taken.status, taken.json.code]).toEqual([422, 'phone_exists']);
  });
});

describe('changing the password', () => {
  it('ends all sessions but the current one', async () => {
    const person = await signUpPerson(test);
    const other = await signIn(test, person);
    const { status } = await update(person.token, { password: 'another-harbour-52' });
    expect(status).toBe(200);
    expect((await test.ask('GET', '/user', { token: person.token })).status).toBe(200);
    expect((await test.ask('GET', '/user', { token: other.access_token })).status).toBe(403);
  });

  it.each([
    [
      'the same again',
      goodPassword,
      422,
      'same_password',
      'New password should be different from the old password.',
    ],
    ['a short one', 'short', 422, 'weak_password', 'Password should be at least 8 characters.'],
    [
      'a common one',
      'Liverpool99',
      422,
      'weak_password',
      'Password is known to be weak and easy to guess, please choose a different one.',
    ],
  ])('to %s is rejected', async (_case, password, status, code, message) => {
    const { token } = await signUpPerson(test);
    const answer = await update(token, { password });
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([status, code, message]);
  });

  it('in a session older than a day needs a code', async () => {
    const host = test.withOptions({ jwtLifeS: 200_000 });
    const person = await signUpPerson(host);
    test.pass(90_000);
    const needed = await update(person.token, { password: 'another-harbour-52' });
    expect([needed.status, needed.json.code]).toEqual([400, 'reauthentication_needed']);
    const asked = await test.ask('GET', '/reauthenticate', { token: person.token });
    expect([asked.status, asked.json]).toEqual([200, {}]);
    const { code, actionUrl } = test.mailTo(person.email);
    expect(actionUrl).toBe('');
    const wrong = await update(person.token, { password: 'another-harbour-52', nonce: 'nonsense' });
    expect([wrong.status, wrong.json.code]).toEqual([422, 'reauthentication_not_valid']);
    // Neither wrong codes for the address nor wrong nonces from elsewhere invalidate the right one.
    for (let round = 0; round < 25; round += 1) {
      const ip = `198.51.100.${round}`;
      await test.ask('POST', '/verify', {
        body: { type: 'email', email: person.email, token: 'wrong1' },
        ip,
      });
      const body = { password: 'another-harbour-52', nonce: 'nonsense' };
      await test.ask('PUT', '/user', { token: person.token, body, ip });
    }
    expect((await update(person.token, { password: 'another-harbour-52', nonce: code })).status).toBe(200);
    const again = await update(person.token, { password: 'a-third-harbour-63', nonce: code });
    expect(again.json.code).toBe('reauthentication_not_valid');
  });

  it('in an old session can be confirmed by the current password instead', async () => {
    const host = test.withOptions({ jwtLifeS: 200_000 });
    const person = await signUpPerson(host);
    test.pass(90_000);
    const wrong = await update(person.token, {
      password: 'another-harbour-52',
      current_password: 'nonsense',
    });
    expect([wrong.status, wrong.json.code]).toEqual([400, 'invalid_credentials']);
    const right = await update(person.token, {
      password: 'another-harbour-52',
      current_password: person.password,
    });
    expect(right.status).toBe(200);
  });
});

describe('changing data', () => {
  it('merges, and removes null entries', async () => {
    const { token } = await signUpPerson(test);
    await update(token, { data: { name: 'Ada', colour: 'blue' } });
    const { json } = await update(token, { data: { colour: null, town: 'Riga' } });
    expect(json.user_metadata).toMatchObject({ name: 'Ada', town: 'Riga' });
    expect(json.user_metadata).not.toHaveProperty('colour');
  });

  it('never touches app_metadata', async () => {
    const { token } = await signUpPerson(test);
    const { status, json } = await update(token, { app_metadata: { role: 'owner' } });
    expect([status, json.code]).toEqual([403, 'not_admin']);
  });
});

describe('an anonymous user', () => {
  it('becomes permanent by confirming an address', async () => {
    const { json: session } = await test.ask('POST', '/signup', { body: {} });
    const email = newEmail();
    const alone = await update(session.access_token, { password: goodPassword });
    expect([alone.status, alone.json.code]).toEqual([422, 'validation_failed']);
    await update(session.access_token, { email, password: goodPassword });
    const { json } = await verify({ type: 'email_change', email, token: test.mailTo(email).code });
    expect(json.user).toMatchObject({
      id: session.user.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email' },
      identities: [{ provider: 'email' }],
    });
    await signIn(test, { email, password: goodPassword });
  });

  it('cannot reauthenticate', async () => {
    const { json: session } = await test.ask('POST', '/signup', { body: {} });
    const { status, json } = await test.ask('GET', '/reauthenticate', { token: session.access_token });
    expect([status, json]).toEqual([
      400,
      {
        code: 'validation_failed',
        message: 'Reauthentication requires the user to have an email or a phone number',
      },
    ]);
  });
});
