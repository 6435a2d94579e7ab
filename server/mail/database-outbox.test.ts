import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import type { CodedText } from '#contracts/coded-text.ts';
import { createLogger } from '../logger.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';
import { createDatabaseOutbox, type DatabaseOutbox } from './database-outbox.ts';
import { startSmsSender } from './testing/sms-sender.ts';
import { type SmtpServer, startSmtpServer } from './testing/smtp-server.ts';

let database: TestDatabase;
let smtp: SmtpServer;
let outboxes: DatabaseOutbox[] = [];
const log = createLogger('silent');

beforeAll(async () => {
  database = await openStudioDatabase();
});
afterAll(() => database?.drop());
beforeEach(async () => {
  smtp = await startSmtpServer();
  await database.sql`delete from public.outbox`;
});
afterEach(async () => {
  await Promise.all(outboxes.map((outbox) => outbox.close()));
  outboxes = [];
  await smtp.close();
});

function open(smtpUrl: string | undefined = smtp.url, lookEveryMs = 50): DatabaseOutbox {
  const outbox = createDatabaseOutbox({
    secret,
    sql: database.sql,
    mail: { read: async () => ({ smtpUrl, from: 'Onda <hello@onda.example>' }) },
    log,
    lookEveryMs,
  });
  outboxes.push(outbox);
  return outbox;
}

const secret = 'a secret of this installation';
const noServer = { read: async () => ({ smtpUrl: undefined, from: 'a@b.example' }) };

const email = {
  kind: 'signup',
  to: 'ana@example.com',
  subject: 'Grüße',
  text: 'Code 123456',
  html: '<p>Code</p>',
};

interface Row {
  id: string;
  state: string;
  attempts: number;
  last_error: CodedText | null;
  wait_s: number;
  sent_at: Date | null;
}
const rows = () => database.sql<Row[]>`
  select id, state, attempts, last_error, extract(epoch from next_attempt_at - now())::float as wait_s, sent_at
  from public.outbox order by created_at`;

async function until(isSo: (row: Row) => boolean): Promise<Row> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const [row] = await rows();
    if (row && isSo(row)) return row;
    await sleep(20);
  }
  throw new Error(`it never came about: ${JSON.stringify(await rows())}`);
}

/** Lets the wait for the next try be over. */
const letTimePass = () =>
  database.sql`update public.outbox set next_attempt_at = now() where state = 'waiting'`;

