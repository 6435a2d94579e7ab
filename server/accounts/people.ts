// The people of the studio for its staff: a searchable list, invitations, bans, and a new start for who lost their
// second factor. Roles are given and taken in the database (rpc set_role).

import * as v from 'valibot';
import { isUuid } from '#backend/auth/http/addresses.ts';
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import type { AccountFacts, Role } from '#contracts/visitor.ts';
import { readBody } from '../http-kit/read-body.ts';
import { recordAudit } from './audit.ts';
import { accountErrors, mayManage } from './staff-rules.ts';
import { askForSubstitutes, withdrawRequests } from './taught-dates.ts';

export interface Actor {
  id: string;
  email: string | null;
  roles: Role[];
  ip: string;
}

interface PersonRow extends AccountFacts {
  created_at: Date;
  /** As exact as the database has it: a page ends between two people of one millisecond. */
  mark: string;
  invited_at: Date | null;
  last_sign_in_at: Date | null;
}

// Fewer than in other lists: a row has a portrait and a menu, and results are drawn while someone types.
const pageSize = 25;
const mark = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Newest first, paged by the end (`on`) or start (`back`) of the last page, so that new sign-ups do not shift pages. */
export async function listPeople({ searchParams }: URL, { sql, actor }: { sql: Sql; actor: Actor }) {
  const on = mark.exec(searchParams.get('on') ?? '');
  const back = on ? null : mark.exec(searchParams.get('back') ?? '');
  const beyond = on
    ? sql`and (u.created_at, u.id) < (${on[1] ?? ''}::timestamptz, ${on[2] ?? ''}::uuid)`
    : back
      ? sql`and (u.created_at, u.id) > (${back[1] ?? ''}::timestamptz, ${back[2] ?? ''}::uuid)`
      : sql``;
  const order = back ? sql`u.created_at, u.id` : sql`u.created_at desc, u.id desc`;
  const search = (searchParams.get('search') ?? '').replaceAll('\0', '').trim().slice(0, 200);
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  // Visitors who only look around have no name to list.
  const matches = sql`
    not u.is_anonymous and u.deleted_at is null
    ${
      // Names and addresses are searched separately, so that each uses its index.
      search === ''
        ? sql``
        : sql`and u.id in (
            select n.user_id from public.profiles as n where n.name ilike ${pattern}
            union all select a.id from auth.users as a where a.email ilike ${pattern} or a.phone like ${pattern})`
    }`;
  const [found, [counted]] = await Promise.all([
    sql<PersonRow[]>`
      select to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z~"') || u.id as mark, u.id, u.email, u.phone, coalesce(p.name, '') as name, u.created_at, u.invited_at, u.last_sign_in_at,
        u.confirmed_at is not null as confirmed, coalesce(u.banned_until > now(), false) as banned,
        array(
          select r.role from public.roles as r where r.user_id = u.id
          order by array_position(array['member', 'teacher', 'host', 'staff', 'owner'], r.role)
        ) as roles,
        coalesce((
          select jsonb_agg(jsonb_build_object('id', f.id, 'type', f.factor_type, 'name', f.friendly_name)
            order by f.created_at)
          from auth.mfa_factors as f where f.user_id = u.id and f.status = 'verified'
        ), '[]') as factors
      from auth.users as u left join public.profiles as p on p.user_id = u.id
      where ${matches} ${beyond}
      order by ${order} limit ${pageSize + 1}`,
    sql<{ total: number }[]>`
      select count(*)::int as total from auth.users as u where ${matches}`,
  ]);
  const isMore = found.length > pageSize;
  const rows = back ? found.slice(0, pageSize).toReversed() : found.slice(0, pageSize);
  return {
    people: rows.map(({ mark: _, ...row }) => ({
      ...row,
      is_you: row.id === actor.id,
      can_manage: row.id !== actor.id && mayManage(actor, row),
    })),
    back: (back ? isMore : on !== null) ? (rows[0]?.mark ?? null) : null,
    on: back || isMore ? (rows.at(-1)?.mark ?? null) : null,
    total: counted?.total ?? 0,
  };
}

export async function banPerson(request: Request, id: string, { sql, actor }: { sql: Sql; actor: Actor }) {
  const { banned } = await readBody(
    request,
    v.object({ banned: v.boolean('banned must be true or false.') }),
  );
  await changePerson(sql, id, actor, async (tx) => {
    // A ban without an end: Supabase writes it as a hundred years.
    const until = banned ? tx`now() + interval '100 years'` : tx`null`;
    await tx`update auth.users set banned_until = ${until}, updated_at = now() where id = ${id}`;
    if (banned) await tx`delete from auth.sessions where user_id = ${id}`;
    await (banned ? askForSubstitutes(tx, id, actor.id) : withdrawRequests(tx, id));
    await recordAudit(tx, {
      action: banned ? 'user_banned' : 'user_unbanned',
      actor,
      ip: actor.ip,
      traits: { user_id: id },
    });
  });
  return { id, banned };
}

/** For a lost phone: removes second factors and ends open sessions, because the phone may have one. */
export async function resetFactors(id: string, { sql, actor }: { sql: Sql; actor: Actor }) {
  let removed = 0;
  await changePerson(sql, id, actor, async (tx) => {
    const factors = await tx`delete from auth.mfa_factors where user_id = ${id} returning status`;
    removed = factors.filter(({ status }) => status === 'verified').length;
    await tx`delete from auth.sessions where user_id = ${id}`;
    await recordAudit(tx, { action: 'factors_reset', actor, ip: actor.ip, traits: { user_id: id, removed } });
  });
  return { id, removed };
}

async function changePerson(
  sql: Sql,
  id: string,
  actor: Actor,
  change: (tx: TransactionSql) => Promise<void>,
): Promise<void> {
  if (!isUuid(id)) throw accountErrors.noPerson();
  if (id.toLowerCase() === actor.id) throw accountErrors.notYourself();
  await sql.begin(async (tx) => {
    // The lock of set_role: two owners must not shut each other out at the same moment, nor act on roles just taken.
    await tx`select pg_advisory_xact_lock(hashtext('onda owners'))`;
    const [person] = await tx`select from auth.users where id = ${id} and deleted_at is null for update`;
    if (!person) throw accountErrors.noPerson();
    if (!mayManage({ roles: await activeRoles(tx, actor.id) }, { roles: await rolesOf(tx, id) }))
      throw accountErrors.notOwner();
    await change(tx);
  });
}

async function rolesOf(tx: TransactionSql, id: string): Promise<Role[]> {
  const rows = await tx<{ role: Role }[]>`select role from public.roles where user_id = ${id}`;
  return rows.map(({ role }) => role);
}

async function activeRoles(tx: TransactionSql, id: string): Promise<Role[]> {
  const rows = await tx<{ role: Role }[]>`
    select r.role from public.roles as r join auth.users as u on u.id = r.user_id
    where r.user_id = ${id} and (u.banned_until is null or u.banned_until <= now())`;
  return rows.map(({ role }) => role);
}
