// No response reveals whether an address has an account: not by status, shape, headers or ids.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, newPhone } from '../testing/people.ts';
import { type Answer, goodPassword, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
let autoconfirm: TestAuth;
beforeAll(async () => {
  test = await startAuth();
  autoconfirm = test.withOptions({ autoconfirm: true });
});
afterAll(() => test.close());

const kinds = ['email', 'phone'] as const;
type Kind = (typeof kinds)[number];

const newAddress = (kind: Kind) => (kind === 'email' ? newEmail() : newPhone());

/** An address that is new, unconfirmed, or has an account. */
async function addressThat(kind: Kind, is: 'new' | 'unconfirmed' | 'confirmed'): Promise<string> {
  const address = newAddress(kind);
  const host = is === 'confirmed' ? autoconfirm : test;
  if (is !== 'new') await host.ask('POST', '/signup', { body: { [kind]: address, password: goodPassword } });
  return address;
}

/** The response with the values that differ between users replaced by their kind: addresses, ids and times. */
function formOf({ status, headers, json }: Answer, address: string): unknown {
  const body = JSON.stringify(json)
    .replaceAll(address, '<address>')
    .replaceAll(json.id, '<id>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
      Math.abs(Date.parse(time) - Date.now()) < 60_000 ? '<now>' : '<earlier>',
    );
  return { status, headers: [...headers], body };
}

describe.each(kinds)('signing up by %s', (kind) => {
  it('gives new, unconfirmed and confirmed addresses the same response every time', async () => {
    const forms = [];
    for (const is of ['new', 'unconfirmed', 'confirmed'] as const) {
      const address = await addressThat(kind, is);
      const signUp = () =>
        test.ask('POST', '/signup', {
          body: { [kind]: address, password: goodPassword, data: { name: 'Ana', zoo: 1 } },
        });
      const first = await signUp();
      const second = await signUp();
      expect(first.status).toBe(200);
      expect(second.json.id).toBe(first.json.id);
      forms.push(formOf(first, address), formOf(second, address));
    }
    for (const form of forms) expect(form).toEqual(forms[0]);
  });
});

describe('a user whose address someone else signs up with', () => {
  it('gets an email without a code; account and password do not change', async () => {
    const email = await addressThat('email', 'confirmed');
    const { json } = await test.ask('POST', '/signup', { body: { email, password: 'another-choice-41' } });
    const [known] = await test.sql`select id from auth.users where email = ${email}`;
    expect(json.id).not.toBe(known?.id);
    expect(test.mailTo(email)).toMatchObject({
      kind: 'address_in_use',
      code: '',
      tokenHash: '',
      userId: known?.id,
    });
    const signIn = (password: string) =>
      test.ask('POST', '/token?grant_type=password', { body: { email, password } });
    expect([(await signIn(goodPassword)).status, (await signIn('another-choice-41')).status]).toEqual([
      200, 400,
    ]);
  });

  it('gets an email also when it was their phone number', async () => {
    const email = await addressThat('email', 'confirmed');
    const phone = newPhone();
    await test.sql`update auth.users set phone = ${phone}, phone_confirmed_at = now() where email = ${email}`;
    await test.ask('POST', '/signup', { body: { phone, password: goodPassword } });
    expect(test.mailTo(email)).toMatchObject({ kind: 'address_in_use' });
    expect(test.texts.some((text) => text.to === phone)).toBe(false);
  });
});

describe('a code or a link', () => {
  it.each([
    ['/otp', 'email', { create_user: false }, {}],
    ['/magiclink', 'email', { create_user: false }, {}],
    ['/otp', 'phone', { create_user: false }, {}],
    ['/otp', 'email', {}, { signup: false }],
    ['/otp', 'phone', {}, { signup: false }],
    ['/recover', 'email', {}, {}],
    ['/resend', 'email', { type: 'signup' }, {}],
    ['/resend', 'phone', { type: 'sms' }, {}],
  ] as const)('%s by %s with %o gives everyone the same response', async (path, kind, more, options) => {
    const host = test.withOptions(options);
    const forms = [];
    for (const is of ['new', 'unconfirmed', 'confirmed'] as const) {
      const address = await addressThat(kind, is);
      const answer = await host.ask('POST', path, { body: { [kind]: address, ...more } });
      expect(answer.status).toBe(200);
      forms.push(formOf(answer, address));
    }
    for (const form of forms) expect(form).toEqual(forms[0]);
  });

  it('says that no account is created where accounts are not concealed', async () => {
    const open = test.withOptions({ concealAccounts: false });
    const { status, json } = await open.ask('POST', '/otp', {
      body: { email: newEmail(), create_user: false },
    });
    expect([status, json]).toEqual([422, { code: 'otp_disabled', message: 'Signups not allowed for otp' }]);
  });
});

describe.each(kinds)('a change of address by %s', (kind) => {
  it('responds to a taken address as to any other, notifies its owner and never completes', async () => {
    const ownerEmail = await addressThat('email', 'confirmed');
    const taken = kind === 'email' ? ownerEmail : newPhone();
    if (kind === 'phone')
      await test.sql`update auth.users set phone = ${taken}, phone_confirmed_at = now() where email = ${ownerEmail}`;
    const forms = [];
    for (const address of [newAddress(kind), taken]) {
      const email = newEmail();
      const { json: person } = await autoconfirm.ask('POST', '/signup', {
        body: { email, password: goodPassword },
      });
      const answer = await test.ask('PUT', '/user', {
        token: person.access_token,
        body: { [kind]: address },
      });
      expect(answer.status).toBe(200);
      const body = JSON.parse(JSON.stringify(answer.json).replaceAll(email, '<own>'));
      forms.push(formOf({ ...answer, json: body }, address));
    }
    expect(forms[1]).toEqual(forms[0]);
    expect(test.mailTo(ownerEmail)).toMatchObject({ kind: 'address_in_use', code: '' });
    const codes = await test.sql`
      select from auth.one_time_tokens where relates_to = ${taken} and token_type <> 'confirmation_token'`;
    expect(codes).toHaveLength(0);
  });
});
