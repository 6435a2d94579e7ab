// Is the program alive, and can it do its work? For people who watch it from outside.

import type { Backend } from '#backend/create-backend.ts';
import { isDiskFull } from '#backend/database/disk-space.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { isWritable } from '#backend/database/writable.ts';

const CHECK_MS = 2000;

export function alive(): Response {
  return Response.json({ status: 'ok' });
}

export interface ReadyParts {
  sql: Sql;
  dataDir: string;
  /** Undefined where another program is the backend. */
  backend: Pick<Backend, 'checkStorage' | 'changesState'> | undefined;
  isOnAir?: () => boolean;
}

export async function ready({ sql, dataDir, backend, isOnAir }: ReadyParts): Promise<Response> {
  const [database, storage, isFull] = await Promise.all([
    inTime(isWritable(sql)),
    backend && answersInTime(backend.checkStorage()),
    isDiskFull(dataDir),
  ]);
  const isReady = database === true && storage !== false && !isFull;
  return Response.json(
    {
      status: isReady ? 'ok' : 'unavailable',
      database: database ? 'ok' : database === false ? 'read-only' : 'away',
      disk: isFull ? 'full' : 'ok',
      ...(storage !== undefined && { storage: storage ? 'ok' : 'away' }),
      // Realtime and a silent station are reported, but visitors can still use the site.
      ...(backend && { realtime: backend.changesState }),
      ...(isOnAir && { radio: isOnAir() ? 'ok' : 'off air' }),
    },
    { status: isReady ? 200 : 503 },
  );
}

export async function answersInTime(query: PromiseLike<unknown>): Promise<boolean> {
  return (await inTime(Promise.resolve(query).then(() => true))) === true;
}

/** Undefined when it fails or takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), CHECK_MS);
  });
  const answer = await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
  return answer;
}
