// Who may speak and listen in an online class, asked of the database for every connection and again while it lasts.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { SignedIn } from '../live-handshake.ts';
import type { ClassHolder } from './class-token.ts';
import type { ClassTimes } from './class-window.ts';

export interface ClassSession extends ClassTimes {
  id: string;
}

export interface ClassAccess {
  /** A date that is online and was not cancelled. */
  findClass(sessionId: string): Promise<ClassSession | undefined>;
  /** The order that a secret link opens. */
  findOrder(token: string): Promise<string | undefined>;
  /** How many places each of them has in it, by `holderKey`; one for those who may speak. */
  placesOf(sessionId: string, holders: readonly ClassHolder[]): Promise<Map<string, number>>;
  /** The teacher of the class and staff, while their sign-in lasts. */
  findSpeaker(sessionId: string, person: SignedIn): Promise<Speaker | undefined>;
}

export interface Speaker extends SignedIn {
  name: string;
}

export function holderKey({ kind, id }: ClassHolder): string {
  return `${kind} ${id}`;
}

export function createClassAccess(sql: Sql): ClassAccess {
  return {
    async findClass(sessionId) {
      const [found] = await sql<{ id: string; starts_ms: number; ends_ms: number }[]>`
        select id, extract(epoch from starts_at)::float8 * 1000 as starts_ms, extract(epoch from ends_at)::float8 * 1000 as ends_ms
        from public.sessions where id = ${sessionId} and is_online and status = 'planned'`;
      return found && { id: found.id, startsMs: Number(found.starts_ms), endsMs: Number(found.ends_ms) };
    },
    async findOrder(token) {
      const [found] = await sql<{ order_id: string }[]>`
        select order_id from private.order_links where token = ${token}`;
      return found?.order_id;
    },
    async placesOf(sessionId, holders) {
      const rows = await sql<(ClassHolder & { places: number })[]>`
        select h.kind, h.id, case when h.kind = 'speaker' then private.speaks_in_class(${sessionId}, h.id)::integer
          else private.class_places(${sessionId}, case when h.kind = 'order' then h.id end,
            case when h.kind = 'account' then h.id end) end as places
        from jsonb_to_recordset(${JSON.stringify(holders)}::text::jsonb) h (kind text, id uuid)`;
      return new Map(rows.map((row) => [holderKey(row), row.places]));
    },
    async findSpeaker(sessionId, { userId, sessionId: signIn }) {
      const [found] = await sql<{ name: string }[]>`
        select coalesce(nullif(p.name, ''), split_part(u.email, '@', 1), '') as name
        from auth.users u left join public.profiles p on p.user_id = u.id
        where u.id = ${userId} and private.speaks_in_class(${sessionId}, u.id)
          and (${signIn}::text is null or exists (select from auth.sessions s
            where s.id::text = ${signIn} and s.user_id = u.id and (s.not_after is null or s.not_after > now())))`;
      return found && { userId, sessionId: signIn, name: found.name };
    },
  };
}
