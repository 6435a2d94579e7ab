import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase } from './connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostmaster, isAlive } from './postmaster.ts';
import { copyCluster, CLUSTER_PASSWORD as password } from './testing/copied-cluster.ts';

const HOLDER = fileURLToPath(new URL('./testing/hold-postgres.ts', import.meta.url));
const servers: EmbeddedPostgres[] = [];
const holders: ChildProcess[] = [];
let steps: string[];
let dataDir: string;
const progress = { step: (message: string) => void steps.push(message), done: () => undefined };

beforeEach(async () => {
  steps = [];
  dataDir = await mkdtemp(join(tmpdir(), 'onda-embedded-'));
  await chmod(dataDir, 0o711);
});

afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL');
  for (const server of servers.splice(0)) await server.stop();
  const left = await postmaster();
  if (left) process.kill(left.pid, 'SIGQUIT');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, password, progress });
  servers.push(server);
  return server;
}

async function hold(): Promise<{ holder: ChildProcess; url: string; output: () => string }> {
  const holder = spawn(process.execPath, [HOLDER, dataDir, password], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  holders.push(holder);
  let output = '';
  holder.stderr?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const [line] = (await once(holder.stdout ?? holder, 'data')) as [Buffer];
  return { holder, url: line.toString().trim(), output: () => output };
}

const postmaster = async () => {
  const clusterDir = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  return clusterDir ? findPostmaster(clusterDir) : undefined;
};

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const database = await connectDatabase(url, { max: 1, applicationName: 'onda test' });
  try {
    return await database.sql.unsafe(text);
  } finally {
    await database.close();
  }
}

