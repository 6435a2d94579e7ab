// Alarms with a real database and a webhook receiver on this machine: sent once at the beginning and once at the end.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PrivateAddressError } from '#backend/background/allowed-address.ts';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { readConfig } from '../config.ts';
import type { Check } from '../health/checks.ts';
import { measureAlarms } from '../health/measure.ts';
import { type JobRunner, startJobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { createDatabaseOutbox, type DatabaseOutbox } from '../mail/database-outbox.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';
import { sendWebhook, signWebhook } from '../webhooks/send-webhook.ts';
import { nextAlarm, type StoredAlarm } from './next-alarm.ts';
import { createAlarmJobs, startAlarms } from './start-alarms.ts';

const SECRET = Buffer.from('a key of at least 24 bytes').toString('base64');
const log = createLogger('silent');
const silent: Check = { name: 'radio', state: 'warn', message: 'is silent', advice: 'Upload music.' };
const onAir: Check = { name: 'radio', state: 'ok', message: 'is on air' };
const MINUTE_MS = 60_000;

let database: TestDatabase;
let outbox: DatabaseOutbox;
let jobs: JobRunner;
let receiver: Server;
let nextStatus = 204;
const received: { headers: Record<string, unknown>; body: string }[] = [];
const webhook = () => ({
  url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
  secret: SECRET,
  allowsPrivate: true,
});

beforeAll(async () => {
  database = await openStudioDatabase();
  outbox = createDatabaseOutbox({
    secret: 'a secret of this installation',
    sql: database.sql,
    log,
    mail: { read: async () => ({ smtpUrl: undefined, from: 'onda@studio.test' }) },
  });
  receiver = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    received.push({ headers: request.headers, body });
    response.writeHead(nextStatus).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  jobs = await startJobRunner({
    sql: database.sql,
    log,
    lane: 'outside',
    handlers: createAlarmJobs(webhook()),
  });
  await database.sql`insert into auth.users (id, email) values (gen_random_uuid(), 'owner@studio.test')`;
  await database.sql`
    insert into public.roles (user_id, role) select id, 'owner' from auth.users where email = 'owner@studio.test'`;
});
afterAll(async () => {
  await jobs?.close();
  await outbox?.close();
  receiver?.close();
  await database?.drop();
});
beforeEach(async () => {
  received.length = 0;
  nextStatus = 204;
  await database.sql`delete from private.jobs`;
  await database.sql`delete from public.outbox where kind = 'alarm'`;
  await database.sql`delete from private.alarms`;
});

const subjects = async () =>
  (
    await database.sql`select to_address, subject from public.outbox where kind = 'alarm' order by created_at`
  ).map(({ to_address, subject }) => `${to_address}: ${subject}`);

function open(measure: () => Check[], clock: { ms: number }, isConnected = true) {
  return startAlarms({
    sql: database.sql,
    config: { names: ['radio', 'jobs'], emails: 'owners', webhook: webhook() },
    measure: async () => measure(),
    mail: { isConnected },
    outbox,
    siteUrl: 'https://studio.test',
    log,
    now: () => clock.ms,
  });
}

describe('alarms', () => {
  it('notifies the owner once when a problem begins and once when it is resolved, across restarts', async () => {
    const clock = { ms: Date.parse('2026-11-16T06:00:00Z') };
    let check = silent;
    let alarms = open(() => [check], clock);
    const lookAfter = async (minutes: number) => {
      clock.ms += minutes * MINUTE_MS;
      await alarms.look();
    };
    await lookAfter(0);
    await lookAfter(1);
    expect(await subjects()).toEqual([]);
    await lookAfter(1);
    await lookAfter(1);
    // Another process, or the same one after a restart, knows what was said.
    await alarms.close();
    alarms = open(() => [check], clock);
    await lookAfter(60);
    expect(await subjects()).toEqual(['owner@studio.test: Radio: is silent']);
    check = onAir;
    await lookAfter(1);
    check = silent;
    await lookAfter(1);
    check = onAir;
    await lookAfter(1);
    await lookAfter(1);
    expect(await subjects()).toHaveLength(1);
    await lookAfter(1);
    await lookAfter(1);
    expect(await subjects()).toEqual([
      'owner@studio.test: Radio: is silent',
      'owner@studio.test: Radio: resolved',
    ]);
    await jobs.run();
    expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(['alarm.began', 'alarm.over']);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      data: {
        name: 'radio',
        message: 'is silent',
        advice: 'Upload music.',
        began_at: '2026-11-16T06:00:00.000Z',
      },
    });
    expect(await database.sql`select from private.alarms`).toHaveLength(0);
    await alarms.close();
  });

  it('says nothing of a short flap, of checks that are not chosen, and by email without a mail server', async () => {
    const clock = { ms: 0 };
    const checks: Check[] = [silent, { name: 'disk', state: 'bad', message: 'is full' }];
    const alarms = open(() => checks, clock, false);
    await alarms.look();
    clock.ms += MINUTE_MS;
    checks[0] = onAir;
    await alarms.look();
    clock.ms += 10 * MINUTE_MS;
    await alarms.look();
    await jobs.run();
    expect(received).toEqual([]);
    checks[0] = silent;
    await alarms.look();
    clock.ms += 2 * MINUTE_MS;
    await alarms.look();
    await jobs.run();
    expect([received.length, await subjects()]).toEqual([1, []]);
    await alarms.close();
  });

  it('is looked at by one process at a time', async () => {
    const alarms = open(() => [silent], { ms: 0 });
    await database.sql.begin(async (other) => {
      await other`select pg_advisory_xact_lock(hashtextextended('onda alarms', 0))`;
      expect(await alarms.look()).toBe(false);
    });
    expect(await alarms.look()).toBe(true);
    await alarms.close();
  });

  it('signs the webhook by the standard scheme and tries again with the same id', async () => {
    const clock = { ms: 0 };
    const alarms = open(() => [silent], clock);
    await alarms.look();
    clock.ms += 2 * MINUTE_MS;
    nextStatus = 500;
    await alarms.look();
    await jobs.run();
    nextStatus = 200;
    await database.sql`update private.jobs set run_at = now()`;
    await jobs.run();
    await expect.poll(() => received.length).toBe(2);
    const [first, second] = received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const timestampS = Number(second?.headers['webhook-timestamp']);
    expect(Math.abs(timestampS - Date.now() / 1000)).toBeLessThan(60);
    expect(second?.headers['webhook-signature']).toBe(
      signWebhook(SECRET, {
        id: String(second?.headers['webhook-id']),
        body: second?.body ?? '',
        timestampS,
      }),
    );
    expect(await database.sql`select from private.jobs`).toHaveLength(0);
    await alarms.close();
  });

  // The example of the Standard Webhooks specification.
  it('makes the signature of the published example', () => {
    const signature = signWebhook('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestampS: 1614265330,
      body: '{"test": 2432232314}',
    });
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('rejects addresses of private networks, also behind a name', async () => {
    const message = { id: 'msg_1', body: '{}' };
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '[::ffff:127.0.0.1]'])
      await expect(
        sendWebhook({ url: `http://${host}:9/`, secret: SECRET, allowsPrivate: false }, message),
      ).rejects.toThrow(PrivateAddressError);
    expect(received).toEqual([]);
  });

  it('keeps the first moment and the newest message', () => {
    const known: StoredAlarm = { name: 'radio', beganAtMs: 1, notifiedAtMs: 2, message: 'old' };
    expect(nextAlarm(known, silent, 999_999)).toEqual({
      alarm: { name: 'radio', beganAtMs: 1, notifiedAtMs: 2, message: 'is silent', advice: 'Upload music.' },
    });
    expect(nextAlarm(undefined, onAir, 1)).toEqual({ alarm: undefined });
  });

  it('measures radio, jobs, disk, backup, off-site copy, certificate and mail', async () => {
    const { sql } = database;
    await sql`update public.backup_settings set copies_target = 's3.test/copies', copies_since = now() - interval '4 days'`;
    await sql`insert into private.jobs (kind, failed_at) values ('broken', now())`;
    await sql`
      insert into public.outbox (kind, to_address, subject, text_body, html_body, state)
      values ('alarm', 'a@studio.test', '', '', '', 'failed')`;
    const parts: Parameters<typeof measureAlarms>[0] = {
      sql,
      dataDir: '/',
      mail: { read: async () => ({ smtpUrl: 'smtp://mail.test' }) as never },
      checkStorage: async () => undefined,
      isOnAir: () => false,
      certificates: { current: undefined },
    };
    const checks = await measureAlarms(parts);
    const wrong = checks.filter(({ state }) => state !== 'ok').map(({ name }) => name);
    expect(checks.map(({ name }) => name)).toEqual([
      'radio',
      'jobs',
      'disk',
      'backup',
      'off-site',
      'certificate',
      'mail',
    ]);
    expect(wrong).toEqual(expect.arrayContaining(['radio', 'jobs', 'off-site', 'certificate', 'mail']));
    // No owner's account is two days old.
    expect(wrong).not.toContain('backup');
    // Turned on today: the first copy may still be on its way.
    await sql`update public.backup_settings set copies_since = now()`;
    const later = await measureAlarms(parts);
    expect(later.find(({ name }) => name === 'off-site')?.state).toBe('ok');
  });
});

