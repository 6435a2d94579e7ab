// Data of older versions, made by bin/older-versions.mjs with commits of this repository: what their databases record and what
// their backups say of themselves.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#backend/testing/test-database.ts';
import type { OpenZip } from './archive/open-zip.ts';
import { MANIFEST, type Manifest, readManifest } from './backup/manifest.ts';
import { readConfig } from './config.ts';
import { prepareForBackend } from './open-database.ts';

interface OlderVersion {
  commit: string;
  /** Ledger -> version, name and checksum of each migration. */
  ledgers: Record<string, [string, string, string][]>;
  manifest: Pick<Manifest, 'made_at' | 'migrations'>;
}

const FOLDER = join(import.meta.dirname, 'testing', 'older-versions');
const older = readdirSync(FOLDER).map((file): [string, OlderVersion] => [
  file.replace('.json', ''),
  JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
]);
const progress = { step: () => undefined, done: () => undefined };
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const schemas = await database.sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')`;
  for (const { name } of schemas) await database.sql`drop schema ${database.sql(name)} cascade`;
});

async function record(ledgers: OlderVersion['ledgers']): Promise<void> {
  for (const [ledger, rows] of Object.entries(ledgers)) {
    const [schema = '', table = ''] = ledger.split('.');
    await database.sql`create schema if not exists ${database.sql(schema)}`;
    await database.sql.unsafe(
      `create table ${schema}.${table} (version text primary key, name text, checksum text, applied_at timestamptz)`,
    );
    for (const [version, name, checksum] of rows)
      await database.sql`insert into ${database.sql(`${schema}.${table}`)}
        values (${version}, ${name}, ${checksum}, '2026-11-16T10:00:00Z')`;
  }
}

const everything = () => database.sql`
  select relnamespace::regnamespace::text as schema, relname from pg_class
  where relnamespace::regnamespace::text !~ '^(pg_|information_schema)' order by 1, 2`;
const open = (env: Record<string, string> = {}) => prepareForBackend(database, readConfig(env), progress);

describe('a database of another version', () => {
  it.each(older)(
    'made by %s is rejected in plain words, and nothing is changed',
    async (name, { ledgers }) => {
      // As the backups below: what is advised is possible.
      const advice = name.startsWith('2026-11-17')
        ? /version that made it and make a backup/
        : /version that made it and export the data/;
      await record(ledgers);
      const before = await everything();
      await expect(open({ DATA_DIR: '/srv/studio' })).rejects.toThrow(
        /^The data in \/srv\/studio was made by an earlier version of onda \(its tables are of 2026-11-16\), and this one \(onda \S+\) cannot open it\. Nothing was changed\. Start it with the version that made it/,
      );
      await expect(open()).rejects.toThrow(advice);
      await expect(open({ DATABASE_URL: database.url })).rejects.toThrow(
        /^The database of DATABASE_URL was made by an earlier version/,
      );
      expect(await everything()).toEqual(before);
    },
  );

  it('that is newer is rejected, and nothing is changed', async () => {
    await record({
      'storage.onda_migrations': [
        ['0001', 'first', 'x'],
        ['9001', 'later', 'x'],
      ],
    });
    const before = await everything();
    await expect(open()).rejects.toThrow(
      /belongs to a newer version of onda .* Nothing was changed\. Start the newer/,
    );
    expect(await everything()).toEqual(before);
  });

  it('that a hosted Supabase or its command line made is none', async () => {
    await record({ 'auth.schema_migrations': [] });
    await database.sql`alter table auth.schema_migrations drop column checksum`;
    await database.sql`insert into auth.schema_migrations values ('20171026211738', 'theirs')`;
    const hosted = {
      BACKEND_URL: 'http://127.0.0.1:1',
      ANON_KEY: 'sb_publishable_test',
      SERVICE_ROLE_KEY: 'sb_secret_test',
    };
    await expect(open({ ...hosted, DATABASE_URL: database.url })).resolves.toBeDefined();
  });
});

describe('a backup of an older version', () => {
  it.each(older)(
    'made by %s is read, or rejected in plain words before anything is made',
    async (name, { manifest }) => {
      const item = { name: MANIFEST, method: 0, crc: 0, packedBytes: 0, sizeBytes: 0, offset: 0 };
      const zip: OpenZip = {
        items: new Map([[MANIFEST, item]]),
        readText: async () => JSON.stringify(manifest),
        read: async function* () {},
        close: async () => undefined,
      };
      if (name.startsWith('2026-11-17'))
        expect(await readManifest(zip)).toMatchObject({ made_at: manifest.made_at });
      else
        await expect(readManifest(zip)).rejects.toThrow(
          /^This backup was made by an earlier version of onda \(onda 0\.1\.0, \d{4}-\d\d-\d\d\), .* Nothing was changed\. Restore it with the version that made it/,
        );
    },
  );
});
