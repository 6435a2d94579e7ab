-- Whoever teaches a date hears of it when it is cancelled, taken away with its offering, or brought back: one mail for all dates.

-- Dates to come that fall out, in the shape of a change that gives them to nobody else.
create function private.called_off(session_ids uuid[]) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('session_id', s.id, 'from', private.taught_by(s), 'to', private.taught_by(s),
    'was', private.as_known(s)) order by s.starts_at), '[]')
  from public.sessions s where s.id = any (session_ids) and s.starts_at > now()
$$;

-- What cancelling one date means for whoever booked it stays as it is; the teachers are told around it, once for all dates.
alter function public.cancel_session(uuid, text) set schema private;
revoke all on function private.cancel_session(uuid, text) from public, anon, authenticated, service_role;

create function public.cancel_session(session_id uuid, reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  answer jsonb := private.cancel_session(cancel_session.session_id, coalesce(cancel_session.reason, ''));
begin
  if (answer ->> 'cancelled')::boolean then
    perform private.tell_teachers('mail.teaching_cancelled', private.called_off(array[cancel_session.session_id]), cancel_session.reason);
  end if;
  return answer;
end
$$;

create or replace function public.cancel_sessions(session_id uuid, scope text, reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  anchor public.sessions := private.open_anchor(cancel_sessions.session_id, scope);
  one uuid;
  answer jsonb;
  gone uuid[] := '{}';
  places integer := 0;
begin
  -- Pools in order of id first, as everywhere: two who cancel at once wait for each other and do not lock up.
  perform private.lock_pool(p.pool_id) from (select distinct s.pool_id from private.reached_sessions(anchor, scope) s order by 1) p;
  for one in select s.id from private.reached_sessions(anchor, scope) s where s.status = 'planned' order by s.starts_at, s.id loop
    answer := private.cancel_session(one, coalesce(reason, ''));
    if (answer ->> 'cancelled')::boolean then
      gone := gone || one;
    end if;
    places := places + (answer ->> 'places')::integer;
  end loop;
  perform private.tell_teachers('mail.teaching_cancelled', private.called_off(gone), reason);
  return jsonb_build_object('dates', cardinality(gone), 'places', places);
end
$$;

create or replace function public.preview_cancel(session_id uuid, scope text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  anchor public.sessions := private.open_anchor(preview_cancel.session_id, scope);
  pool_ids uuid[];
  reached uuid[];
begin
  select array_agg(distinct s.pool_id), array_agg(s.id) into pool_ids, reached
  from private.reached_sessions(anchor, scope) s where s.status = 'planned';
  return jsonb_build_object(
    'dates', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'starts_at', s.starts_at,
        'seats', (select seats from public.pools p where p.id = s.pool_id)) order by s.starts_at), '[]')
      from private.reached_sessions(anchor, scope) s where s.status = 'planned'),
    'told', private.people_of(pool_ids),
    'teachers', private.teachers_named(private.called_off(reached)),
    'waiting', (select coalesce(sum(p.waiting), 0) from public.pools p where p.id = any (pool_ids)),
    -- Paid orders whose last date goes get money; of a course that goes on, each gets credit for the dates that fall out.
    'refund_cents', (select coalesce(sum(least(b.price_cents - b.voucher_cents, private.paid_cents(b.order_id))), 0) from public.bookings b
      where b.pool_id = any (pool_ids) and b.state = 'seated' and b.pass_id is null and not exists (select from public.sessions s
        where s.pool_id = b.pool_id and s.status = 'planned' and s.id not in (select r.id from private.reached_sessions(anchor, scope) r))),
    'credit_cents', (select coalesce(sum(b.price_cents / b.dates), 0) from public.bookings b
      join private.reached_sessions(anchor, scope) r on r.pool_id = b.pool_id and r.status = 'planned' and b.created_at < r.starts_at
      where b.state = 'seated' and exists (select from public.sessions s
        where s.pool_id = b.pool_id and s.status = 'planned' and s.id not in (select x.id from private.reached_sessions(anchor, scope) x))));
end
$$;

