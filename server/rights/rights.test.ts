// Which role may do what in a studio's database: by name, and the same after every start, an upgrade and a restore.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#backend/database/connect.ts';
import { type Right, readRights } from '#backend/database/read-rights.ts';
import { readConfig } from '../config.ts';
import { prepareForBackend, prepareForStudio } from '../open-database.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';
import { formatRights, parseRights, RIGHTS_FILE } from './rights-list.ts';

let studio: Awaited<ReturnType<typeof openStudioDatabase>>;
let database: Database;
let first: string[];
const config = readConfig({ DATA_DIR: '/nowhere' });
const progress = { step: () => undefined, done: () => undefined };

const lines = (rights: Right[]) =>
  rights.map(({ grantee, kind, name, column, privilege }) =>
    [grantee, privilege, kind, name, column].join(' '),
  );

/** What main.ts does with the database at each start. */
async function start(): Promise<string[]> {
  const warnings: string[] = [];
  await prepareForBackend(database, config, progress);
  await prepareForStudio(database, config, progress, (message) => warnings.push(message));
  return warnings;
}

/** What earlier versions did at each start, between the roles and the migrations. */
async function startEarlierVersion(): Promise<void> {
  await studio.sql.unsafe(`
    grant usage on schema public to anon, authenticated, service_role;
    grant all on all tables in schema public to anon, authenticated, service_role;
    grant all on all sequences in schema public to anon, authenticated, service_role;
    grant all on all routines in schema public to anon, authenticated, service_role;
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
    alter default privileges in schema public grant all on routines to anon, authenticated, service_role`);
}

beforeAll(async () => {
  studio = await openStudioDatabase();
  database = await connectDatabase(studio.url, { max: 2, applicationName: 'rights' });
  first = lines(await readRights(studio.sql));
});
afterAll(async () => {
  await database.close();
  await studio.drop();
});

describe('the rights of the API roles', () => {
  it('are those of supabase/rights.txt; after a decision, `npm run rights` writes it again', async () => {
    const listed = await readFile(RIGHTS_FILE, 'utf8');
    const held = formatRights(await readRights(studio.sql));
    // Lines rather than one text: the difference is what has to be decided.
    expect(held.split('\n')).toEqual(listed.split('\n'));
    expect(formatParsed(listed)).toEqual(formatParsed(held));
  });

  it('let strangers and members neither truncate, refer to, trigger nor count up anything of the studio', async () => {
    const beyond = (await readRights(studio.sql)).filter(
      ({ grantee, kind, name, privilege }) =>
        ['public', 'anon', 'authenticated'].includes(grantee) &&
        kind !== 'default privileges' &&
        (['truncate', 'references', 'trigger', 'maintain'].includes(privilege) ||
          (kind === 'sequence' && /^(public|private)\./.test(name)) ||
          (grantee === 'public' && /^(public|private)\./.test(name))),
    );
    expect(lines(beyond)).toEqual([]);
  });
});

describe('a start', () => {
  it('changes no right of any role: the second and the third leave all as the first', async () => {
    expect(await start()).toEqual([]);
    expect(lines(await readRights(studio.sql))).toEqual(first);
    expect(await start()).toEqual([]);
    expect(lines(await readRights(studio.sql))).toEqual(first);
  });

  it('keeps what the owner of the database revoked', async () => {
    await studio.sql`revoke select on public.redirects from anon`;
    await studio.sql`alter default privileges in schema public revoke all on tables from anon`;
    await start();
    const held = lines(await readRights(studio.sql));
    expect(
      held.filter((line) => line.startsWith('anon select') && / redirects|redirects /.test(line)),
    ).toEqual([]);
    expect(held.filter((line) => line.startsWith('anon') && line.includes('tables in public'))).toEqual([]);
    await studio.sql`grant select on public.redirects to anon`;
    await studio.sql`alter default privileges in schema public grant all on tables to anon`;
    expect(lines(await readRights(studio.sql))).toEqual(first);
  });

  it('takes back exactly what earlier versions granted, says so in one line and writes it into the audit log', async () => {
    await studio.sql`create table public.own_table (id integer)`;
    await startEarlierVersion();
    // As an earlier version left it: nothing was recorded yet.
    await studio.sql`drop table extensions.onda_setup`;
    const widened = lines(await readRights(studio.sql));
    const extra = widened.length - first.length;
    expect(widened).toContain('anon delete table public.attendance ');
    const [warning, ...more] = await start();
    expect(more).toEqual([]);
    const taken = Number(/(\d+) rights that an earlier version had granted/.exec(warning ?? '')?.[1]);
    expect(taken).toBeGreaterThan(500);
    const own = lines(await readRights(studio.sql)).filter(
      (line) => line.includes('own_table') && !line.startsWith('onda_functions'),
    );
    expect(taken + own.length).toBe(extra);
    await studio.sql`drop table public.own_table`;
    expect(lines(await readRights(studio.sql))).toEqual(first);
    const events = await studio.sql`select details, actor from public.audit_events where area = 'rights'`;
    expect(events.map((row) => ({ ...row }))).toEqual([{ details: { rights: taken }, actor: null }]);
    expect(await start()).toEqual([]);
  });

  it('does so too when it was interrupted after its migrations, and after an earlier version ran once more', async () => {
    await startEarlierVersion();
    const { noteWidenedRights } = await import('./restore-rights.ts');
    await noteWidenedRights(database.sql, parseRights(await readFile(RIGHTS_FILE, 'utf8')));
    // A migration that takes away the very sign by which a widened database is known.
    await studio.sql`revoke truncate on all tables in schema public from anon`;
    expect(await start()).toHaveLength(1);
    expect(lines(await readRights(studio.sql))).toEqual(first);
  });
});

function formatParsed(text: string) {
  return [...parseRights(text)].map(([role, objects]) => [role, [...objects]]);
}
