// One connection that an onda process holds while it uses the embedded PostgreSQL: it shows other processes that the
// server is in use, and shows this process when the server has ended.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from './driver/sql.ts';
import { openLastingConnection } from './lasting-connection.ts';
import { SUPERUSER } from './postgres-cluster.ts';

const ANSWER_LIMIT_MS = 5500;

export function databaseUrl(password: string, port: number): string {
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

export async function openUsageConnection(
  { password }: { password: string },
  port: number,
  { signal, onClosed }: { signal: AbortSignal; onClosed: () => void },
): Promise<Sql | 'busy' | 'silent' | 'wrong password'> {
  let isOpen = false;
  const usageConnection = openLastingConnection(databaseUrl(password, port), 'usage', {
    connect_timeout: 5,
    onclose: () => {
      if (!isOpen) return;
      isOpen = false;
      void usageConnection.end({ timeout: 0 }).catch(() => undefined);
      onClosed();
    },
  });
  try {
    // A server that is stopping may take the connection and never answer, so the wait is limited here.
    await Promise.race([
      usageConnection`select 1`,
      sleep(ANSWER_LIMIT_MS, undefined, { ref: false, signal }).then(throwSilent),
    ]);
    isOpen = true;
    return usageConnection;
  } catch (error) {
    await usageConnection.end({ timeout: 0 }).catch(() => undefined);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === '28P01') return 'wrong password';
    return code === '57P03' || code === '53300' ? 'busy' : 'silent';
  }
}

function throwSilent(): never {
  throw new Error('no answer');
}

export async function isUsedByOthers(usageConnection: Sql): Promise<boolean> {
  try {
    // Close our own first: of two processes that stop at the same moment, at least one then sees no other.
    await usageConnection`select set_config('application_name', ${`stopping #${process.pid}`}, false)`;
    const rows = await usageConnection`
      select from pg_stat_activity
      where application_name like 'onda%' and application_name not like ${`%#${process.pid}`}
      limit 1`;
    return rows.length > 0;
  } catch {
    return false;
  }
}
