import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { createMailSettings } from '../mail/mail-settings.ts';
import { type SmtpServer, startSmtpServer } from '../mail/testing/smtp-server.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let smtp: SmtpServer;
let owner: TestPerson;
let staff: TestPerson;
let teacher: TestPerson;
let member: TestPerson;

beforeAll(async () => {
  smtp = await startSmtpServer();
  studio = await startStudioApp();
  owner = await signUp(studio, 'owner');
  staff = await signUp(studio, 'staff');
  teacher = await signUp(studio, 'teacher');
  member = await signUp(studio);
});
afterAll(async () => {
  await studio?.close();
  await smtp?.close();
});
beforeEach(() => {
  smtp.answers = {};
});

const password = `p@ss:${randomBytes(6).toString('hex')}`;
const form = (changes: Record<string, unknown> = {}) => ({
  host: '127.0.0.1',
  port: Number(new URL(smtp.url).port),
  security: 'none',
  user_name: 'ana@mail.test',
  password,
  from_address: 'hello@quay.house',
  reply_to: 'desk@quay.house',
  ...changes,
});
const save = (body: object, as = owner) => ask(studio, 'PUT /api/studio/mail', { as, body });
const describeMail = () => ask(studio, 'GET /api/studio/mail', { as: owner });

describe('the mail server in the dashboard', () => {
  it('is tested as typed before it is saved, with the server’s reply on failure', async () => {
    smtp.answers = { auth: '535 5.7.8 Username and Password not accepted' };
    const rejected = await ask(studio, 'POST /api/studio/mail/test', { as: owner, body: form() });
    expect(rejected.json).toMatchObject({ is_taken: false });
    expect(rejected.json.answer).toMatchObject({
      values: { reply: expect.stringContaining('535 5.7.8 Username and Password not accepted') },
    });
    smtp.answers = {};
    const taken = await ask(studio, 'POST /api/studio/mail/test', { as: owner, body: form() });
    expect(taken.json).toMatchObject({ is_taken: true, to: owner.email });
    expect((await describeMail()).json).toMatchObject({ server: null, saved: { host: '' } });
  });

  it('says in words why a server rejects an email', async () => {
    const why = async (answers: typeof smtp.answers, changes: Record<string, unknown> = {}) => {
      smtp.answers = answers;
      const { json } = await ask(studio, 'POST /api/studio/mail/test', { as: owner, body: form(changes) });
      expect(json).toMatchObject({ is_taken: false });
      return (json.answer as { code: string }).code;
    };
    expect(await why({ auth: '535 5.7.8 no' })).toBe('wrong_login_with_reply');
    expect(await why({ from: '553 5.7.1 Sender address rejected: not owned by user' })).toBe(
      'sender_rejected',
    );
    expect(await why({ from: '530 5.7.0 Authentication required' })).toBe('login_needed');
    expect(await why({ rcpt: '554 5.7.1 Relay access denied' })).toBe('relay_denied');
    expect(await why({ rcpt: '550 5.1.1 no such user' })).toBe('address_rejected_with_reply');
    expect(await why({}, { security: 'tls' })).toBe('mail_server_wrong_encryption');
    expect(await why({}, { port: 1 })).toBe('mail_server_away');
  });

  it('takes only what can be a server and addresses', async () => {
    for (const [changes, field] of [
      [{ host: 'smtp://x y' }, 'host'],
      [{ port: 0 }, 'port'],
      [{ security: 'maybe' }, 'security'],
      [{ from_address: 'a@b.test, c@d.test' }, 'from_address'],
      [{ from_address: '' }, 'from_address'],
      [{ reply_to: 'nobody' }, 'reply_to'],
    ] as const)
      expect((await save(form(changes))).json).toMatchObject({ fields: { [field]: expect.any(String) } });
    expect((await save(form(), staff)).status).toBe(403);
  });

  it('sends every email in the studio’s name, colour and logo as soon as it is saved', async () => {
    const { sql } = studio;
    await sql`delete from public.outbox`;
    await sql`
      insert into public.outbox (kind, to_address, subject, text_body, html_body, created_at, next_attempt_at)
      values ('recovery', 'late@post.example', 'Stale', '', '', now() - interval '2 days', now() - interval '2 days')`;
    await sql`update public.studio set name = 'quay house', primary_colour = '#ff9f1c', logo_path = 'logo-1.png'`;
    const before = smtp.mails.length;
    expect((await save(form())).json).toMatchObject({
      server: `127.0.0.1:${new URL(smtp.url).port}`,
      server_source: 'dashboard',
      from: 'quay house <hello@quay.house>',
      reply_to: 'desk@quay.house',
      saved: { host: '127.0.0.1', user_name: 'ana@mail.test', has_password: true },
    });
    const client = studio.newClient();
    await client.auth.signUp({ email: 'new@post.test', password: 'a long new password 1' });
    await expect.poll(() => smtp.mails.length - before).toBe(1);
    const mail = smtp.mails.at(-1);
    expect(mail?.to).toEqual(['new@post.test']);
    expect(mail?.headers.get('from')).toBe('quay house <hello@quay.house>');
    expect(mail?.headers.get('reply-to')).toBe('desk@quay.house');
    expect(mail?.text).toContain('background-color:#ff9f1c');
    expect(mail?.text).toContain('src="http://studio.test/storage/v1/object/public/brand/logo-1.png"');
    expect(smtp.credentials.at(-1)).toBe(`\u0000ana@mail.test\u0000${password}`);
    expect((await describeMail()).json).toMatchObject({ held: 1, waiting: 0 });

    const body = { decision: 'send' };
    expect((await ask(studio, 'POST /api/outbox/held', { as: member, body })).status).toBe(403);
    expect((await ask(studio, 'POST /api/outbox/held', { as: staff, body })).json).toEqual({ count: 1 });
    await expect.poll(() => smtp.mails.at(-1)?.headers.get('subject')).toBe('Stale');
  });

  it('is proven by the link of a test email alone, for the server, port, user and sender that it was sent with', async () => {
    const status = async () => {
      const { data, error } = await staff.client.rpc('email_status');
      if (error) throw error;
      return data;
    };
    await save(form());
    expect(await status()).toEqual({ is_connected: true, is_proven: false, proven_at: null });
    expect((await describeMail()).json).toMatchObject({ proven_at: null });
    const answer = await ask(studio, 'POST /api/studio/mail/test', { as: owner, body: form() });
    const link = /http:\S+\/api\/mail\/arrived\/[\w-]+/.exec(smtp.mails.at(-1)?.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
    expect(JSON.stringify(answer.json)).not.toContain('arrived');

    const open = (url: string, method = 'GET') => studio.fetch(new Request(url, { method }));
    const page = await open(link);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    // Looking at it is what filters of mail servers do, too.
    expect(await status()).toMatchObject({ is_proven: false });
    expect(await (await open(`${link.slice(0, -8)}AAAAAAAA`, 'POST')).text()).toContain('no longer valid');
    expect(await status()).toMatchObject({ is_proven: false });
    expect(await (await open(link, 'POST')).text()).toContain('Email is proven');
    expect(await status()).toEqual({ is_connected: true, is_proven: true, proven_at: expect.any(String) });
    expect((await describeMail()).json).toMatchObject({ proven_at: expect.any(String) });

    for (const changes of [
      { from_address: 'other@quay.house' },
      { user_name: 'ben@mail.test' },
      { host: 'localhost' },
      { port: 2525 },
    ]) {
      await save(form(changes));
      expect(await status()).toMatchObject({ is_connected: true, is_proven: false });
      // An older link does not prove what it was not sent with.
      expect(await (await open(link, 'POST')).text()).toContain('settings have changed');
      expect(await status()).toMatchObject({ is_proven: false });
    }
    await save(form({ password: '' }));
    expect(await status()).toMatchObject({ is_proven: true });
    for (const { client } of [member, teacher])
      expect((await client.rpc('email_status')).error?.code).toBe('42501');
    await save(form());
  });

  it('keeps the password encrypted, out of every answer, log and export, and never gives it to another server', async () => {
    const { sql } = studio;
    const [row] = await sql<{ password_encrypted: string }[]>`
      select password_encrypted from private.mail_settings`;
    expect(row?.password_encrypted).toBeTruthy();
    const decoded = Buffer.from(row?.password_encrypted ?? '', 'base64').toString('latin1');
    expect(decoded + row?.password_encrypted).not.toContain(password);
    expect(JSON.stringify((await describeMail()).json)).not.toContain(password);
    const log = await sql`select details, action from public.audit_events where area = 'mail'`;
    expect(log.length).toBeGreaterThan(0);
    expect(JSON.stringify(log)).not.toContain(password);
    expect(
      (
        await owner.client
          .schema('private' as 'public')
          .from('mail_settings' as 'studio')
          .select('*')
      ).error,
    ).not.toBeNull();

    // An empty field keeps it; another host or another user name does not.
    expect((await save(form({ password: '' }))).json).toMatchObject({ saved: { has_password: true } });
    const elsewhere = await save(form({ password: '', host: 'localhost' }));
    expect(elsewhere.json).toMatchObject({ saved: { has_password: false } });
    await save(form());
  });

  it('asks for the password again where the secret of the installation has changed', async () => {
    const environment = { smtpUrl: undefined, from: 'onda <no-reply@studio.test>', isFromSet: false };
    const other = createMailSettings({ sql: studio.sql, environment, secret: 'another secret' });
    expect(await other.read()).toMatchObject({ isPasswordLost: true, saved: { password: undefined } });
  });

  it('gives way to the environment, and says so', async () => {
    const environment = { smtpUrl: 'smtp://relay.test:25', from: 'Desk <desk@env.test>', isFromSet: true };
    const settings = createMailSettings({ sql: studio.sql, environment, secret: studio.secrets.jwtSecret });
    expect(await settings.read()).toMatchObject({
      smtpUrl: 'smtp://relay.test:25',
      from: 'Desk <desk@env.test>',
      serverSource: 'environment',
      fromSource: 'environment',
    });
  });

  it('stops sending when it is removed: emails wait, and pages say so', async () => {
    expect((await save(form({ host: '' }))).json).toMatchObject({
      server: null,
      saved: { has_password: false },
    });
    const before = smtp.mails.length;
    await studio.outbox.add({ kind: 'test', to: 'a@post.test', subject: 'x', text: 'x', html: '' });
    const [mail] =
      await studio.sql`select state, attempts from public.outbox where to_address = 'a@post.test'`;
    expect([mail, smtp.mails.length]).toEqual([{ state: 'waiting', attempts: 0 }, before]);
  });
});
