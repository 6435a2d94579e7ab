// A statement that uses or waits for a lost connection gets an answer, and the program goes on.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openSql, type SqlOptions } from './open-sql.ts';
import type { Sql } from './sql.ts';

let database: TestDatabase;
const opened: Sql[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((sql) => sql.end({ timeout: 0 })));
});
afterAll(() => database?.drop());

function open(options: SqlOptions = {}, url = database.url): Sql {
  const sql = openSql(url, { max: 1, ...options });
  opened.push(sql);
  return sql;
}

const pidOf = async (sql: Pick<Sql, 'unsafe'>) =>
  (await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid'))[0]?.pid ?? 0;
const untilActive = (pid: number) =>
  expect
    .poll(() => database.sql`select from pg_stat_activity where pid = ${pid} and state = 'active'`)
    .toHaveLength(1);
const terminate = (pid: number) => database.sql`select pg_terminate_backend(${pid}, 5000)`;

describe('a lost connection', () => {
  it('rejects the statement that runs on it, and what waits is served by a new one', async () => {
    const sql = open();
    const pid = await pidOf(sql);
    const running = sql`select pg_sleep(60)`;
    const ended = expect(running).rejects.toMatchObject({ code: '57P01' });
    const waiting = [sql`select 1 as n`, sql`select 2 as n`];
    const answers = Promise.all(waiting);
    await untilActive(pid);
    await terminate(pid);
    await ended;
    expect(await answers).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  });

  it('is replaced when it was idle', async () => {
    const sql = open();
    await terminate(await pidOf(sql));
    await expect.poll(() => sql`select 1 as n`.catch(() => [])).toEqual([{ n: 1 }]);
  });

  it('rejects a transaction, also one that waits for something else, and its connection is released', async () => {
    const sql = open();
    let pid = 0;
    const transaction = sql.begin(async (within) => {
      pid = await pidOf(within);
      await new Promise(() => undefined);
    });
    const ended = expect(transaction).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await expect.poll(() => pid).not.toBe(0);
    await terminate(pid);
    await ended;
    expect(await sql`select 1 as n`).toEqual([{ n: 1 }]);
  });

  it('rejects every further statement of a reservation', async () => {
    const sql = open();
    const held = await sql.reserve();
    await terminate(await pidOf(held));
    await expect(held`select 1`.then(() => held`select 2`)).rejects.toThrow();
    await expect(held`select 3`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    held.release();
    expect(await sql`select 4 as n`).toEqual([{ n: 4 }]);
  });

  it('ends the streams of a COPY with an error, also when nobody has read them yet', async () => {
    const sql = open({ max: 2 });
    const reading = await sql.reserve();
    const readPid = await pidOf(reading);
    const out = await reading
      .unsafe("copy (select repeat('x', 1000) from generate_series(1, 100000)) to stdout")
      .readable();
    await terminate(readPid);
    await expect(out.toArray()).rejects.toThrow();
    reading.release();
    await sql`create table lost_copy (text text)`;
    const writing = await sql.reserve();
    const writePid = await pidOf(writing);
    const into = await writing.unsafe('copy lost_copy from stdin').writable();
    const failed = new Promise((resolve) => into.once('close', resolve));
    await terminate(writePid);
    await failed;
    expect(into.errored).toBeTruthy();
    writing.release();
    expect(await sql`select from lost_copy`).toHaveLength(0);
  });

  it('is listened on again, and the listener is told', async () => {
    const sql = open({ applicationName: 'sql listens' });
    const received: string[] = [];
    let listens = 0;
    await sql.listen(
      'news',
      (payload) => received.push(payload),
      () => (listens += 1),
    );
    const { unlisten } = await sql.listen('news', (payload) => received.push(`second ${payload}`));
    await sql.notify('news', 'one');
    await expect.poll(() => received).toEqual(['one', 'second one']);
    const [listening] =
      await database.sql`select pid from pg_stat_activity where application_name = 'sql listens' and query like 'listen%'`;
    await terminate(listening?.pid);
    await expect.poll(() => listens).toBe(2);
    await unlisten();
    await sql.notify('news', 'two');
    await expect.poll(() => received.at(-1)).toBe('two');
    expect(received).toHaveLength(3);
  });
});

describe('a server', () => {
  it('that hangs up at first is tried again until it answers', async () => {
    let rejections = 3;
    const { url, close } = await openProxy((client, forward) => {
      if (rejections > 0) client.destroy();
      else forward();
      rejections -= 1;
    });
    expect(await open({}, url)`select 1 as n`).toEqual([{ n: 1 }]);
    await close();
  });

  it('that never answers rejects everyone who waits, when the time is over', async () => {
    const { url, close } = await openProxy(() => undefined);
    const sql = open({ max: 1, connect_timeout: 0.3 }, url);
    const ended = await Promise.allSettled([
      sql`select 1`,
      sql.begin(() => 1),
      sql.reserve(),
      sql.listen('x', () => {}),
    ]);
    expect(ended.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
      Array(4).fill('CONNECT_TIMEOUT'),
    );
    await close();
  });

  it('that is not there rejects everyone at once, and serves them when it is back', async () => {
    const { url, close } = await openProxy((_, forward) => forward());
    const sql = open({ max: 2 }, url);
    await sql`select 1`;
    await close();
    const ended = await Promise.allSettled(Array.from({ length: 5 }, () => sql`select 1`));
    expect(ended.every(({ status }) => status === 'rejected')).toBe(true);
    const again = await openProxy((_, forward) => forward(), Number(new URL(url).port));
    expect(await sql`select 1 as n`).toEqual([{ n: 1 }]);
    await again.close();
  });
});

describe('a pool', () => {
  it('serves who waits when its last connection closes', async () => {
    const sql = open();
    const held = await sql.reserve();
    const pid = await pidOf(held);
    const waiting = Promise.all([
      sql`select 1 as n`,
      sql`select 2 as n`,
      sql.begin((within) => within`select 3 as n`),
    ]);
    await terminate(pid);
    held.release();
    expect((await waiting).flat()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('lends a connection once, also when it was released twice', async () => {
    const sql = open();
    const first = await sql.reserve();
    first.release();
    const second = await sql.reserve();
    first.release();
    await expect(first`select 1`).rejects.toMatchObject({ code: 'RESERVATION_ENDED' });
    let isServed = false;
    const third = sql.reserve().then((held) => {
      isServed = true;
      return held;
    });
    await second`select pg_sleep(0.1)`;
    expect(isServed).toBe(false);
    second.release();
    (await third).release();
  });

  it('listens on a connection that is not one of its own', async () => {
    const sql = open();
    const held = await sql.reserve();
    await sql.listen('news', () => undefined);
    const waiting = sql`select 1 as n`;
    held.release();
    expect(await waiting).toEqual([{ n: 1 }]);
  });

  it('rejects a transaction inside a transaction that would wait for itself, and goes on', async () => {
    const sql = open({ wait_timeout: 0.3 });
    const outer = sql.begin(async (within) => {
      await within`select 1`;
      await sql.begin((inner) => inner`select 2`);
    });
    await expect(outer).rejects.toMatchObject({ code: 'CONNECTION_WAIT_TIMEOUT' });
    expect(await sql`select 3 as n`).toEqual([{ n: 3 }]);
  });

  it('lets statements wait for a long one without a limit', async () => {
    const sql = open({ wait_timeout: 0.1 });
    const answers = await Promise.all([sql`select pg_sleep(0.5)`, sql`select 1 as n`]);
    expect(answers[1]).toEqual([{ n: 1 }]);
  });

  it('does not lend a connection whose transaction was left open', async () => {
    const sql = open();
    const held = await sql.reserve();
    const left = await pidOf(held);
    await held`begin`;
    held.release();
    expect(await pidOf(sql)).not.toBe(left);
  });

  it('replaces connections that are old or unused', async () => {
    const sql = open({ idle_timeout: 0.1 });
    const pid = await pidOf(sql);
    await expect.poll(() => database.sql`select from pg_stat_activity where pid = ${pid}`).toHaveLength(0);
    const old = open({ max_lifetime: 0.1 });
    const before = await pidOf(old);
    await expect.poll(() => pidOf(old), { interval: 100 }).not.toBe(before);
  });

  it('stays whole under many statements, transactions and cut connections at once', async () => {
    const sql = open({ max: 4 });
    let answered = 0;
    const work = Array.from({ length: 400 }, async (_, index) => {
      try {
        if (index % 40 === 0) await sql`select pg_terminate_backend(pg_backend_pid())`;
        else if (index % 3 === 0) await sql.begin((within) => within`select ${index}::int`);
        else await sql`select ${index}::int`;
      } catch {} // The cut ones.
      answered += 1;
    });
    await Promise.all(work);
    expect(answered).toBe(400);
    expect(await Promise.all(Array.from({ length: 8 }, () => sql`select 1 as n`))).toHaveLength(8);
  });

  it('ends when what runs is over, or when the time is', async () => {
    const sql = open();
    const waiting = [sql`select pg_sleep(0.1)`.execute(), sql`select 1 as n`.execute()];
    await sql.end();
    const [, answer] = await Promise.all(waiting);
    expect(answer).toEqual([{ n: 1 }]);
    await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
    const other = open();
    const pid = await pidOf(other);
    const ended = expect(other`select pg_sleep(60)`).rejects.toMatchObject({ code: 'CONNECTION_DESTROYED' });
    await untilActive(pid);
    await other.end({ timeout: 0 });
    await ended;
  });

  it('cuts a connection whose answer is too large', async () => {
    const sql = open({ maxAnswerBytes: 100_000 });
    await expect(sql`select repeat('x', 1000000)`).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
    expect(await sql`select 1 as n`).toEqual([{ n: 1 }]);
  });
});

async function openProxy(onClient: (client: Socket, forward: () => void) => void, port = 0) {
  const target = new URL(database.url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.on('error', () => undefined));
    onClient(client, () => {
      const upstream = connect(Number(target.port), target.hostname).on('error', () => undefined);
      sockets.add(upstream);
      client.pipe(upstream).pipe(client);
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