describe('in an empty folder', () => {
  it('creates a durable UTF-8 database with logical replication that only a password opens, on loopback alone', async () => {
    const { url } = await start();
    const [settings] = await query(
      url,
      `select current_setting('fsync') as fsync, current_setting('wal_level') as wal,
        current_setting('listen_addresses') as listen, pg_encoding_to_char(encoding) as encoding,
        (select count(*)::int from pg_hba_file_rules where auth_method <> 'scram-sha-256') as open_doors
       from pg_database where datname = current_database()`,
    );
    expect(settings).toEqual({
      fsync: 'on',
      wal: 'logical',
      listen: '127.0.0.1',
      encoding: 'UTF8',
      open_doors: 0,
    });
  });

  it('leaves no process behind and finds everything again at the next start, on the same port', async () => {
    const first = await start();
    await query(first.url, 'create table saved (id int)');
    const running = await postmaster();
    await first.stop();
    expect(await isAlive(running?.pid ?? 0)).toBe(false);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select * from saved')).toEqual([]);
    expect(steps.filter((step) => step === 'Creating the database')).toHaveLength(1);
  });

  it('comes up once when two processes start in an empty folder together', async () => {
    const [a, b] = await Promise.all([hold(), hold()]);
    expect(a.url).toBe(b.url);
    const leftovers = (await readdir(dataDir)).filter((name) => name.includes('.init-'));
    expect(leftovers).toEqual([]);
    a.holder.kill('SIGTERM');
    b.holder.kill('SIGTERM');
    await Promise.all([once(a.holder, 'exit'), once(b.holder, 'exit')]);
    expect(await postmaster()).toBeUndefined();
  });

  it('makes the database anew after a first run that was killed half-way, and tidies up', async () => {
    const dead = spawn('true');
    await once(dead, 'exit');
    await mkdir(join(dataDir, `postgres.init-${dead.pid}-abcd`, 'base'), { recursive: true });
    await mkdir(join(dataDir, 'postgres', 'base'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    const server = await start();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const names = await readdir(dataDir);
    expect(names.filter((name) => name.includes('.init-'))).toEqual([]);
    expect(names.filter((name) => name.startsWith('postgres.incomplete-'))).toHaveLength(1);
    expect(steps.join()).toContain('was incomplete');
  });

  it.runIf(process.getuid?.() === 0)('works for root in a folder closed to everybody else', async () => {
    const closed = join(dataDir, 'closed');
    await mkdir(join(closed, 'data'), { recursive: true });
    await chmod(closed, 0o700);
    const outer = dataDir;
    dataDir = join(closed, 'data');
    const server = await start();
    await query(server.url, 'create table saved (id int)');
    await server.stop();
    expect((await lstat(join(dataDir, 'postgres'))).isSymbolicLink()).toBe(true);
    const again = await start();
    expect(await query(again.url, 'select * from saved')).toEqual([]);
    expect(await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n');
    await again.stop();
    await rm(dirname(await realpath(join(dataDir, 'postgres'))), { recursive: true });
    await expect(start()).rejects.toThrow(/points to a place that does not exist/);
    dataDir = outer;
  });
});

describe('with an existing database', () => {
  beforeEach(() => copyCluster(dataDir));

  it('adopts the server that a killed process left behind', async () => {
    const { holder, url } = await hold();
    await query(url, 'create table saved as select 1 as id');
    const before = await postmaster();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const adopted = await start();
    expect(adopted.url).toBe(url);
    expect((await postmaster())?.pid).toBe(before?.pid);
    expect(await query(adopted.url, 'select id from saved')).toEqual([{ id: 1 }]);
    await adopted.stop();
    expect(await isAlive(before?.pid ?? 0)).toBe(false);
  });

  it('is shared by the processes of one folder: the last one to stop ends it', async () => {
    const { holder, url } = await hold();
    const server = await start();
    expect(server.url).toBe(url);
    await server.stop();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    holder.kill('SIGTERM');
    await once(holder, 'exit');
    expect(await postmaster()).toBeUndefined();
  });

  it('restarts PostgreSQL when it is killed, with everything committed', async () => {
    const server = await start();
    const database = await connectDatabase(server.url, { max: 3, applicationName: 'onda test' });
    await database.sql`create table saved as select 1 as id`;
    const before = await postmaster();
    process.kill(before?.pid ?? 0, 'SIGKILL');
    let rows: unknown;
    for (const deadline = Date.now() + 20_000; !rows && Date.now() < deadline; await sleep(100)) {
      rows = await database.sql`select id from saved`.catch(() => undefined);
    }
    expect(rows).toEqual([{ id: 1 }]);
    expect((await postmaster())?.pid).not.toBe(before?.pid);
    await database.close();
    await server.stop();
    expect(await postmaster()).toBeUndefined();
  });

  it('is restarted once when several processes share it, each time it is killed', async () => {
    const holding = await Promise.all([hold(), hold(), hold()]);
    const [{ url }] = holding;
    for (let round = 1; round <= 3; round++) {
      const before = await postmaster();
      process.kill(before?.pid ?? 0, 'SIGKILL');
      await expect
        .poll(() => query(url, `select ${round} as round`).catch(() => undefined))
        .toEqual([{ round }]);
      expect((await postmaster())?.pid).not.toBe(before?.pid);
      // Each process holds a connection again, and none has ended.
      await expect
        .poll(() =>
          query(
            url,
            `select count(*)::int as n from pg_stat_activity where application_name like 'onda usage%'`,
          ),
        )
        .toEqual([{ n: 3 }]);
    }
    expect(holding.map(({ holder }) => holder.exitCode)).toEqual([null, null, null]);
    await expect.poll(() => readdir(dataDir)).not.toContain('postgres.starting');
  });

  it('is stopped once and quietly, also when it gets the same signal, or is killed, or processes stop together', async () => {
    for (const signal of [undefined, 'SIGINT', 'SIGKILL'] as const) {
      const holding = await Promise.all([hold(), hold()]);
      const running = await postmaster();
      if (signal) process.kill(running?.pid ?? 0, signal);
      for (const { holder } of holding) holder.kill('SIGTERM');
      await Promise.all(holding.map(({ holder }) => once(holder, 'exit')));
      expect(holding.map(({ holder }) => holder.exitCode)).toEqual([0, 0]);
      expect(holding.map(({ output }) => output()).join('')).not.toContain('stopped unexpectedly');
      expect(await postmaster()).toBeUndefined();
      expect(await isAlive(running?.pid ?? 0)).toBe(false);
    }
  });

  it('leaves no server behind when it is stopped during a restart', async () => {
    for (const pauseMs of [0, 50, 200]) {
      const server = await start();
      process.kill((await postmaster())?.pid ?? 0, 'SIGKILL');
      await expect.poll(() => steps.at(-1), { interval: 1 }).toMatch(/stopped unexpectedly/);
      await sleep(pauseMs);
      await server.stop();
      expect(await postmaster()).toBeUndefined();
      await sleep(300);
      expect(await postmaster()).toBeUndefined();
    }
  });

  it('says why PostgreSQL cannot be started, once, and goes on trying until it can', async () => {
    const failures: string[] = [];
    const server = await startEmbeddedPostgres({
      dataDir,
      password,
      progress,
      onReviveFailed: ({ message }) => failures.push(message),
    });
    servers.push(server);
    const control = join(dataDir, 'postgres', 'global', 'pg_control');
    await rename(control, `${control}.away`);
    const before = await postmaster();
    process.kill(before?.pid ?? 0, 'SIGKILL');
    await expect.poll(() => failures.length).toBe(1);
    await rename(`${control}.away`, control);
    await expect
      .poll(() => query(server.url, 'select 1 as one').catch(() => undefined))
      .toEqual([{ one: 1 }]);
  });

  it('is not held up by a lock file whose process number now belongs to another program', async () => {
    await (await start()).stop();
    const otherProgram = spawn('sleep', ['60']);
    const clusterDir = await realpath(join(dataDir, 'postgres'));
    await writeFile(
      join(clusterDir, 'postmaster.pid'),
      `${otherProgram.pid}\n${clusterDir}\n1\n5432\n\n127.0.0.1\n0\nready\n`,
    );
    const server = await start();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    otherProgram.kill();
  });

  it('moves to another port when its own was taken meanwhile', async () => {
    const first = await start();
    await first.stop();
    const taken = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
    await once(taken, 'listening');
    const second = await start();
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
    taken.close();
  });

  it('says so when the password and the database belong to different installations', async () => {
    await (await start()).stop();
    const attempt = startEmbeddedPostgres({ dataDir, password: 'other', progress });
    await expect(attempt).rejects.toThrow(/rejects the password in secrets\.json/);
    expect(await postmaster()).toBeUndefined();
  });

  it('says so when the database is of another PostgreSQL version', async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 17, but this onda brings 18/);
  });
});
