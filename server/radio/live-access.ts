// Passwords of hosts for source clients: created here, shown once, stored as a hash. They are long and random, so a fast
// hash that can be looked up is safe, and a source is admitted within one query.
import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Host } from '#radio/live/live-session.ts';

const WORD_BYTES = 15;

export async function makePassword(sql: Sql, userId: string): Promise<string> {
  const password = randomBytes(WORD_BYTES).toString('base64url');
  await sql`insert into private.radio_source_passwords (user_id, password_sha256)
    values (${userId}, ${hashOf(password)})
    on conflict (user_id) do update set password_sha256 = excluded.password_sha256, created_at = now()`;
  return password;
}

export async function removePassword(sql: Sql, userId: string): Promise<void> {
  await sql`delete from private.radio_source_passwords where user_id = ${userId}`;
}

/** Whose password it is: a host, or staff, who is not banned. */
export async function findHostByPassword(sql: Sql, password: string): Promise<Host | undefined> {
  const [row] = await sql<{ user_id: string }[]>`select user_id from private.radio_source_passwords
    where password_sha256 = ${hashOf(password)}`;
  return row && findHost(sql, row.user_id);
}

/** The same for a signed-in person, whose session must not have ended. */
export async function findHostOfSession(
  sql: Sql,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<Host | undefined> {
  if (sessionId !== null) {
    const [session] = await sql`select from auth.sessions
      where id::text = ${sessionId} and user_id = ${userId} and (not_after is null or not_after > now())`;
    if (!session) return undefined;
  }
  return findHost(sql, userId);
}

async function findHost(sql: Sql, userId: string): Promise<Host | undefined> {
  const [row] = await sql<{ name: string; roles: string[] }[]>`
    select coalesce(nullif(p.name, ''), split_part(u.email, '@', 1), 'A host') as name,
      array(select role from public.roles r where r.user_id = u.id) as roles
    from auth.users u left join public.profiles p on p.user_id = u.id
    where u.id = ${userId} and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null and not coalesce(u.is_anonymous, false)`;
  if (!row) return undefined;
  const isStaff = row.roles.includes('staff') || row.roles.includes('owner');
  return isStaff || row.roles.includes('host') ? { userId, name: row.name, isStaff } : undefined;
}

function hashOf(password: string): string {
  return createHash('sha256').update(password).digest('hex');
}