-- Back into the programme, while nobody who booked was told of its end. Whoever teaches it was, and hears that it takes place.
drop function public.restore_session(uuid);
create function public.restore_session(session_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  gone public.sessions := private.open_anchor(restore_session.session_id, 'this');
  taught jsonb := '[]';
begin
  perform private.lock_pool(gone.pool_id);
  if gone.starts_at <= now() then
    perform private.fail(409, 'begun', 'This date has begun.');
  elsif exists (select from public.bookings b where b.pool_id = gone.pool_id and (b.state = 'seated' or b.cancelled_by = 'studio'))
    or exists (select from public.wait_entries w where w.pool_id = gone.pool_id and w.state = 'closed') then
    perform private.fail(409, 'people_were_told', 'People were told that it is cancelled and got their money back. Plan a new date instead.');
  end if;
  begin
    update public.sessions s set status = 'planned' where s.id = gone.id and s.status = 'cancelled';
  exception when exclusion_violation then
    perform private.fail(409, 'clash', 'The room or the teacher has something else by now.');
  end;
  if found then
    perform private.note('brought back', session_id => gone.id);
    taught := private.called_off(array[gone.id]);
    perform private.tell_teachers('mail.teaching_restored', taught);
  end if;
  return jsonb_build_object('teachers', private.teachers_named(taught));
end
$$;

-- Takes dates away as if they had never been planned: only those that nobody booked, holds or waits for.
-- Whoever teaches them is told when tell_teachers says so; dates that were planned a moment ago go without a word.
drop function public.remove_sessions(uuid, text);
create function public.remove_sessions(session_id uuid, scope text, tell_teachers boolean default false, reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  anchor public.sessions := private.open_anchor(remove_sessions.session_id, scope);
  free_ids uuid[];
  kept integer;
begin
  if length(reason) > 500 then
    perform private.refuse_field('reason', 'A reason has at most 500 characters.');
  end if;
  perform private.lock_pool(p.pool_id) from (select distinct s.pool_id from private.reached_sessions(anchor, scope) s order by 1) p;
  select array_agg(s.id) filter (where not private.is_pool_used(s.pool_id)), count(*) filter (where private.is_pool_used(s.pool_id))
  into free_ids, kept from private.reached_sessions(anchor, scope) s;
  if free_ids is null then
    perform private.fail(409, 'has_bookings', 'People have booked it. Cancel it instead: everybody is told and gets their money back.');
  end if;
  if remove_sessions.tell_teachers then
    perform private.tell_teachers('mail.teaching_cancelled', private.called_off(private.planned_among(free_ids)), reason);
  end if;
  perform private.drop_sessions(free_ids);
  delete from public.series l where l.id = anchor.series_id and not exists (select from public.sessions s where s.series_id = l.id);
  insert into public.timeline (actor, what, offering_id, details)
  values (auth.uid(), 'removed dates', anchor.offering_id, jsonb_build_object('dates', cardinality(free_ids), 'from', anchor.starts_at));
  return jsonb_build_object('removed', cardinality(free_ids), 'kept', kept);
end
$$;

-- Of a date that was cancelled before, everybody has heard already.
create function private.planned_among(session_ids uuid[]) returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(select s.id from public.sessions s where s.id = any (session_ids) and s.status = 'planned')
$$;

-- ---------- a whole offering ----------
create function private.unused_dates(offering uuid) returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(select s.id from public.sessions s where s.offering_id = offering and s.starts_at > now() and not private.is_pool_used(s.pool_id))
$$;

-- Who is told when an offering goes into the archive or is deleted: the dates that go are the same.
create function public.preview_put_away(offering_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_desk();
  return jsonb_build_object('teachers', private.teachers_named(private.called_off(
    private.planned_among(private.unused_dates(preview_put_away.offering_id)))));
end
$$;

-- Out of the programme, kept with its history. Dates to come that nobody booked go; booked ones must be cancelled first.
create or replace function public.archive_offering(offering_id uuid, archived boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
declare
  booked integer;
  was public.offerings;
  unused uuid[];
begin
  perform private.require_desk();
  select * into was from public.offerings o where o.id = archive_offering.offering_id for update;
  if was.id is null then
    perform private.fail(404, 'no_offering', 'There is no such offering any more.');
  end if;
  if archived then
    select count(*) into booked from public.sessions s
    where s.offering_id = was.id and s.status = 'planned' and s.ends_at > now() and private.is_pool_used(s.pool_id)
      and exists (select from public.bookings b where b.pool_id = s.pool_id and b.state in ('seated', 'pending'));
    if booked > 0 then
      perform private.fail(409, 'has_bookings', format('%s to come %s booked. Cancel them first: everybody is told and gets their money back.',
        case when booked = 1 then 'One date' else booked || ' dates' end, case when booked = 1 then 'is' else 'are' end));
    end if;
    unused := private.unused_dates(was.id);
    perform private.tell_teachers('mail.teaching_cancelled', private.called_off(private.planned_among(unused)));
    perform private.drop_sessions(unused);
  end if;
  update public.offerings o set archived_at = case when archived then now() end, published_at = null, version = o.version + 1
  where o.id = was.id;
  insert into public.timeline (actor, what, offering_id) values (auth.uid(), case when archived then 'archived' else 'brought back' end, was.id);
end
$$;

create or replace function public.delete_offering(offering_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pool_ids uuid[];
  title text;
begin
  perform private.require_desk();
  select o.title into title from public.offerings o where o.id = delete_offering.offering_id for update;
  if title is null then
    perform private.fail(404, 'no_offering', 'There is no such offering any more.');
  elsif exists (select from public.sessions s where s.offering_id = delete_offering.offering_id and private.is_pool_used(s.pool_id)) then
    perform private.fail(409, 'has_bookings', 'People have booked it, so its history stays. Put it into the archive instead.');
  end if;
  perform private.tell_teachers('mail.teaching_cancelled', private.called_off(
    private.planned_among(private.unused_dates(delete_offering.offering_id))));
  select array_agg(distinct s.pool_id) into pool_ids from public.sessions s where s.offering_id = delete_offering.offering_id;
  delete from public.offerings o where o.id = delete_offering.offering_id;
  delete from public.pools p where p.id = any (pool_ids);
  perform private.note('offering removed', details => jsonb_build_object('title', title));
end
$$;

do $$
declare
  signature text;
begin
  foreach signature in array array['cancel_session(uuid, text)', 'restore_session(uuid)', 'remove_sessions(uuid, text, boolean, text)',
    'preview_put_away(uuid)']
  loop
    execute format('revoke all on function public.%s from public, anon', signature);
    execute format('grant execute on function public.%s to authenticated, service_role', signature);
  end loop;
end
$$;