describe('the settings of alarms', () => {
  const hook = { ALARM_WEBHOOK_URL: 'https://hooks.example/x', ALARM_WEBHOOK_SECRET: `whsec_${SECRET}` };

  it('are on by email to the owner unless the environment says otherwise', () => {
    expect(readConfig({}).alarms).toEqual({
      names: ['radio', 'jobs', 'disk', 'backup', 'off-site', 'certificate', 'mail'],
      emails: 'owners',
      webhook: undefined,
    });
    expect(readConfig({ ALARMS: 'off', ALARM_EMAIL: 'off', ...hook }).alarms).toEqual({
      names: [],
      emails: [],
      webhook: { url: 'https://hooks.example/x', secret: SECRET, allowsPrivate: false },
    });
    expect(readConfig({ ALARMS: 'disk,mail', ALARM_EMAIL: 'a@b.example' }).alarms).toMatchObject({
      names: ['disk', 'mail'],
      emails: ['a@b.example'],
    });
  });

  it.each([
    [{ ALARMS: 'disk,weather' }, 'ALARMS'],
    [{ ALARM_EMAIL: 'nobody' }, 'ALARM_EMAIL'],
    [{ ALARM_WEBHOOK_URL: hook.ALARM_WEBHOOK_URL }, 'ALARM_WEBHOOK_SECRET is not'],
    [{ ...hook, ALARM_WEBHOOK_SECRET: 'short' }, 'ALARM_WEBHOOK_SECRET'],
    [{ ...hook, ALARM_WEBHOOK_URL: 'http://10.1.2.3/' }, 'ALARM_WEBHOOK_PRIVATE=on'],
  ])('stops the start at %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});
