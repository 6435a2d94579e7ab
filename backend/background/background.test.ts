// What the database asks for in the background: cron, requests, webhooks of tables, queues.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLastingConnection } from '../database/lasting-connection.ts';
import { prepareDatabase } from '../database/prepare-database.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { isPublicAddress } from './allowed-address.ts';
import { type Background, createBackground } from './create-background.ts';
import { installBackgroundSchema } from './install-schema.ts';
import { createCronRunner } from './run-jobs.ts';

const progress = { step: () => undefined, done: () => undefined };
let database: TestDatabase;
let background: Background[] = [];
let server: Server;
let place: string;
const heard: { method?: string; url?: string; headers: object; body: string }[] = [];
const errors: unknown[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  await prepareDatabase(database.sql, { progress });
  await installBackgroundSchema(database.sql, progress);
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      heard.push({ method: request.method, url: request.url, headers: request.headers, body });
      if (request.url === '/slow') return;
      if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' });
      response.end(request.url === '/large' ? 'x'.repeat(1_100_000) : '{"seen": true}\0');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connect = () => openLastingConnection(database.url, 'cron test');
  // Two processes on one database.
  background = [1, 2].map(() =>
    createBackground({
      sql: database.sql,
      connect,
      allowsPrivate: ({ origin }) => origin === place,
      onError: (_message, error) => void errors.push(error),
      tickMs: 100,
    }),
  );
});
afterAll(async () => {
  await Promise.all(background.map((one) => one.close()));
  server.close();
  server.closeAllConnections();
  await database.drop();
  expect(errors).toEqual([]);
});

