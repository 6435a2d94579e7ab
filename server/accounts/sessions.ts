// Lists where a person is signed in, and ends sessions.

import { isUuid } from '#backend/auth/http/addresses.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Person } from '#contracts/visitor.ts';
import { recordAudit } from './audit.ts';
import { nameDevice, readDevice } from './name-device.ts';
import { accountErrors } from './staff-rules.ts';

interface SessionRow {
  id: string;
  user_agent: string | null;
  ip: string | null;
  aal: string | null;
  created_at: Date;
  last_used_at: Date;
}

export async function listSessions({ sql, person }: { sql: Sql; person: Person }) {
  // A session without a usable refresh token is over, even though its row is still there.
  const rows = await sql<SessionRow[]>`
    select s.id, s.user_agent, host(s.ip) as ip, s.aal::text as aal, s.created_at,
      coalesce(s.refreshed_at at time zone 'utc', s.created_at) as last_used_at
    from auth.sessions as s
    where s.user_id = ${person.id} and (s.not_after is null or s.not_after > now())
      and exists (select from auth.refresh_tokens as t where t.session_id = s.id and not t.revoked)
    order by (s.id::text = ${person.sessionId ?? ''}) desc, last_used_at desc`;
  return {
    sessions: rows.map(({ user_agent, ...row }) => {
      const device = readDevice(user_agent ?? '');
      return {
        ...row,
        ...device,
        device: nameDevice(device),
        user_agent: user_agent ?? '',
        is_current: row.id === person.sessionId,
      };
    }),
  };
}

export async function endSession(id: string, { sql, person, ip }: { sql: Sql; person: Person; ip: string }) {
  if (!isUuid(id)) throw accountErrors.noSession();
  await sql.begin(async (tx) => {
    const [ended] = await tx`
      delete from auth.sessions where id = ${id} and user_id = ${person.id} returning id`;
    if (!ended) throw accountErrors.noSession();
    await recordAudit(tx, { action: 'session_revoked', actor: person, ip, traits: { session_id: id } });
  });
  return { id };
}
