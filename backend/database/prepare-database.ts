// Turns an empty PostgreSQL into a Supabase database: roles, schemas, the auth functions of row policies, grants,
// the realtime publication and the schema watch. Safe to run at every start and from several processes at once;
// rights are granted once per database, so that what a migration revokes stays revoked.
// Creates no tables: auth, storage and realtime bring their own, the product brings migrations.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Progress } from '#contracts/progress.ts';
import { PASSWORD_MARK } from './caller-login.ts';
import type { Sql, TransactionSql } from './driver/sql.ts';

export interface PrepareDatabaseOptions {
  progress: Progress;
  /** Set as the password of the role authenticator, so that the host can log in with it. */
  authenticatorPassword?: string;
  /** Migrations of any Supabase project may run: what they take for granted is installed. */
  isForProjects?: boolean;
}

interface Step {
  file: string;
  /** What does not work when the database denies this step; without it the error ends the start. */
  without?: string;
  /** Run once, in a database that has no default privileges of this kind yet, and recorded under this name. */
  once?: 'grants' | 'default privileges';
  /** Only where migrations of any Supabase project may run. */
  forProjects?: boolean;
  /** Skipped where another login created this function: a hosted Supabase provides it and does not allow replacing it. */
  provides?: string;
}

const steps: Step[] = [
  { file: 'roles.sql' },
  { file: 'service-roles.sql' },
  { file: 'schemas.sql' },
  { file: 'auth-functions.sql', provides: 'auth.uid()' },
  {
    file: 'public-rights.sql',
    provides: 'auth.uid()',
    without:
      'everyone who can connect may create temporary tables and types. ' +
      'Ask the owner of the database to run: revoke create, temporary on database NAME from public',
  },
  { file: 'grants.sql', once: 'grants' },
  { file: 'default-privileges.sql', once: 'default privileges' },
  {
    file: 'extensions.sql',
    forProjects: true,
    without:
      'the extensions pgcrypto and uuid-ossp are missing. ' +
      'Ask the owner of the database to run: create extension pgcrypto with schema extensions',
  },
  {
    file: 'publication.sql',
    without:
      'the publication "supabase_realtime" is missing, so realtime cannot follow table changes. ' +
      'Ask the owner of the database to run: create publication supabase_realtime',
  },
  {
    file: 'schema-watch.sql',
    provides: 'extensions.pgrst_ddl_watch()',
    without:
      'changes of tables and functions are not noticed by themselves. ' +
      "After each change run: notify pgrst, 'reload schema'",
  },
  { file: 'schema-owners.sql' },
];

// One number for all onda processes on a database; two of them creating the same role at once would collide.
export const prepareLock = 4_711_001;

const insufficientPrivilege = '42501';

export interface PreparedDatabase {
  /** The first start after an upgrade: earlier versions granted everything in public again at each start. */
  isFromEarlierVersion: boolean;
}

export async function prepareDatabase(sql: Sql, options: PrepareDatabaseOptions): Promise<PreparedDatabase> {
  const { progress } = options;
  const scripts = await Promise.all(
    steps.map((step) => readFile(new URL(`./schema/${step.file}`, import.meta.url), 'utf8')),
  );
  progress.step('Preparing the database');
  const { missing, isFromEarlierVersion } = await retryCollisions(() => prepareOnce(sql, scripts, options));
  for (const sentence of missing) progress.step(`The database login lacks a right: ${sentence}.`);
  progress.done('Database is ready');
  return { isFromEarlierVersion };
}

