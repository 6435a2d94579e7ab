// A standby takes the place of its primary: a real one, from a copy of the primary's files. While it may only be read the
// stream waits; once it is promoted, subscribers are told that changes may have been missed, and follow the new server.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSql } from '../database/driver/open-sql.ts';
import type { Sql } from '../database/driver/sql.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { prepareDatabase } from '../database/prepare-database.ts';
import { CLUSTER_PASSWORD, copyCluster, QUICK_SETTINGS } from '../database/testing/copied-cluster.ts';
import { isWritable } from '../database/writable.ts';
import { installRealtimeSchema } from './install-schema.ts';
import { type RealtimeHost, serveRealtime } from './testing/realtime-host.ts';

const progress = { step: () => undefined, done: () => undefined };
let folder: string;
let primary: EmbeddedPostgres;
let host: RealtimeHost;
let sql: Sql;

const start = (name: string) =>
  startEmbeddedPostgres({
    dataDir: join(folder, name),
    password: CLUSTER_PASSWORD,
    progress,
    prepareSettings: async () => [...QUICK_SETTINGS, 'max_slot_wal_keep_size=-1'],
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-failover-'));
  await chmod(folder, 0o711);
  mkdirSync(join(folder, 'primary'), { mode: 0o711 });
  await copyCluster(join(folder, 'primary'));
  primary = await start('primary');
  sql = openSql(primary.url, { max: 1 });
  await prepareDatabase(sql, { progress });
  await installRealtimeSchema(sql, progress);
  await sql.unsafe(`
    create table things (id int primary key);
    grant select, insert on things to anon;
    alter publication supabase_realtime add table things`);
  host = await serveRealtime(primary.url, sql, { realtime: { slot: 'lasting' } });
});
afterAll(async () => {
  await host.close();
  await sql.end({ timeout: 0 });
  await rm(folder, { recursive: true, force: true });
});

test('while a standby may only be read writes get 503, and after its promotion subscribers are told', async () => {
  const ids: number[] = [];
  const states: string[] = [];
  const client = host.client();
  client
    .channel('things')
    .on<{ id: number }>(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'things' },
      (change) => ids.push(change.new.id),
    )
    .subscribe((state) => states.push(state));
  await expect.poll(() => host.backend.changesState).toBe('ok');
  await expect
    .poll(async () => {
      await sql`insert into things select coalesce(max(id), 0) + 1 from things`;
      return ids.length;
    })
    .toBeGreaterThan(0);

  // The program is in use: its login for callers is settled.
  expect((await client.from('things').select('id').limit(1)).status).toBe(200);
  await primary.stop();
  const { status, stderr } = spawnSync('cp', ['-a', join(folder, 'primary'), join(folder, 'standby')]);
  expect([status, String(stderr)]).toEqual([0, '']);
  writeFileSync(join(folder, 'standby', 'postgres', 'standby.signal'), '');
  // On the same port: what was in the way of the primary is in its way.
  const standby = await start('standby');
  try {
    expect(standby.url).toBe(primary.url);
    await expect.poll(() => isWritable(sql).catch(() => undefined)).toBe(false);
    expect((await client.from('things').select('id').limit(1)).status).toBe(200);
    const rejected = await client.from('things').insert({ id: 5000 });
    expect([rejected.status, rejected.error?.code]).toEqual([503, 'PGRST000']);
    await expect.poll(() => host.backend.changesState).toBe('away');

    await sql`select pg_promote()`;
    await expect.poll(() => isWritable(sql)).toBe(true);
    // Written before the stream can be back.
    expect((await client.from('things').insert({ id: 5000 })).status).toBe(201);
    await expect.poll(() => states).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
    await expect.poll(() => host.backend.changesState).toBe('changes missed');
    let next = 5001;
    await expect
      .poll(async () => {
        await sql`insert into things values (${next++})`;
        return ids.at(-1) ?? 0;
      })
      .toBeGreaterThan(5000);
  } finally {
    await standby.stop();
  }
});
