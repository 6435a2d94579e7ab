import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyMigrations } from './apply-migrations.ts';
import { applySeed, declineSeed } from './apply-seed.ts';
import { connectDatabase, type Database } from './connect.ts';
import { startTemporaryPostgres } from './testing/temporary-postgres.ts';

const progress = { step: () => undefined, done: () => undefined };
const ledger = { schema: 'supabase_migrations', table: 'schema_migrations' };
let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
let database: Database;
let directory: string;

beforeAll(async () => {
  server = await startTemporaryPostgres();
  database = await connectDatabase(server.url, { max: 6, applicationName: 'onda test' });
});

afterAll(async () => {
  await database?.close();
  await server?.stop();
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'onda-migrations-'));
  await database.sql.unsafe(`
    drop schema if exists supabase_migrations cascade;
    drop schema public cascade;
    create schema public;`);
  return () => rm(directory, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFile(join(directory, name), text);
const apply = () => applyMigrations(database.sql, { directory, ledger, progress });
const tables = async () => {
  const rows =
    await database.sql`select table_name from information_schema.tables where table_schema = 'public' order by 1`;
  return rows.map((row) => row.table_name as string);
};

describe('applyMigrations', () => {
  it('applies files by timestamp, once', async () => {
    await write('20260102_second.sql', 'create table b (a_id int references a (id));');
    await write('20260101_first.sql', 'create table a (id int primary key);');
    await write('notes.txt', 'not a migration');
    expect(await apply()).toEqual({ applied: ['20260101_first.sql', '20260102_second.sql'] });
    expect(await apply()).toEqual({ applied: [] });
    expect(await tables()).toEqual(['a', 'b']);
  });

  it('rejects a database that a newer program has migrated, and changes nothing', async () => {
    await write('20260101_first.sql', 'create table a (id int);');
    await write('20260301_third.sql', 'create table c (id int);');
    await apply();
    await rm(join(directory, '20260301_third.sql'));
    await write('20260201_second.sql', 'create table b (id int);');
    await expect(apply()).rejects.toThrow(
      /newer version .* 20260301_third, which this version does not know/,
    );
    expect(await tables()).toEqual(['a', 'c']);
    // The Supabase CLI writes no checksum: an owner's own migrations do not mean a newer program.
    await database.sql`update supabase_migrations.schema_migrations set checksum = null where version = '20260301'`;
    expect(await apply()).toEqual({ applied: ['20260201_second.sql'] });
  });

  it('rejects a database from before the migrations were folded, and changes nothing', async () => {
    await write('20260101_first.sql', 'create table a (id int);');
    await write('20260301_third.sql', 'create table c (id int);');
    await apply();
    await rm(join(directory, '20260101_first.sql'));
    await rm(join(directory, '20260301_third.sql'));
    await write('20260100_folded.sql', 'create table a (id int); create table c (id int);');
    await expect(apply()).rejects.toThrow(
      /^This database was made by an earlier version \(it has 20260101_first,.*new DATA_DIR/,
    );
    // The same when files were added after the fold.
    await write('20260401_next.sql', 'create table d (id int);');
    await expect(apply()).rejects.toThrow(/made by an earlier version/);
    expect(await tables()).toEqual(['a', 'c']);
  });

  it('records each file as the Supabase CLI does, with checksum and time', async () => {
    await write('20260101_first.sql', 'create table a (id int);\ninsert into a values (1);');
    await apply();
    const rows = await database.sql`select * from supabase_migrations.schema_migrations`;
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      version: '20260101',
      name: 'first',
      statements: ['create table a (id int)', 'insert into a values (1)'],
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      applied_at: expect.any(Date),
    });
  });

  it('rolls a failing file back and reports file and line', async () => {
    await write('20260101_good.sql', 'create table a (id int primary key);');
    await write(
      '20260102_bad.sql',
      'create table b (id int);\ninsert into a values (1);\n\ninsert into a\nvalues (1);',
    );
    await expect(apply()).rejects.toThrow(/^20260102_bad\.sql, line 4: duplicate key.*\(23505\)/);
    expect(await tables()).toEqual(['a']);
    expect(await database.sql`select * from a`).toHaveLength(0);
    await write('20260102_bad.sql', 'create table b (id int);');
    expect(await apply()).toEqual({ applied: ['20260102_bad.sql'] });
  });

  it('points at the line inside a statement when PostgreSQL knows it', async () => {
    await write('20260101_typo.sql', 'select 1;\nselect\n  1,\n  nosuch;');
    await expect(apply()).rejects.toThrow(/^20260101_typo\.sql, line 4: column "nosuch" does not exist/);
  });

  it('rejects a file that was changed after it had been applied', async () => {
    await write('20260101_first.sql', 'create table a (id int);');
    await apply();
    await write('20260101_first.sql', 'create table a (id bigint);');
    await expect(apply()).rejects.toThrow(/^20260101_first\.sql was changed/);
  });

  it('treats other line ends as the same file', async () => {
    await write('20260101_first.sql', 'create table a (\n id int);\n');
    await apply();
    await write('20260101_first.sql', 'create table a (\r\n id int);\r\n');
    expect(await apply()).toEqual({ applied: [] });
  });

  it('applies each file exactly once when several processes start together', async () => {
    await write('20260101_first.sql', 'create table a (id int); select pg_sleep(0.2);');
    await write('20260102_second.sql', 'insert into a values (1);');
    const others = await Promise.all(
      [1, 2, 3].map(() => connectDatabase(server.url, { max: 2, applicationName: 'onda test' })),
    );
    const results = await Promise.all(
      others.map((other) => applyMigrations(other.sql, { directory, ledger, progress })),
    );
    await Promise.all(others.map((other) => other.close()));
    expect(results.flatMap((result) => result.applied).sort()).toEqual([
      '20260101_first.sql',
      '20260102_second.sql',
    ]);
    expect(await database.sql`select * from a`).toHaveLength(1);
  });

  it('rejects files that would end their transaction', async () => {
    await write('20260101_own.sql', 'create table a (id int);\ncommit;\ncreate table b (id int);');
    await expect(apply()).rejects.toThrow(/^20260101_own\.sql, line 2: .*COMMIT/);
    expect(await tables()).toEqual([]);
  });

  it('does not leave a search path or a role behind on the connection', async () => {
    await write('20260101_path.sql', "set search_path = ''; create role visitor; set role visitor;");
    await apply();
    const rows = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(
        () =>
          database.sql`select current_user as who, current_setting('search_path') as path, pg_sleep(0.05)`,
      ),
    );
    expect(rows.map(([row]) => [row?.who, row?.path])).toEqual(
      Array(6).fill(['postgres', '"$user", public']),
    );
  });

  it.each([
    [['first.sql'], /first\.sql is not named like/],
    [['1_a.sql', '1_b.sql'], /1_a\.sql and 1_b\.sql have the same version/],
  ])('rejects the file names %j', async (names, message) => {
    for (const name of names) await write(name, 'select 1;');
    await expect(apply()).rejects.toThrow(message);
  });
});

