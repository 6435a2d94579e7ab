// Finds ended sessions whose tokens are still valid: signed out, timed out, banned, deleted.
import type { Sql } from '../../database/driver/sql.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function findEndedSessions(sql: Sql, sessionIds: string[]): Promise<string[]> {
  const ids = sessionIds.filter((id) => UUID.test(id));
  const open = await sql<{ id: string }[]>`
    select s.id::text from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = any(${ids}::uuid[]) and (s.not_after is null or s.not_after > now())
      and (u.banned_until is null or u.banned_until <= now()) and u.deleted_at is null`;
  const known = new Set(open.map(({ id }) => id));
  return sessionIds.filter((id) => !known.has(id.toLowerCase()));
}
