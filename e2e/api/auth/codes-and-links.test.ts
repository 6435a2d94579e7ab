// Codes, links, recovery, invitations and changes of address, with the official client.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Host, isForeign, newEmail, newPassword, openHost } from './host.ts';

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

describe('a link made by an administrator', () => {
  it.each(['signup', 'invite', 'magiclink', 'recovery'] as const)(
    '%s opens a session by its hash',
    async (type) => {
      const email = type === 'recovery' ? (await host.newPerson()).email : newEmail();
      const made = await host.admin.auth.admin.generateLink(
        type === 'signup' ? { type, email, password: newPassword() } : { type, email },
      );
      expect(made.error).toBeNull();
      const { hashed_token: token_hash, verification_type } = made.data.properties ?? {};
      const client = host.newClient();
      const events: string[] = [];
      client.auth.onAuthStateChange((event) => void events.push(event));
      const { data, error } = await client.auth.verifyOtp({
        token_hash: token_hash ?? '',
        type: (verification_type as typeof type) ?? type,
      });
      expect([error, data.user?.email]).toEqual([null, email]);
      expect(events).toContain(type === 'recovery' ? 'PASSWORD_RECOVERY' : 'SIGNED_IN');
      const replay = await host.newClient().auth.verifyOtp({ token_hash: token_hash ?? '', type });
      expect([replay.error?.status, replay.error?.code]).toEqual([403, 'otp_expired']);
    },
  );

  it.each(['signup', 'invite', 'magiclink'] as const)(
    '%s shows the metadata as it was given',
    async (type) => {
      const data = { full_name: 'Noor', role: 'teacher' };
      const request = { email: newEmail(), options: { data } };
      const made = await host.admin.auth.admin.generateLink(
        type === 'signup' ? { ...request, type, password: newPassword() } : { ...request, type },
      );
      expect([made.error, made.data.user?.user_metadata]).toEqual([null, data]);
    },
  );

  it.each(['magiclink', 'recovery'] as const)('%s opens a session by its code', async (type) => {
    const { email } = await host.newPerson();
    const { data } = await host.admin.auth.admin.generateLink({ type, email });
    const client = host.newClient();
    const { error } = await client.auth.verifyOtp({ email, token: data.properties?.email_otp ?? '', type });
    expect(error).toBeNull();
  });

  it('comes back with the session in the fragment when it is followed', async () => {
    const { email } = await host.newPerson();
    const { data } = await host.admin.auth.admin.generateLink({
      type: 'magiclink',
      email,
      options: { redirectTo: `${host.siteUrl}/welcome` },
    });
    const link = new URL(data.properties?.action_link ?? '');
    expect(link.pathname).toBe('/auth/v1/verify');
    const { status, location } = await host.ask('GET', `/verify${link.search}`);
    expect(status).toBe(303);
    const target = new URL(location ?? '');
    expect(target.origin + target.pathname).toBe(`${host.siteUrl}/welcome`);
    const fragment = new URLSearchParams(target.hash.slice(1));
    expect([fragment.get('type'), fragment.get('token_type')]).toEqual(['magiclink', 'bearer']);
    const { error } = await host.newClient().auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(error).toBeNull();
  });

  it('changes an address only after both mailboxes said yes', async () => {
    const { email } = await host.newPerson();
    const newAddress = newEmail();
    const make = (type: 'email_change_current' | 'email_change_new') =>
      host.admin.auth.admin.generateLink({ type, email, newEmail: newAddress });
    const [current, next] = [await make('email_change_current'), await make('email_change_new')];
    const client = host.newClient();
    const verify = (made: typeof current) =>
      client.auth.verifyOtp({ token_hash: made.data.properties?.hashed_token ?? '', type: 'email_change' });
    const first = await verify(current);
    expect([first.error, first.data.session]).toEqual([null, null]);
    const second = await verify(next);
    expect([second.error, second.data.user?.email]).toEqual([null, newAddress]);
  });
});

describe('a forgotten password', () => {
  it('gets the same answer for everybody', async () => {
    const { email } = await host.newPerson();
    const client = host.newClient();
    for (const address of [email, newEmail()]) {
      const { data, error } = await client.auth.resetPasswordForEmail(address, { redirectTo: host.siteUrl });
      expect([error, data]).toEqual([null, {}]);
    }
  });
});

describe('sending again', () => {
  it('says nothing about who is there', async () => {
    const { email } = await host.newPerson();
    for (const address of [email, newEmail()]) {
      const { error } = await host.newClient().auth.resend({ type: 'signup', email: address });
      expect(error).toBeNull();
    }
  });
});

describe('a code instead of a password', () => {
  it('is not sent to strangers if not allowed', async () => {
    const { error } = await host
      .newClient()
      .auth.signInWithOtp({ email: newEmail(), options: { shouldCreateUser: false } });
    expect([error?.status, error?.code, error?.message]).toEqual([
      422,
      'otp_disabled',
      'Signups not allowed for otp',
    ]);
  });

  it.skipIf(isForeign)('arrives by mail and signs a newcomer in', async () => {
    const client = host.newClient();
    const email = newEmail();
    const { error } = await client.auth.signInWithOtp({ email, options: { data: { full_name: 'Noor' } } });
    expect(error).toBeNull();
    const verified = await client.auth.verifyOtp({
      email,
      token: (await host.stage.mailTo(email)).code,
      type: 'email',
    });
    expect(verified.data.user?.user_metadata.full_name).toBe('Noor');
  });

  it.skipIf(isForeign)('arrives by text message', async () => {
    const client = host.newClient();
    const phone = `4917${randomBytes(4).readUInt32BE().toString().padStart(10, '0').slice(0, 8)}`;
    const { data } = await client.auth.signInWithOtp({ phone: `+${phone}` });
    expect(data.messageId).toBe((await host.stage.textTo(phone)).messageId);
    const verified = await client.auth.verifyOtp({
      phone,
      token: (await host.stage.textTo(phone)).code,
      type: 'sms',
    });
    expect(verified.data.user?.phone).toBe(phone);
  });

  it.skipIf(isForeign)('in a link completes the PKCE flow of the client that asked', async () => {
    const { email } = await host.newPerson();
    const client = host.newClient({ flowType: 'pkce' });
    await client.auth.signInWithOtp({ email, options: { emailRedirectTo: `${host.siteUrl}/in` } });
    const mail = await host.stage.mailTo(email);
    const { location } = await host.ask(
      'GET',
      `/verify?type=magiclink&token=${mail.tokenHash}&redirect_to=${host.siteUrl}/in`,
    );
    const code = new URL(location ?? '').searchParams.get('code') ?? '';
    const stranger = await host.newClient({ flowType: 'pkce' }).auth.exchangeCodeForSession(code);
    expect(stranger.error).not.toBeNull();
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect([error, data.user?.email]).toEqual([null, email]);
  });
});

describe('the PKCE grant', () => {
  it('rejects unknown codes and empty fields', async () => {
    const code_verifier = createHash('sha256').update('x').digest('base64url');
    const unknown = await host.ask('POST', '/token?grant_type=pkce', {
      body: { auth_code: crypto.randomUUID(), code_verifier },
    });
    expect([unknown.status, unknown.json.code]).toEqual([404, 'flow_state_not_found']);
    const empty = await host.ask('POST', '/token?grant_type=pkce', {
      body: { auth_code: '', code_verifier },
    });
    expect([empty.status, empty.json.code]).toEqual([400, 'validation_failed']);
  });
});
