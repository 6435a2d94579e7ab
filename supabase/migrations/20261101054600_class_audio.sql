-- The private audio of online classes: who speaks and who listens. Asked by the program alone, when a connection begins and again while
-- it lasts.

-- An account that may sign in at all.
create function private.is_active_account(account uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from auth.users u where u.id = account and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now()))
$$;

-- The teacher of the session, and staff.
create function private.speaks_in_class(wanted uuid, account uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.is_active_account(account) and (
    exists (select from public.roles r where r.user_id = account and r.role in ('staff', 'owner'))
    or exists (select from public.roles r where r.user_id = account and r.role = 'teacher') and exists (
      select from public.sessions s join public.offerings o on o.id = s.offering_id
      join public.person_accounts a on a.person_id = coalesce(s.teacher_id, o.teacher_id)
      where s.id = wanted and a.user_id = account))
$$;

-- How many confirmed places of a session an order holds, or an account: in its own orders, and of its family.
create function private.class_places(wanted uuid, buyer uuid, account uuid) returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::integer from public.sessions s join public.bookings b on b.pool_id = s.pool_id and b.state = 'seated'
  join public.orders o on o.id = b.order_id
  where s.id = wanted and (o.id = buyer or private.is_active_account(account) and (o.user_id = account
    or exists (select from public.participants p join public.guardians g on g.household_id = p.household_id
      where p.id = b.participant_id and g.user_id = account)))
$$;

-- ---------- rights ----------
revoke all on function private.is_active_account, private.speaks_in_class, private.class_places from public, anon, authenticated;
