// Is the program alive, and can it do its work? For people who watch it from outside.
import type { Sql } from 'postgres';

const CHECK_MS = 2000;

export function alive(): Response {
  return Response.json({ status: 'ok' });
}

export async function ready(sql: Sql): Promise<Response> {
  const database = await answersInTime(sql`select 1`);
  return Response.json(
    { status: database ? 'ok' : 'unavailable', database: database ? 'ok' : 'away' },
    { status: database ? 200 : 503 },
  );
}

async function answersInTime(query: PromiseLike<unknown>): Promise<boolean> {
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