describe('with a mail server', () => {
  it('a mail is sent as soon as it is added, whole and to one person', async () => {
    const outbox = open(smtp.url, 60_000);
    await outbox.add(email);
    const row = await until(({ state }) => state === 'sent');
    expect(row).toMatchObject({ attempts: 1, last_error: null, sent_at: expect.any(Date) });
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({ from: 'hello@onda.example', to: ['ana@example.com'] });
    expect(mail?.headers.get('from')).toBe('Onda <hello@onda.example>');
    expect(mail?.headers.get('subject')).toBe('=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=');
    expect(mail?.headers.get('message-id')).toBe(`<${row.id}@onda.example>`);
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.text).toContain('Code 123456');
    expect(mail?.text).toContain('<p>Code</p>');
  });

  it('user name and password of the address are shown to the server', async () => {
    const outbox = open(smtp.url.replace('smtp://', 'smtp://ana:p%40ss@'));
    await outbox.add(email);
    await until(({ state }) => state === 'sent');
    expect(smtp.credentials).toEqual(['\u0000ana\u0000p@ss']);
  });

  it('a mail is tried again after 1 min, 5 min, 30 min, 2 h and 12 h, then it is marked failed with a reason', async () => {
    smtp.answers.data = '451 come back later';
    await open().add(email);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const row = await until((one) => one.attempts === attempt && one.last_error !== null);
      expect(row.state).toBe('waiting');
      expect(row.last_error).toMatchObject({
        code: 'not_accepted_with_reply',
        values: { reply: expect.stringContaining('451 come back later') },
      });
      waits.push(Math.round(row.wait_s / 60));
      await database.sql`update public.outbox set last_error = null, next_attempt_at = now()`;
    }
    expect(waits).toEqual([1, 5, 30, 120, 720]);
    const last = await until(({ state }) => state === 'failed');
    expect(last).toMatchObject({ attempts: 6, last_error: { code: 'not_accepted_with_reply' } });
    await letTimePass();
    await sleep(200);
    expect((await rows())[0]?.attempts).toBe(6);
  });

  it('a mailbox that does not exist is not tried again', async () => {
    smtp.answers.rcpt = '550 no such mailbox';
    await open().add(email);
    const row = await until(({ state }) => state === 'failed');
    expect(row).toMatchObject({
      attempts: 1,
      last_error: { code: expect.stringMatching(/^address_rejected/) },
    });
  });

  it('a failed mail goes out when staff ask for it', async () => {
    smtp.answers.rcpt = '550 no such mailbox';
    const outbox = open();
    await outbox.add(email);
    const { id } = await until(({ state }) => state === 'failed');
    smtp.answers = {};
    expect(await outbox.retry(id)).toBe('due');
    expect(await until(({ state }) => state === 'sent')).toMatchObject({ attempts: 1, last_error: null });
    expect(await outbox.retry(id)).toBe('missing');
    expect(smtp.mails).toHaveLength(1);
  });

  it('a rejected password is named without being shown, and tried again', async () => {
    smtp.answers.auth = '535 wrong';
    await open(smtp.url.replace('smtp://', 'smtp://ana:secret-word@')).add(email);
    const row = await until(({ last_error }) => last_error !== null);
    expect(row.state).toBe('waiting');
    expect(row.last_error?.code).toMatch(/^wrong_login/);
    expect(JSON.stringify(row.last_error)).not.toContain('secret-word');
  });

  it('a server that is not there is named', async () => {
    await smtp.close();
    await open().add(email);
    const { last_error } = await until((row) => row.last_error !== null);
    expect(last_error).toEqual({ code: 'mail_server_away', values: { place: new URL(smtp.url).host } });
  });

  it('mails that waited through a restart are sent by the next start', async () => {
    const { sql } = database;
    await sql`
      insert into public.outbox (kind, to_address, subject, text_body, html_body)
      values ('signup', 'ana@example.com', 'Hello', 'text', '')`;
    open();
    await until(({ state }) => state === 'sent');
  });

  it('a mail that a killed process had taken is due again after five minutes', async () => {
    await database.sql`
      insert into public.outbox (kind, to_address, subject, text_body, html_body, attempts, next_attempt_at)
      values ('signup', 'ana@example.com', 'Hello', 'text', '', 1, now() + interval '5 minutes')`;
    open();
    await sleep(200);
    expect(smtp.mails).toHaveLength(0);
    await letTimePass();
    await until(({ state }) => state === 'sent');
  });

  it('several processes share the work and send each mail once', async () => {
    const shared = [open(), open(), open()];
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        shared[index % 3]?.add({ ...email, to: `person-${index}@example.com` }),
      ),
    );
    await expect.poll(() => smtp.mails.length).toBe(30);
    await sleep(200);
    expect(new Set(smtp.mails.map(({ to }) => to[0])).size).toBe(30);
    expect(smtp.mails).toHaveLength(30);
  });

  it('text messages without a sender of their own stay for staff to read', async () => {
    const outbox = open();
    await outbox.add({ ...email, kind: 'sms', to: '4915112345678' });
    await sleep(200);
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(await outbox.retry(row?.id ?? '')).toBe('no carrier');
  });

  it('closing waits for the mail that is on its way', async () => {
    const outbox = open(smtp.url, 60_000);
    await outbox.add(email);
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    await outbox.close();
    expect([(await rows())[0]?.state, smtp.mails.length]).toEqual(['sent', 1]);
  });
});

describe('without a mail server', () => {
  it('mails wait to be read', async () => {
    const outbox = createDatabaseOutbox({ sql: database.sql, mail: noServer, secret, log });
    outboxes.push(outbox);
    await outbox.add({ ...email, userId: undefined });
    const [row] = await database.sql`select * from public.outbox`;
    expect(row).toMatchObject({
      kind: 'signup',
      to_address: 'ana@example.com',
      subject: 'Grüße',
      text_body: 'Code 123456',
      html_body: '<p>Code</p>',
      state: 'waiting',
      attempts: 0,
    });
  });
});

