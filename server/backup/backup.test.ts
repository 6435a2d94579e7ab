import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDatabase } from '#backend/database/prepare-database.ts';
import { readRights } from '#backend/database/read-rights.ts';
import { openDiskStore } from '#backend/storage/blobs/disk-store.ts';
import { openTestDatabase } from '#backend/testing/test-database.ts';
import { ask, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { openZip } from '../archive/open-zip.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { readManifest } from './manifest.ts';
import { restoreDatabase, restoreFiles } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let studio: StudioApp;
let owner: TestPerson;
const rejected: { role: string; person?: TestPerson }[] = [{ role: 'a visitor' }];

beforeAll(async () => {
  studio = await startStudioApp();
  owner = await signUp(studio, 'owner');
  for (const role of ['member', 'teacher', 'host', 'staff'] as const)
    rejected.push({ role, person: await signUp(studio, role) });
  await studio.sql`update public.studio set name = 'kept', lead = ${'tab\there, \\N, line\nbreak, ção'}`;
  await mkdir(join(studio.dataDir, 'radio', 'tracks'), { recursive: true });
  await writeFile(join(studio.dataDir, 'radio', 'tracks', 'one.mp3'), Buffer.alloc(100_000, 7));
  await writeFile(join(studio.dataDir, 'radio', 'tracks', 'one.opus'), Buffer.alloc(40_000, 7));
  await writeFile(join(studio.dataDir, 'secrets.json'), '{"jwtSecret":"x"}', { mode: 0o600 });
  const logo = new Blob([Buffer.alloc(5000, 3)], { type: 'image/png' });
  const { error } = await owner.client.storage.from('brand').upload('logo.png', logo);
  if (error) throw error;
});
afterAll(() => studio?.close());

const row = async (id: unknown) =>
  (await studio.sql`select * from public.backups where id = ${String(id)}`)[0] ?? {};
async function make(): Promise<string> {
  const { status, json } = await ask(studio, 'POST /api/studio/backups', { as: owner, body: {} });
  expect(status).toBe(200);
  await studio.backups.idle();
  return String(json.id);
}

describe('a backup', () => {
  it('is made, seen, and tried by filling it into a database of its own', async () => {
    const id = await make();
    const { data } = await owner.client
      .from('backups')
      .select('state,error,row_total,file_total,size_bytes')
      .eq('id', id);
    expect(data).toMatchObject([{ state: 'done', error: null, file_total: 2 }]);
    expect(data?.[0]?.row_total).toBeGreaterThan(1000);

    const tried = await ask(studio, `POST /api/studio/backups/${id}/test`, { as: owner, body: {} });
    expect(tried.status).toBe(200);
    await studio.backups.idle();
    expect(await row(id)).toMatchObject({ test_state: 'passed' });
    expect((await row(id)).test_result).toEqual({
      code: 'restored',
      values: { tables: expect.any(Number), rows: expect.any(Number), files: 2 },
    });
    // Tests beside this one restore in the same cluster: theirs are connected to, or gone a moment later.
    const listLeft = () => studio.sql`
      select datname from pg_database d where datname like 'onda_restore_test_%'
        and not exists (select from pg_stat_activity a where a.datname = d.datname)`;
    await expect.poll(async () => (await listLeft()).length).toBe(0);
  });

  it('comes back whole in an empty database and an empty folder', async () => {
    await studio.sql.unsafe(`
      create schema owners;
      create table owners.kinds (id int primary key);
      create table public.by_hand (
        id bigserial primary key, kind int references owners.kinds (id), note text not null default 'none',
        twice int generated always as (kind * 2) stored, unique (kind, note)
      );
      create index by_hand_note on public.by_hand (lower(note));
      alter table public.by_hand enable row level security;
      create policy "read" on public.by_hand for select to authenticated using (kind = 7);
      revoke all on public.by_hand from anon, authenticated;
      grant select on public.by_hand to authenticated;
      create table public.parted (id int, region text) partition by list (region);
      create table public.parted_eu partition of public.parted for values in ('eu');
      grant select on public.parted_eu to anon, authenticated, service_role;
      insert into public.parted values (1, 'eu');
      insert into owners.kinds values (7);
      insert into public.by_hand (kind, note) values (7, 'mine'), (7, 'too')`);
    const describeOwn = (sql: typeof studio.sql) => sql`
      select (select json_agg(b order by id) from public.by_hand b) as rows,
        (select array_agg(pg_get_indexdef(indexrelid) order by indexrelid::regclass::text) from pg_index where indrelid = 'public.by_hand'::regclass) as indexes,
        (select array_agg(pg_get_constraintdef(oid) order by conname) from pg_constraint where conrelid = 'public.by_hand'::regclass) as constraints,
        (select array_agg(polname || ' ' || pg_get_expr(polqual, polrelid) order by polname) from pg_policy where polrelid = 'public.by_hand'::regclass) as policies,
        has_table_privilege('anon', 'public.by_hand', 'select') as anon,
        has_table_privilege('authenticated', 'public.by_hand', 'select') as authenticated,
        has_table_privilege('authenticated', 'public.by_hand', 'insert') as writes`;
    const { path } = await studio.backups.fileOf(await make());
    const [own] = await describeOwn(studio.sql);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const zip = await openZip(path);
    const manifest = await readManifest(zip);
    const empty = await openTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'onda-restored-'));
    try {
      const report = await restoreDatabase(empty.sql, zip, manifest);
      // The owner made it past the migrations: it comes back like everything else.
      expect(report.leftOut).toEqual([]);
      expect((await describeOwn(empty.sql))[0]).toEqual(own);
      await empty.sql`insert into public.by_hand (kind, note) values (7, 'after')`;
      // As a part of another table no program could reach it; on its own it has none of that table's row policies.
      expect(await empty.sql`select id from public.parted_eu`).toEqual([{ id: 1 }]);
      const readers = empty.sql`select rolname from pg_roles
        where rolname in ('anon', 'authenticated', 'service_role') and has_table_privilege(oid, 'public.parted_eu', 'select')`;
      expect(await readers).toEqual([]);
      await studio.sql`drop table public.parted`;
      await empty.sql`drop table public.parted_eu`;
      for (const sql of [studio.sql, empty.sql])
        await sql.unsafe('drop table public.by_hand; drop schema owners cascade');
      const rights = await readRights(studio.sql);
      expect(await readRights(empty.sql)).toEqual(rights);
      await prepareDatabase(empty.sql, { progress: { step: () => undefined, done: () => undefined } });
      expect(await readRights(empty.sql)).toEqual(rights);
      expect((await empty.sql`select from supabase_migrations.seed_files`).length).toBe(1);
      const blobs = await openDiskStore(join(folder, 'storage', 'objects'));
      expect(await restoreFiles(zip, manifest, { blobs, dataDir: folder })).toBe(2);
      const translated = `select slug, translations from public.offerings order by slug`;
      expect([...(await empty.sql.unsafe(translated))]).toEqual([...(await studio.sql.unsafe(translated))]);
      expect((await empty.sql`select name, lead from public.studio`)[0]).toEqual({
        name: 'kept',
        lead: 'tab\there, \\N, line\nbreak, ção',
      });
      for (const table of [
        'orders',
        'bookings',
        'sessions',
        'offerings',
        'roles',
        'audit_events',
        'payments',
      ]) {
        const count = (sql: typeof empty.sql) =>
          sql`select count(*)::int as n from ${sql(`public.${table}`)}`;
        const [[now], [then]] = [await count(empty.sql), await count(studio.sql)];
        expect([table, now?.n]).toEqual([table, then?.n]);
      }
      // Counters go on where they were, and rules hold again.
      const next =
        await empty.sql`insert into public.audit_events (area, action) values ('x', 'y') returning id`;
      const [last] = await studio.sql`select max(id) as id from public.audit_events`;
      expect(Number(next[0]?.id)).toBeGreaterThan(Number(last?.id) - 2);
      await expect(empty.sql`delete from public.payments`).rejects.toThrow('cannot be changed or deleted');
      expect(
        (await readFile(join(folder, 'radio', 'tracks', 'one.mp3'))).equals(Buffer.alloc(100_000, 7)),
      ).toBe(true);
      // Small formats are made again.
      expect(await readdir(join(folder, 'radio', 'tracks'))).toEqual(['one.mp3']);
      expect(await zip.readText('secrets.json')).toContain('jwtSecret');
      await expect(restoreDatabase(empty.sql, zip, manifest)).rejects.toThrow('already');
    } finally {
      await zip.close();
      await empty.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('holds an object that is overwritten while it is made, and is dated by its beginning', async () => {
    const disk = await openDiskStore(join(studio.dataDir, 'storage', 'objects'));
    const before = await studio.sql<{ version: string }[]>`
      select version from storage.objects where bucket_id = 'brand' and name = 'logo.png'`;
    const service = createClient(studio.siteUrl, studio.secrets.serviceRoleKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: (input, init) => studio.fetch(new Request(input, init)) },
    });
    let changedAt = 0;
    const blobs: typeof disk = {
      ...disk,
      async read(version, range) {
        if (changedAt === 0) {
          changedAt = Date.now();
          const other = new Blob([Buffer.alloc(6000, 4)], { type: 'image/png' });
          const { error } = await service.storage.from('brand').update('logo.png', other);
          if (error) throw error;
          // Long enough for what was replaced to be removed.
          await sleep(500);
        }
        return disk.read(version, range);
      },
    };
    const path = join(studio.dataDir, 'overwritten.zip');
    const made = await writeBackup(
      { sql: studio.sql, blobs, dataDir: studio.dataDir, program: 'test' },
      { path },
    );
    expect(made.missing).toBe(0);
    const zip = await openZip(path);
    const manifest = await readManifest(zip);
    expect(manifest).toMatchObject({ missing: [], objects: before.map(({ version }) => version) });
    expect(Date.parse(manifest.made_at)).toBeLessThanOrEqual(changedAt);
    await zip.close();
    await rm(path);
  });

  it('that was damaged fails the test with a message, and the studio keeps running', async () => {
    const id = await make();
    const { path } = await studio.backups.fileOf(id);
    const bytes = await readFile(path);
    bytes[Math.floor(bytes.length / 3)] = (bytes[Math.floor(bytes.length / 3)] ?? 0) ^ 0xff;
    await writeFile(path, bytes);
    await ask(studio, `POST /api/studio/backups/${id}/test`, { as: owner, body: {} });
    await studio.backups.idle();
    expect(await row(id)).toMatchObject({ test_state: 'failed' });
    expect((await row(id)).test_result).toMatchObject({ code: 'file_damaged' });
    await writeFile(path, 'not a backup');
    await ask(studio, `POST /api/studio/backups/${id}/test`, { as: owner, body: {} });
    await studio.backups.idle();
    expect((await row(id)).test_result).toEqual({
      code: 'file_damaged',
      values: { error: expect.stringContaining('not a ZIP') },
    });
  });

  it('is downloaded by the owner, which is written down, and deleted with its file', async () => {
    const id = await make();
    const request = new Request(`${studio.siteUrl}/api/studio/backups/${id}/file`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    const answer = await studio.fetch(request);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-type'), bytes.subarray(0, 2).toString()]).toEqual([
      200,
      'application/zip',
      'PK',
    ]);
    const part = await studio.fetch(
      new Request(request, { headers: { ...Object.fromEntries(request.headers), range: 'bytes=0-' } }),
    );
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, bytes.length]);
    const { file } = await studio.backups.fileOf(id);
    expect((await ask(studio, `DELETE /api/studio/backups/${id}`, { as: owner })).status).toBe(200);
    expect(await readdir(join(studio.dataDir, 'backups'))).not.toContain(file);
    expect((await ask(studio, `GET /api/studio/backups/${id}/file`, { as: owner })).status).toBe(404);
    const { data } = await owner.client.rpc('list_audit_events', { wanted_area: 'backup', max_rows: 3 });
    expect((data as { action: string; actor: string }[]).map(({ action, actor }) => [action, actor])).toEqual(
      [
        ['deleted_a_backup', owner.id],
        ['downloaded_a_part_of_a_backup', owner.id],
        ['downloaded_a_backup', owner.id],
      ],
    );
  });

  it('made beyond the number to keep pushes the oldest out', async () => {
    await owner.client.from('backup_settings').update({ retained_count: 2 }).eq('id', true);
    await make();
    await make();
    const last = await make();
    const { data } = await owner.client
      .from('backups')
      .select('id')
      .eq('state', 'done')
      .order('started_at', { ascending: false });
    expect(data).toHaveLength(2);
    expect(data?.[0]?.id).toBe(last);
    expect(await readdir(join(studio.dataDir, 'backups'))).toHaveLength(2);
  });

  it('is made by the clock once a day, when the owner wants it', async () => {
    const scheduled = async () =>
      (await studio.sql`select from public.backups where kind = 'scheduled'`).length;
    await owner.client.from('backup_settings').update({ hour: null }).eq('id', true);
    await studio.sql`update public.roles set granted_at = now() - interval '1 day'`;
    await studio.backups.look();
    expect(await scheduled()).toBe(0);
    await owner.client.from('backup_settings').update({ hour: 0 }).eq('id', true);
    await studio.backups.look();
    await studio.backups.idle();
    await studio.backups.look();
    await studio.backups.idle();
    expect(await scheduled()).toBe(1);
  });

  it('left running by a program that died blocks no other backup', async () => {
    await studio.sql`insert into public.backups (kind, file, beat_at) values ('manual', 'dead.zip', now() - interval '1 hour')`;
    await make();
    expect((await studio.sql`select state, error from public.backups where file = 'dead.zip'`)[0]).toEqual({
      state: 'failed',
      error: { code: 'program_ended', values: {} },
    });
  });
});

