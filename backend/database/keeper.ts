// One connection that a process of onda holds while it uses the PostgreSQL that comes along: others see by it that the
// server is in use, and the process sees that the server has ended.
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { SUPERUSER } from './postgres-cluster.ts';

const ANSWER_LIMIT_MS = 5500;

export function databaseUrl(password: string, port: number): string {
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

export async function openKeeper(
  { password }: { password: string },
  port: number,
  { signal, onGone }: { signal: AbortSignal; onGone: () => void },
): Promise<postgres.Sql | 'busy' | 'silent' | 'wrong password'> {
  let isOpen = false;
  const keeper = postgres(databaseUrl(password, port), {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    connection: { application_name: `onda keeper #${process.pid}` },
    onnotice: () => undefined,
    onclose: () => {
      if (!isOpen) return;
      isOpen = false;
      void keeper.end({ timeout: 0 }).catch(() => undefined);
      onGone();
    },
  });
  try {
    // The driver tries for ever when the other side hangs up, as a dying server does: bounded here.
    await Promise.race([
      keeper`select 1`,
      sleep(ANSWER_LIMIT_MS, undefined, { ref: false, signal }).then(throwSilent),
    ]);
    isOpen = true;
    return keeper;
  } catch (error) {
    await keeper.end({ timeout: 0 }).catch(() => undefined);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === '28P01') return 'wrong password';
    return code === '57P03' || code === '53300' ? 'busy' : 'silent';
  }
}

function throwSilent(): never {
  throw new Error('no answer');
}

export async function isUsedByOthers(keeper: postgres.Sql): Promise<boolean> {
  try {
    // Step out of the count first: of two processes that stop at the same moment, at least one then sees nobody.
    await keeper`select set_config('application_name', ${`stopping #${process.pid}`}, false)`;
    const rows = await keeper`
      select from pg_stat_activity
      where application_name like 'onda%' and application_name not like ${`%#${process.pid}`}
      limit 1`;
    return rows.length > 0;
  } catch {
    return false;
  }
}
