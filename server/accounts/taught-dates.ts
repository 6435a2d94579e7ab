// What someone teaches from now on, and who looks for a substitute when their account is closed.
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';

interface TaughtClass {
  title: string;
  dates: number;
}

export function listTaught(sql: Sql, userId: string): Promise<TaughtClass[]> {
  return sql<TaughtClass[]>`
    select o.title, count(*)::int as dates
    from public.sessions s join public.offerings o on o.id = s.offering_id
    join public.person_accounts a on a.person_id = coalesce(s.teacher_id, o.teacher_id)
    where a.user_id::text = ${userId} and s.status = 'planned' and s.starts_at > now()
    group by o.id, o.title order by min(s.starts_at), o.title`;
}

/** Each of the dates is listed as one without a teacher, until staff find someone. */
export async function askForSubstitutes(tx: TransactionSql, userId: string, actorId: string): Promise<void> {
  await tx`
    insert into public.substitute_requests (session_id, person_id, asked_by)
    select s.id, a.person_id, ${actorId}
    from public.sessions s join public.offerings o on o.id = s.offering_id
    join public.person_accounts a on a.person_id = coalesce(s.teacher_id, o.teacher_id)
    where a.user_id = ${userId} and s.status = 'planned' and s.starts_at > now()
    on conflict (session_id) where state = 'open' do nothing`;
}

/** The account is open again: what others asked for on its behalf is over, their own requests stay. */
export async function withdrawRequests(tx: TransactionSql, userId: string): Promise<void> {
  await tx`
    update public.substitute_requests q set state = 'withdrawn', closed_at = now()
    from public.person_accounts a
    where a.user_id = ${userId} and q.person_id = a.person_id and q.state = 'open' and q.asked_by is distinct from a.user_id`;
}