describe('cron', () => {
  it.each([
    ['* * * * *', '2026-03-01T10:07:00Z', true],
    ['*/15 9-17 * * mon-fri', '2026-03-02T09:30:00Z', true],
    ['*/15 9-17 * * mon-fri', '2026-03-01T09:30:00Z', false],
    ['5 4 * jan,mar 7', '2026-03-01T04:05:00Z', true],
    // Both days restricted: either is enough.
    ['0 0 13 * 5', '2026-03-13T00:00:00Z', true],
    ['0 0 13 * 5', '2026-03-20T00:00:00Z', true],
    ['0 0 13 * 5', '2026-03-21T00:00:00Z', false],
    ['0 0 $ * *', '2026-02-28T00:00:00Z', true],
    ['0 0 $ * *', '2026-02-27T00:00:00Z', false],
    ['10/20 * * * *', '2026-03-01T00:50:00Z', true],
    ['@hourly', '2026-03-01T03:00:00Z', true],
  ])('%s at %s is due: %s', async (schedule, at, expected) => {
    const [row] = await database.sql`select cron.is_due(${schedule}, ${at}::timestamptz) as "isDue"`;
    expect(row?.isDue).toBe(expected);
  });

  it.each([
    '',
    '* * * *',
    '60 * * * *',
    '* * 0 * *',
    '5-1 * * * *',
    '*/0 * * * *',
    '60 seconds',
    'x * * * *',
    '* * * 13 *',
    '0 seconds',
  ])('rejects the schedule "%s"', async (schedule) => {
    await expect(database.sql`select cron.schedule('bad', ${schedule}, 'select 1')`).rejects.toThrow(
      'invalid schedule',
    );
  });

  it('runs each job once although two processes look, and stores what it did', async () => {
    const { sql } = database;
    await sql`create table public.runs (at timestamptz default clock_timestamp())`;
    const [job] =
      await sql`select cron.schedule('count', '2 seconds', 'insert into public.runs default values') as id`;
    await sql`select cron.schedule('broken', '1 second', 'select 1/0')`;
    await sql`select cron.schedule('clean', '1 second', 'vacuum public.runs')`;
    const details = () =>
      sql`select status, return_message, username from cron.job_run_details where jobid = ${job?.id} and status <> 'running' order by runid`;
    await expect.poll(async () => (await details()).length).toBeGreaterThanOrEqual(3);
    await sql`select cron.alter_job(${job?.id}, active => false)`;
    await expect
      .poll(async () => (await sql`select from cron.job_run_details where status = 'running'`).length)
      .toBe(0);
    const runs =
      await sql`select extract(epoch from at - lag(at) over (order by at))::float8 as gap from public.runs`;
    expect((await details()).length).toBe(runs.length);
    expect(runs.slice(1).every(({ gap }) => gap > 1.5)).toBe(true);
    expect((await details())[0]).toMatchObject({ status: 'succeeded', return_message: 'INSERT 1' });
    const others = await sql`
      select distinct jobname, status, return_message from cron.job_run_details join cron.job using (jobid)
      where jobname in ('broken', 'clean') order by jobname`;
    expect(others).toMatchObject([
      { jobname: 'broken', status: 'failed', return_message: 'ERROR:  division by zero' },
      { jobname: 'clean', status: 'succeeded', return_message: 'VACUUM' },
    ]);
    await sql`select cron.unschedule('broken'), cron.unschedule('clean'), cron.unschedule(${job?.id}::bigint)`;
    await expect(sql`select cron.unschedule('count')`).rejects.toThrow('could not find valid entry for job');
  });

  it('does not start a job that still runs, and says so of one that a restart ended', async () => {
    const { sql } = database;
    const [job] = await sql`select cron.schedule('long', '1 second', 'select pg_sleep(2.5)') as id`;
    const runs = () =>
      sql`select status, start_time, end_time from cron.job_run_details where jobid = ${job?.id} order by runid`;
    await expect
      .poll(async () => (await runs()).filter(({ status }) => status === 'succeeded').length, {
        timeout: 10_000,
      })
      .toBe(2);
    await sql`select cron.unschedule('long')`;
    const [first, second] = await runs();
    expect(second?.start_time.getTime()).toBeGreaterThanOrEqual(first?.end_time.getTime());
    await sql`insert into cron.job_run_details (jobid, job_pid, status, start_time) values (-1, 1, 'running', now() - interval '1 hour')`;
    await createCronRunner({ sql, connect: () => sql, onError: () => undefined }).removeOld();
    const [ended] = await sql`select status, return_message from cron.job_run_details where jobid = -1`;
    expect(ended).toMatchObject({ status: 'failed', return_message: 'server restarted' });
  });

  it('runs as the owner of the database and for nobody else', async () => {
    const { sql } = database;
    await expect(
      sql`select cron.schedule_in_database('a', '* * * * *', 'select 1', 'other')`,
    ).rejects.toThrow('jobs run in the database');
    await expect(
      sql`select cron.schedule_in_database('a', '* * * * *', 'select 1', current_database(), 'anon')`,
    ).rejects.toThrow('jobs run as');
    // Granted by hand, a role may write jobs down; running them would give it the owner's rights.
    await sql`insert into cron.job (jobname, schedule, command, username) values ('of anon', '1 second', 'reset role; drop table public.runs', 'anon')`;
    const run = () =>
      sql`select status, return_message from cron.job_run_details where username = 'anon' limit 1`;
    await expect.poll(async () => (await run())[0]?.return_message).toMatch(/^ERROR: {2}jobs run as/);
    await sql`delete from cron.job where jobname = 'of anon'`;
    expect(await sql`select to_regclass('public.runs') as runs`).toMatchObject([{ runs: 'runs' }]);
  });
});