describe('applySeed', () => {
  const seed = () => applySeed(database.sql, { files: [join(directory, 'seed.sql')], progress });

  it('runs once, even when its rows are deleted or the file changes', async () => {
    await database.sql`create table a (id int)`;
    await write('seed.sql', 'insert into a values (1); insert into a values (2);');
    expect(await seed()).toEqual({ isApplied: true });
    await database.sql`delete from a`;
    await write('seed.sql', 'insert into a values (3);');
    expect(await seed()).toEqual({ isApplied: false });
    expect(await database.sql`select * from a`).toHaveLength(0);
  });

  it('never fills a database that began without samples', async () => {
    await database.sql`create table a (id int)`;
    await write('seed.sql', 'insert into a values (1);');
    await declineSeed(database.sql, { file: join(directory, 'seed.sql') });
    expect(await seed()).toEqual({ isApplied: false });
    expect(await database.sql`select * from a`).toHaveLength(0);
  });

  it('rolls a failing file back and runs again after it is fixed', async () => {
    await database.sql`create table a (id int)`;
    await write('seed.sql', 'insert into a values (1);\ninsert into nosuch values (1);');
    await expect(seed()).rejects.toThrow(/^seed\.sql, line 2: relation "nosuch" does not exist/);
    expect(await database.sql`select * from a`).toHaveLength(0);
    await write('seed.sql', 'insert into a values (1);');
    expect(await seed()).toEqual({ isApplied: true });
  });
});