describe('when a mail server is connected after a while', () => {
  const insert = (subject: string, minutesAgo: number, to = 'ana@example.com') => database.sql`
    insert into public.outbox (kind, to_address, subject, text_body, html_body, created_at, next_attempt_at)
    values ('booking_confirmation', ${to}, ${subject}, 'text', '', now() - make_interval(mins => ${minutesAgo}),
      now() - make_interval(mins => ${minutesAgo}))`;
  const states = async () =>
    (
      await database.sql<{ subject: string; state: string }[]>`
        select subject, state from public.outbox order by created_at`
    ).map(({ subject, state }) => `${subject} ${state}`);

  it('holds the older emails until staff send or discard them, and sends in the order of writing', async () => {
    let smtpUrl: string | undefined;
    const outbox = createDatabaseOutbox({
      secret,
      sql: database.sql,
      mail: { read: async () => ({ smtpUrl, from: 'Onda <hello@onda.example>' }) },
      log,
      lookEveryMs: 50,
    });
    outboxes.push(outbox);
    for (const [subject, minutes] of [
      ['first', 300],
      ['second', 200],
      ['third', 100],
      ['wrong', 90],
      ['recent', 5],
    ] as const)
      await insert(subject, minutes);
    await sleep(150);
    expect(smtp.mails).toHaveLength(0);
    smtpUrl = smtp.url;
    await expect.poll(() => smtp.mails.length).toBe(1);
    await sleep(150);
    expect(await states()).toEqual(['first held', 'second held', 'third held', 'wrong held', 'recent sent']);

    const [wrong] = await database.sql<
      { id: string }[]
    >`select id from public.outbox where subject = 'wrong'`;
    expect(await outbox.decideHeld('discard', [wrong?.id ?? ''])).toBe(1);
    expect(await outbox.decideHeld('send')).toBe(3);
    await expect.poll(() => smtp.mails.length).toBe(4);
    expect(smtp.mails.map(({ headers }) => headers.get('subject'))).toEqual([
      'recent',
      'first',
      'second',
      'third',
    ]);
    await sleep(100);
    expect((await states()).includes('wrong discarded')).toBe(true);
    expect(await outbox.decideHeld('send')).toBe(0);
  });

  it('holds what could not be sent while the program was off', async () => {
    await insert('old', 45);
    open();
    await sleep(200);
    expect([smtp.mails.length, await states()]).toEqual([0, ['old held']]);
  });
});

describe('with a sender of text messages', () => {
  it('it gets text messages and no emails, and what it never accepts is marked failed with a reason', async () => {
    const sender = await startSmsSender();
    const outbox = createDatabaseOutbox({
      secret,
      sql: database.sql,
      mail: noServer,
      smsWebhook: { url: sender.url, secret: undefined },
      log,
      lookEveryMs: 50,
    });
    outboxes.push(outbox);
    await outbox.add(email);
    await outbox.add({ ...email, kind: 'sms', to: '4915112345678', text: '123456 is your code.' });
    await expect
      .poll(async () => (await rows()).map(({ state }) => state).sort())
      .toEqual(['sent', 'waiting']);
    expect(sender.messages).toMatchObject([{ to: '+4915112345678', channel: 'sms' }]);

    sender.answer = 400;
    await database.sql`delete from public.outbox`;
    await outbox.add({ ...email, kind: 'whatsapp', to: '4915112345678' });
    const row = await until(({ state }) => state === 'failed');
    expect(row).toMatchObject({
      attempts: 1,
      last_error: { code: 'text_service_rejected', values: { status: 400 } },
    });
    sender.answer = 204;
    expect(await outbox.retry(row.id)).toBe('due');
    await until(({ state }) => state === 'sent');
    expect(sender.messages.map(({ id }) => id).slice(1)).toEqual([row.id, row.id]);
    await sender.close();
  });
});

describe('user input', () => {
  it('never begins a header of its own', async () => {
    await open().add({ ...email, subject: 'Hello\r\nBcc: everybody@example.com\r\n\r\nBody' });
    await until(({ state }) => state === 'sent');
    const [mail] = smtp.mails;
    expect(mail?.to).toEqual(['ana@example.com']);
    expect(mail?.headers.has('bcc')).toBe(false);
    expect(mail?.headers.get('subject')).toBe('Hello Bcc: everybody@example.com Body');
  });

  it.each([
    'ana@example.com, bea@example.com',
    'ana@example.com\r\nRCPT TO:<bea@example.com>',
    'Ana <ana@example.com>',
    '',
    `${'a'.repeat(320)}@example.com`,
  ])('is rejected as an address when it is not one: %j', async (to) => {
    await expect(open().add({ ...email, to })).rejects.toThrow('exactly one recipient');
    expect(await rows()).toHaveLength(0);
  });
});