describe('requests', () => {
  const answerOf = async (id: unknown) => {
    const read = () => database.sql`select * from net._http_response where id = ${String(id)}`;
    await expect.poll(async () => (await read()).length).toBe(1);
    return (await read())[0];
  };

  it('are sent after the commit, once, with parameters, headers and body; the answer is stored', async () => {
    const { sql } = database;
    await sql
      .begin(async (within) => {
        await within`select net.http_post(${`${place}/rolled-back`})`;
        throw new Error('undone');
      })
      .catch(() => undefined);
    const [sent] = await sql`
      select net.http_post(${`${place}/in?a=1`}, '{"name": "Ana"}', '{"q": "ü &"}', '{"x-from": "db", "host": "evil"}') as post,
        net.http_get(${`${place}/moved`}) as get, net.http_delete(${`${place}/out`}, body => '{"all": true}') as delete`;
    expect(await answerOf(sent?.post)).toMatchObject({
      status_code: 200,
      content: '{"seen": true}\uFFFD',
      timed_out: false,
      error_msg: null,
    });
    expect(await answerOf(sent?.get)).toMatchObject({
      status_code: 302,
      headers: { location: '/elsewhere' },
    });
    await answerOf(sent?.delete);
    expect(heard.filter(({ url }) => url === '/in?a=1&q=%C3%BC%20%26')).toMatchObject([
      {
        method: 'POST',
        body: '{"name": "Ana"}',
        headers: { 'x-from': 'db', 'content-type': 'application/json', host: new URL(place).host },
      },
    ]);
    expect(heard.find(({ url }) => url === '/out')).toMatchObject({
      method: 'DELETE',
      body: '{"all": true}',
    });
    expect(heard.some(({ url }) => url === '/rolled-back' || url === '/elsewhere')).toBe(false);
  });

  it('end when they take too long, are too large or go to a private address', async () => {
    const { sql } = database;
    const [sent] = await sql`
      select net.http_get(${`${place}/slow`}, timeout_milliseconds => 300) as slow, net.http_get(${`${place}/large`}) as large,
        net.http_get('http://127.0.0.1:1/') as loopback, net.http_get('http://localhost:1/') as named,
        net.http_get('http://[::ffff:127.0.0.1]:1/') as mapped, net.http_get('http://0x7f.1/') as hex,
        net.http_get('http://169.254.169.254/latest/meta-data') as metadata`;
    expect(await answerOf(sent?.slow)).toMatchObject({
      timed_out: true,
      error_msg: 'Timeout of 300 ms reached',
    });
    expect(await answerOf(sent?.large)).toMatchObject({
      status_code: null,
      error_msg: 'The answer is larger than 1 MB',
    });
    for (const kind of ['loopback', 'named', 'mapped', 'hex', 'metadata'])
      expect([kind, (await answerOf(sent?.[kind]))?.error_msg]).toEqual([
        kind,
        'The address is not on the public internet',
      ]);
    await expect(sql`select net.http_get('file:///etc/passwd')`).rejects.toThrow('url must begin with http');
    await expect(
      sql`select net.http_post('http://a.example', to_jsonb(repeat('x', 1048577)))`,
    ).rejects.toThrow('at most');
    await expect(
      sql`select net.http_post('http://a.example', headers => '{"content-type": "text/plain"}')`,
    ).rejects.toThrow('Content-Type header must be');
  });

  it.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['10.1.2.3', false],
    ['172.31.0.1', false],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['169.254.169.254', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::a00:1', false],
    ['2002:7f00:1::', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });

  it('of a trigger tell about rows that anyone changed', async () => {
    const { sql } = database;
    await sql.unsafe(`
      create table public.orders (id int primary key, state text);
      grant all on public.orders to authenticated;
      create trigger "tell shop" after insert or update or delete on public.orders for each row
        execute function supabase_functions.http_request('${place}/hook', 'POST', '{"Content-Type":"application/json","x-key":"k"}', '{}', '5000');`);
    await sql.begin(async (within) => {
      await within`set local role authenticated`;
      await within`insert into public.orders values (1, 'new')`;
      await within`update public.orders set state = 'paid'`;
      await within`delete from public.orders`;
    });
    const bodies = () => heard.filter(({ url }) => url === '/hook').map(({ body }) => JSON.parse(body));
    await expect.poll(() => bodies().length).toBe(3);
    expect(bodies().sort((one, other) => String(one.type).localeCompare(other.type))).toEqual([
      {
        type: 'DELETE',
        table: 'orders',
        schema: 'public',
        record: null,
        old_record: { id: 1, state: 'paid' },
      },
      {
        type: 'INSERT',
        table: 'orders',
        schema: 'public',
        record: { id: 1, state: 'new' },
        old_record: null,
      },
      {
        type: 'UPDATE',
        table: 'orders',
        schema: 'public',
        record: { id: 1, state: 'paid' },
        old_record: { id: 1, state: 'new' },
      },
    ]);
    expect(await sql`select from supabase_functions.hooks where hook_name = 'tell shop'`).toHaveLength(3);
  });
});