/** `missing` has one sentence for each right that the login lacks. */
async function prepareOnce(
  sql: Sql,
  scripts: string[],
  options: PrepareDatabaseOptions,
): Promise<PreparedDatabase & { missing: string[] }> {
  return sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${prepareLock})`;
    await transaction`set local client_min_messages = warning`;
    const deniedStep: string[] = [];
    const isFromEarlierVersion = await wasPreparedWithoutRecord(transaction);
    for (const [index, step] of steps.entries()) {
      if (step.once && !(await isFirstTime(transaction, step.once, isFromEarlierVersion))) continue;
      if (step.forProjects && !options.isForProjects) continue;
      if (step.provides && (await isProvidedByOthers(transaction, step.provides))) continue;
      const fallback = await tryStep(transaction, scripts[index] ?? '', step);
      if (fallback) deniedStep.push(fallback);
    }
    deniedStep.push(...(await letServiceRoleBypassPolicies(transaction)));
    if (options.authenticatorPassword !== undefined) {
      deniedStep.push(...(await setAuthenticatorPassword(transaction, options.authenticatorPassword)));
    }
    return { missing: deniedStep, isFromEarlierVersion };
  });
}

async function wasPreparedWithoutRecord(sql: TransactionSql): Promise<boolean> {
  const [found] = await sql`
    select to_regclass('auth.onda_migrations') is not null and to_regclass('extensions.onda_setup') is null as "isEarlier"`;
  return found?.isEarlier === true;
}

/**
 * Records the step and returns whether it must run. A hosted Supabase, and a database prepared by an earlier version,
 * have the default privileges without a record: granting again would undo every revoke.
 */
async function isFirstTime(
  sql: TransactionSql,
  once: NonNullable<Step['once']>,
  isFromEarlierVersion: boolean,
): Promise<boolean> {
  // Default privileges belong to the login that creates tables; a database may get another login later.
  const [recorded] = await sql`
    insert into extensions.onda_setup (step)
    values (case when ${once === 'grants'} then ${once} else ${once} || ' of ' || current_user end)
    on conflict do nothing returning step`;
  if (!recorded || isFromEarlierVersion) return false;
  const granted = await sql`
    select from pg_catalog.pg_default_acl, pg_catalog.aclexplode(defaclacl) as held
    where defaclnamespace = 'public'::regnamespace and held.grantee = 'anon'::regrole
      and (${once === 'grants'} or defaclrole = current_user::regrole) limit 1`;
  return granted.length === 0;
}

async function isProvidedByOthers(sql: TransactionSql, functionName: string): Promise<boolean> {
  const [found] = await sql`
    select from pg_catalog.pg_proc
    where oid = to_regprocedure(${functionName}) and not pg_catalog.pg_has_role(proowner, 'usage')`;
  return found !== undefined;
}

// Roles are shared by all databases of a cluster, and the lock is not: when two databases are prepared at once, one
// may find a row of pg_authid changed concurrently ("tuple concurrently updated", an internal error of PostgreSQL).
async function retryCollisions<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts >= 5 || !isCollision(error)) throw error;
      await sleep(50 * attempts);
    }
  }
}

function isCollision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'XX000' || error.code === '23505');
}

async function tryStep(sql: TransactionSql, script: string, step: Step): Promise<string | undefined> {
  try {
    await sql.savepoint((inner) => inner.unsafe(script));
    return undefined;
  } catch (error) {
    if (!isPermissionError(error)) throw error;
    if (step.without) return step.without;
    throw new Error(
      `The database login may not prepare this database (${step.file}: ${error.message}). ` +
        'Use a login with the CREATEROLE attribute that owns the database and its schema public.',
      { cause: error },
    );
  }
}

async function letServiceRoleBypassPolicies(sql: TransactionSql): Promise<string[]> {
  const [role] = await sql<{ rolbypassrls: boolean }[]>`
    select rolbypassrls from pg_roles where rolname = 'service_role'`;
  if (role?.rolbypassrls) return [];
  try {
    await sql.savepoint((inner) => inner.unsafe('alter role service_role bypassrls'));
    return [];
  } catch (error) {
    if (!isPermissionError(error)) throw error;
    return [
      'service_role cannot bypass row policies, so the service key sees only what policies grant it. ' +
        'Ask a superuser to run: alter role service_role bypassrls',
    ];
  }
}

async function setAuthenticatorPassword(sql: TransactionSql, password: string): Promise<string[]> {
  try {
    // ALTER ROLE takes no parameters, so the literal is quoted by the database itself.
    const [statement] = await sql<{ text: string }[]>`
      select format('alter role authenticator login password %L', ${password}::text) as text`;
    await sql.savepoint((inner) => inner.unsafe(statement?.text ?? ''));
    // A password that was given is not replaced by a derived one.
    const [marked] =
      await sql`select from pg_roles where rolname = 'authenticator' and shobj_description(oid, 'pg_authid') = ${PASSWORD_MARK}`;
    if (marked) await sql`comment on role authenticator is null`;
    return [];
  } catch (error) {
    if (!isPermissionError(error)) throw error;
    return ['the password of the role authenticator could not be set, so the host cannot log in with it'];
  }
}

function isPermissionError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === insufficientPrivilege;
}
