// Makes an empty PostgreSQL into a Supabase database: roles, schemas, the auth functions of row policies, grants,
// the realtime publication and the schema watch. Safe to run at every start and from several processes at once.
// Makes no tables: auth, storage and realtime bring their own, the product brings migrations.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import type { Progress } from '#contracts/progress.ts';

export interface PrepareDatabaseOptions {
  progress: Progress;
  /** Set as the password of the role authenticator, so that the host can log in with it. */
  authenticatorPassword?: string;
}

interface Step {
  file: string;
  /** What does not work when the database refuses this step; without it the refusal ends the start. */
  without?: string;
}

const steps: Step[] = [
  { file: 'roles.sql' },
  { file: 'schemas.sql' },
  { file: 'auth-functions.sql' },
  { file: 'grants.sql' },
  {
    file: 'publication.sql',
    without:
      'the publication "supabase_realtime" is missing, so realtime cannot follow table changes. ' +
      'Ask the owner of the database to run: create publication supabase_realtime',
  },
  {
    file: 'schema-watch.sql',
    without:
      'changes of tables and functions are not noticed by themselves. ' +
      "After each change run: notify pgrst, 'reload schema'",
  },
];

// One number for all onda processes on a database; two of them creating the same role at once would collide.
const prepareLock = 4_711_001;

const insufficientPrivilege = '42501';

export async function prepareDatabase(sql: postgres.Sql, options: PrepareDatabaseOptions): Promise<void> {
  const { progress } = options;
  const scripts = await Promise.all(
    steps.map((step) => readFile(new URL(`./schema/${step.file}`, import.meta.url), 'utf8')),
  );
  progress.step('Preparing the database');
  const missing = await retryCollisions(() => prepareOnce(sql, scripts, options));
  for (const sentence of missing) progress.step(`The database login lacks a right: ${sentence}.`);
  progress.done('Database is ready');
}

/** Gives one sentence for each right that the login lacks. */
async function prepareOnce(
  sql: postgres.Sql,
  scripts: string[],
  options: PrepareDatabaseOptions,
): Promise<string[]> {
  return sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${prepareLock})`;
    await transaction`set local client_min_messages = warning`;
    const refused: string[] = [];
    for (const [index, step] of steps.entries()) {
      const fallback = await tryStep(transaction, scripts[index] ?? '', step);
      if (fallback) refused.push(fallback);
    }
    refused.push(...(await letServiceRoleBypassPolicies(transaction)));
    if (options.authenticatorPassword !== undefined) {
      refused.push(...(await setAuthenticatorPassword(transaction, options.authenticatorPassword)));
    }
    return refused;
  });
}

// Roles are shared by all databases of a cluster, and the lock is not: when two databases are prepared at once, one
// may find a row of pg_authid changed under its hands ("tuple concurrently updated", an internal error to PostgreSQL).
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

async function tryStep(
  sql: postgres.TransactionSql,
  script: string,
  step: Step,
): Promise<string | undefined> {
  try {
    await sql.savepoint((inner) => inner.unsafe(script));
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (step.without) return step.without;
    throw new Error(
      `The database login may not prepare this database (${step.file}: ${error.message}). ` +
        'Use a login with the CREATEROLE attribute that owns the database and its schema public.',
      { cause: error },
    );
  }
}

async function letServiceRoleBypassPolicies(sql: postgres.TransactionSql): Promise<string[]> {
  const [role] = await sql<{ rolbypassrls: boolean }[]>`
    select rolbypassrls from pg_roles where rolname = 'service_role'`;
  if (role?.rolbypassrls) return [];
  try {
    await sql.savepoint((inner) => inner.unsafe('alter role service_role bypassrls'));
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [
      'service_role cannot bypass row policies, so the service key sees only what policies grant it. ' +
        'Ask a superuser to run: alter role service_role bypassrls',
    ];
  }
}

async function setAuthenticatorPassword(sql: postgres.TransactionSql, password: string): Promise<string[]> {
  try {
    // ALTER ROLE takes no parameters, so the literal is quoted by the database itself.
    const [statement] = await sql<{ text: string }[]>`
      select format('alter role authenticator login password %L', ${password}::text) as text`;
    await sql.savepoint((inner) => inner.unsafe(statement?.text ?? ''));
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return ['the password of the role authenticator could not be set, so the host cannot log in with it'];
  }
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === insufficientPrivilege;
}