describe('queues', () => {
  it('give a message to one reader, hide it, and archive or delete it', async () => {
    const { sql } = database;
    await sql`select pgmq.create('Mail-1'), pgmq.create('Mail-1')`;
    const ids = (
      await sql`select pgmq.send_batch('Mail-1', array['{"n": 1}', '{"n": 2}', '{"n": 3}']::jsonb[]) as id`
    ).map(({ id }) => id);
    await sql`select pgmq.send('Mail-1', '{"n": 4}', '{"from": "db"}'::jsonb), pgmq.send('Mail-1', '{"n": 5}', 60)`;
    const [one, other] = await Promise.all([1, 2].map(() => sql`select * from pgmq.read('mail-1', 30, 2)`));
    const numbers = [...(one ?? []), ...(other ?? [])].map(({ message }) => message.n).sort();
    expect(numbers).toEqual([1, 2, 3, 4]);
    expect(await sql`select * from pgmq.read('mail-1', 30, 5)`).toHaveLength(0);
    expect(
      await sql`select pgmq.archive('mail-1', ${ids[0]}::bigint) as a, pgmq.archive('mail-1', 99::bigint) as b, pgmq.delete('mail-1', ${ids[1]}::bigint) as c`,
    ).toMatchObject([{ a: true, b: false, c: true }]);
    await sql`select * from pgmq.set_vt('mail-1', ${ids[2]}::bigint, 0)`;
    expect(await sql`select * from pgmq.pop('mail-1')`).toMatchObject([{ message: { n: 3 }, read_ct: 1 }]);
    expect(await sql`select (pgmq.metrics('mail-1')).*`).toMatchObject([
      { queue_length: '2', total_messages: '5', queue_visible_length: '0' },
    ]);
    expect(await sql`select message from pgmq."a_mail-1"`).toMatchObject([{ message: { n: 1 } }]);
    expect(await sql`select * from pgmq.list_queues()`).toMatchObject([
      { queue_name: 'mail-1', is_unlogged: false },
    ]);
    expect(
      await sql`select pgmq.purge_queue('mail-1') as n, pgmq.drop_queue('mail-1') as gone`,
    ).toMatchObject([{ n: '2', gone: true }]);
    await expect(sql`select pgmq.create('a"; drop table x')`).rejects.toThrow('queue name is invalid');
  });
});

it('nothing of it is open to the roles of callers, and the extensions can be created', async () => {
  const { sql } = database;
  const open = await sql`
    select n.nspname, r.rolname from pg_namespace n, pg_roles r
    where n.nspname in ('cron', 'net', 'pgmq', 'supabase_functions') and r.rolname in ('anon', 'authenticated', 'service_role')
      and (has_schema_privilege(r.oid, n.oid, 'usage')
        or exists (select from pg_proc p where p.pronamespace = n.oid and has_function_privilege(r.oid, p.oid, 'execute'))
        or exists (select from pg_class c where c.relnamespace = n.oid and c.relkind = 'r' and has_table_privilege(r.oid, c.oid, 'select')))`;
  expect(open).toEqual([]);
  await sql`create extension if not exists pg_cron with schema pg_catalog`;
  await sql`create extension pg_net with schema extensions`;
  await sql`create extension pgmq`;
  await installBackgroundSchema(sql, progress);
});
