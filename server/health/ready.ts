// Is the program alive, and can it do its work? For people who watch it from outside.

import { isDiskFull } from '#backend/database/disk-space.ts';
import type { Sql } from '#backend/database/driver/sql.ts';

const CHECK_MS = 2000;

export function alive(): Response {
  return Response.json({ status: 'ok' });
}

export interface ReadyParts {
  sql: Sql;
  dataDir: string;
  checkStorage?: () => Promise<void>;
  isOnAir?: () => boolean;
}

export async function ready({ sql, dataDir, checkStorage, isOnAir }: ReadyParts): Promise<Response> {
  const [database, storage, isFull] = await Promise.all([
    answersInTime(sql`select 1`),
    checkStorage ? answersInTime(checkStorage()) : undefined,
    isDiskFull(dataDir),
  ]);
  const isReady = database && storage !== false && !isFull;
  return Response.json(
    {
      status: isReady ? 'ok' : 'unavailable',
      database: database ? 'ok' : 'away',
      disk: isFull ? 'full' : 'ok',
      ...(storage !== undefined && { storage: storage ? 'ok' : 'away' }),
      // A silent station is reported, but visitors can still use the site.
      ...(isOnAir && { radio: isOnAir() ? 'ok' : 'off air' }),
    },
    { status: isReady ? 200 : 503 },
  );
}

export async function answersInTime(query: PromiseLike<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_MS);
  });
  const answer = Promise.resolve(query).then(
    () => true,
    () => false,
  );
  const isThere = await Promise.race([answer, late]);
  clearTimeout(timer);
  return isThere;
}