describe('the owner’s rooms of the system', () => {
  const lines = [
    'GET /api/studio/system',
    'GET /api/studio/logs',
    'POST /api/studio/backups',
    'POST /api/studio/backups/00000000-0000-4000-8000-000000000000/test',
    'GET /api/studio/backups/00000000-0000-4000-8000-000000000000/file',
    'DELETE /api/studio/backups/00000000-0000-4000-8000-000000000000',
    'POST /api/studio/backups/00000000-0000-4000-8000-000000000000/copy',
    'POST /api/studio/backup-copies/test',
  ];

  it.each(lines)('%s is rejected to everyone else', async (line) => {
    for (const { person } of rejected) {
      const { status } = await ask(studio, line, {
        as: person,
        body: line.startsWith('POST') ? {} : undefined,
      });
      expect(status).toBe(person ? 403 : 401);
    }
  });

  it('and so are the tables and functions behind them', async () => {
    const [failed] =
      await studio.sql`insert into private.jobs (kind, failed_at, last_error) values ('mail.test', now(), 'boom') returning id`;
    for (const { person } of rejected) {
      const client = person?.client ?? studio.newClient();
      expect((await client.from('backups').select('id')).data ?? []).toEqual([]);
      expect((await client.from('backup_copies').select('file')).data ?? []).toEqual([]);
      expect((await client.from('backup_copies').delete().neq('file', '')).error).not.toBeNull();
      await client.from('backup_settings').update({ retained_count: 1 }).eq('id', true);
      for (const [name, given] of [
        ['list_jobs', {}],
        ['retry_job', { job: failed?.id }],
        ['delete_job', { job: failed?.id }],
        ['list_audit_events', {}],
      ] as const)
        expect((await client.rpc(name, given)).error?.code).toBe('42501');
    }
    expect((await studio.sql`select retained_count from public.backup_settings`)[0]?.retained_count).toBe(2);
  });

  it('show health, sizes and log lines without secrets', async () => {
    const { json } = await ask(studio, 'GET /api/studio/system', { as: owner });
    const checks = json.checks as { name: string; state: string; advice?: string }[];
    expect(Object.fromEntries(checks.map(({ name, state }) => [name, state]))).toMatchObject({
      'site address': expect.any(String),
      'your address': expect.any(String),
      database: 'ok',
      storage: 'ok',
      radio: expect.any(String),
      mail: 'warn',
      realtime: 'ok',
      clock: 'ok',
      backup: 'ok',
      PostgreSQL: expect.any(String),
      disk: expect.any(String),
    });
    expect(checks.filter(({ state, advice }) => state !== 'ok' && !advice)).toEqual([]);
    expect(json.database).toMatchObject({ bytes: expect.any(Number) });
    studio.ring.add('{"level":50,"time":"t","msg":"failed at postgres://a:hunter22@host"}');
    const logs = await ask(studio, 'GET /api/studio/logs?level=warn', { as: owner });
    expect(logs.json.lines).toMatchObject([
      { level: 'error', message: 'failed at postgres://a:[password]@host' },
    ]);
  });

  it('try a failed job again, or give it up', async () => {
    const { data } = await owner.client.rpc('list_jobs', { only_failed: true });
    const id = (data as { id: number }[])[0]?.id;
    expect((await owner.client.rpc('retry_job', { job: id })).error).toBeNull();
    expect((await studio.sql`select failed_at, attempts from private.jobs where id = ${id ?? 0}`)[0]).toEqual(
      { failed_at: null, attempts: 0 },
    );
    expect((await owner.client.rpc('retry_job', { job: id })).error?.hint).toBe('no_such_job');
    await studio.sql`update private.jobs set failed_at = now() where id = ${id ?? 0}`;
    expect((await owner.client.rpc('delete_job', { job: id })).error).toBeNull();
  });
});
