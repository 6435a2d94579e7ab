-- Sessions that get more or fewer places, are cancelled, restored or removed, each with a preview.

create function public.set_capacity(session_id uuid, scope text, capacity integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  anchor public.sessions := private.lock_session(set_capacity.session_id, scope);
  wanted uuid;
  pool public.capacity_pools;
  done integer := 0;
begin
  if set_capacity.capacity is null or set_capacity.capacity not between 1 and 10000 then
    perform private.fail_field('capacity', 'Enter between 1 and 10,000 places.');
  end if;
  for wanted in select distinct s.pool_id from private.sessions_in_scope(anchor, scope) s where s.status = 'planned' order by 1 loop
    pool := private.lock_pool(wanted);
    if pool.seats + pool.held + pool.offered > set_capacity.capacity then
      perform private.fail(409, 'too_small', format('%s booked, held or offered. Cancel some first.',
        case pool.seats + pool.held + pool.offered when 1 then '1 place is' else pool.seats + pool.held + pool.offered || ' places are' end),
        jsonb_build_object('values', jsonb_build_object('count', pool.seats + pool.held + pool.offered)));
    end if;
    update public.capacity_pools p set capacity = set_capacity.capacity where p.id = wanted;
    -- New places go to those who wait, in their order.
    perform private.settle_pool(wanted);
    done := done + 1;
  end loop;
  if scope <> 'this' then
    update public.series s set capacity = set_capacity.capacity where s.id = anchor.series_id;
  end if;
  perform private.add_timeline_entry('places changed', session_id => anchor.id, details => jsonb_build_object('capacity', capacity, 'scope', scope));
  return done;
end
$$;
comment on function public.set_capacity is 'Changes the capacity of one session, the following ones or all to come.';

-- Dates to come that fall out, in the shape of a change that gives them to nobody else.
create function private.cancelled_changes(session_ids uuid[]) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('session_id', s.id, 'from', private.teacher_names(s), 'to', private.teacher_names(s),
    'was', private.session_snapshot(s)) order by s.starts_at), '[]')
  from public.sessions s where s.id = any (session_ids) and s.starts_at > now()
$$;

-- For a session that was cancelled before, everyone has been notified already.
create function private.planned_among(session_ids uuid[]) returns uuid[] language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array(select s.id from public.sessions s where s.id = any (session_ids) and s.status = 'planned')
$$;

-- What was already refunded for single sessions of a course: it is not refunded twice when the last one is cancelled.
create function private.credited_for_dates(booking uuid) returns integer language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(e.delta_cents), 0)::integer from public.vouchers v join public.voucher_entries e on e.voucher_id = v.id
  where v.booking_id = booking and e.cause = 'studio_cancelled_a_date' and e.delta_cents > 0
$$;

-- Everyone gets a full refund; of a course, the share of this session. Teachers are notified by the caller, once for all
-- sessions.
create function private.cancel_session(session_id uuid, reason text default '') returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone public.sessions;
  about public.bookings;
  is_last boolean;
  place_count integer := 0;
begin
  perform private.require_staff();
  select * into gone from public.sessions s where s.id = cancel_session.session_id;
  if gone.id is null then
    perform private.fail(404, 'no_session', 'Session not found.');
  elsif length(reason) > 500 then
    perform private.fail_field('reason', 'Use at most 500 characters for the reason.', 'reason_max_length');
  end if;
  perform private.lock_pool(gone.pool_id);
  update public.sessions s set status = 'cancelled' where s.id = gone.id and s.status = 'planned';
  if not found then
    return jsonb_build_object('cancelled', false, 'places', 0);
  end if;
  is_last := not exists (select from public.sessions s where s.pool_id = gone.pool_id and s.status = 'planned');
  for about in select b.* from public.bookings b where b.pool_id = gone.pool_id and b.state = 'seated'
    and b.created_at < gone.starts_at order by b.id
  loop
    if is_last then
      perform private.cancel_booking(about.id, 'studio');
      update public.bookings b set retained_cents = least(private.credited_for_dates(b.id), b.price_cents - b.voucher_cents)
      where b.id = about.id and b.pass_id is null;
      perform private.settle_money(about.order_id, 'studio_cancelled', about.id);
      update public.orders o set state = 'cancelled' where o.id = about.order_id
        and not exists (select from public.bookings b where b.order_id = o.id and b.state in ('seated', 'pending'));
    else
      perform private.give_credit(about, about.price_cents / about.dates, 'studio_cancelled_a_date');
    end if;
    perform private.add_job('mail.session_cancelled', jsonb_build_object('order_id', about.order_id, 'session_id', gone.id,
      'reason', reason), key => format('session cancelled %s %s', about.order_id, gone.id));
    place_count := place_count + 1;
  end loop;
  if is_last then
    update public.holds h set state = 'released' where h.pool_id = gone.pool_id and h.state = 'live' and h.order_id is null;
    update public.waitlist_entries w set state = 'closed' where w.pool_id = gone.pool_id and w.state in ('waiting', 'offered');
  end if;
  perform private.add_timeline_entry('cancelled', session_id => gone.id, details => jsonb_build_object('reason', reason, 'places', place_count));
  return jsonb_build_object('cancelled', true, 'places', place_count);
end
$$;

create function public.cancel_session(session_id uuid, reason text default '') returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  answer jsonb := private.cancel_session(cancel_session.session_id, coalesce(cancel_session.reason, ''));
begin
  if (answer ->> 'cancelled')::boolean then
    perform private.notify_teachers('mail.teaching_cancelled', private.cancelled_changes(array[cancel_session.session_id]), cancel_session.reason);
  end if;
  return answer;
end
$$;
comment on function public.cancel_session is 'Cancels one session with a full refund.';

create function public.cancel_sessions(session_id uuid, scope text, reason text default '') returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  anchor public.sessions := private.lock_session(cancel_sessions.session_id, scope);
  one uuid;
  answer jsonb;
  gone uuid[] := '{}';
  places integer := 0;
begin
  -- Pools in order of id first, as everywhere: two who cancel at once wait for each other and do not lock up.
  perform private.lock_pool(p.pool_id) from (select distinct s.pool_id from private.sessions_in_scope(anchor, scope) s order by 1) p;
  for one in select s.id from private.sessions_in_scope(anchor, scope) s where s.status = 'planned' order by s.starts_at, s.id loop
    answer := private.cancel_session(one, coalesce(reason, ''));
    if (answer ->> 'cancelled')::boolean then
      gone := gone || one;
    end if;
    places := places + (answer ->> 'places')::integer;
  end loop;
  perform private.notify_teachers('mail.teaching_cancelled', private.cancelled_changes(gone), reason);
  return jsonb_build_object('dates', cardinality(gone), 'places', places);
end
$$;
comment on function public.cancel_sessions is 'Cancels one session, the following ones or all to come, with a full refund.';

create function public.preview_cancel(session_id uuid, scope text) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  anchor public.sessions := private.lock_session(preview_cancel.session_id, scope);
  pool_ids uuid[];
  reached uuid[];
begin
  select array_agg(distinct s.pool_id), array_agg(s.id) into pool_ids, reached
  from private.sessions_in_scope(anchor, scope) s where s.status = 'planned';
  return jsonb_build_object(
    'dates', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'starts_at', s.starts_at,
        'seats', (select seats from public.capacity_pools p where p.id = s.pool_id)) order by s.starts_at), '[]')
      from private.sessions_in_scope(anchor, scope) s where s.status = 'planned'),
    'recipients', private.seated_people(pool_ids),
    'teachers', private.teachers_named(private.cancelled_changes(reached)),
    'waiting', (select coalesce(sum(p.waiting), 0) from public.capacity_pools p where p.id = any (pool_ids)),
    -- Paid orders whose last date goes get money; of a course that goes on, each gets credit for the dates that fall out.
    'refund_cents', (select coalesce(sum(least(b.price_cents - b.voucher_cents, private.paid_cents(b.order_id))), 0) from public.bookings b
      where b.pool_id = any (pool_ids) and b.state = 'seated' and b.pass_id is null and not exists (select from public.sessions s
        where s.pool_id = b.pool_id and s.status = 'planned' and s.id not in (select r.id from private.sessions_in_scope(anchor, scope) r))),
    'credit_cents', (select coalesce(sum(b.price_cents / b.dates), 0) from public.bookings b
      join private.sessions_in_scope(anchor, scope) r on r.pool_id = b.pool_id and r.status = 'planned' and b.created_at < r.starts_at
      where b.state = 'seated' and exists (select from public.sessions s
        where s.pool_id = b.pool_id and s.status = 'planned' and s.id not in (select x.id from private.sessions_in_scope(anchor, scope) x))));
end
$$;
comment on function public.preview_cancel is 'What cancelling sessions would refund, and who would be notified.';

create function public.restore_session(session_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone public.sessions := private.lock_session(restore_session.session_id, 'this');
  taught jsonb := '[]';
begin
  perform private.lock_pool(gone.pool_id);
  if gone.starts_at <= now() then
    perform private.fail(409, 'begun', 'This date has started.');
  elsif exists (select from public.bookings b where b.pool_id = gone.pool_id and (b.state = 'seated' or b.cancelled_by = 'studio'))
    or exists (select from public.waitlist_entries w where w.pool_id = gone.pool_id and w.state = 'closed') then
    perform private.fail(409, 'people_were_notified', 'People were notified of the cancellation and refunded. Plan a new session instead.');
  end if;
  begin
    update public.sessions s set status = 'planned' where s.id = gone.id and s.status = 'cancelled';
  exception when exclusion_violation then
    perform private.fail(409, 'clash', 'The room or the teacher is no longer free at that time.', '{"message_name":"no_longer_free"}');
  end;
  if found then
    perform private.add_timeline_entry('restored', session_id => gone.id);
    taught := private.cancelled_changes(array[gone.id]);
    perform private.notify_teachers('mail.teaching_restored', taught);
  end if;
  return jsonb_build_object('teachers', private.teachers_named(taught));
end
$$;
comment on function public.restore_session is
  'Restores a cancelled session, as long as nobody who booked was notified of its end; its teacher is notified.';

-- As if they had never been planned. Their teachers are notified when notify_teachers says so; sessions that were planned a
-- moment ago are removed without an email.
create function public.remove_sessions(session_id uuid, scope text, notify_teachers boolean default false, reason text default '') returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  anchor public.sessions := private.lock_session(remove_sessions.session_id, scope);
  free_ids uuid[];
  remaining integer;
begin
  if length(reason) > 500 then
    perform private.fail_field('reason', 'Use at most 500 characters for the reason.', 'reason_max_length');
  end if;
  perform private.lock_pool(p.pool_id) from (select distinct s.pool_id from private.sessions_in_scope(anchor, scope) s order by 1) p;
  select array_agg(s.id) filter (where not private.is_pool_used(s.pool_id)), count(*) filter (where private.is_pool_used(s.pool_id))
  into free_ids, remaining from private.sessions_in_scope(anchor, scope) s;
  if free_ids is null then
    perform private.fail(409, 'has_bookings', 'This session has bookings. Cancel it instead: everyone is notified and refunded.',
      '{"message_name":"session_has_bookings"}');
  end if;
  if remove_sessions.notify_teachers then
    perform private.notify_teachers('mail.teaching_cancelled', private.cancelled_changes(private.planned_among(free_ids)), reason);
  end if;
  perform private.drop_sessions(free_ids);
  delete from public.series l where l.id = anchor.series_id and not exists (select from public.sessions s where s.series_id = l.id);
  insert into public.timeline (actor, what, offering_id, details)
  values (private.current_user_id(), 'removed sessions', anchor.offering_id, jsonb_build_object('dates', cardinality(free_ids), 'from', anchor.starts_at));
  return jsonb_build_object('removed', cardinality(free_ids), 'remaining', remaining);
end
$$;
comment on function public.remove_sessions is 'Removes sessions that nobody booked, holds or waits for.';

-- ---------- rights ----------
revoke all on function public.set_capacity, public.cancel_session, public.cancel_sessions, public.preview_cancel,
  public.restore_session, public.remove_sessions from public, anon, authenticated;
grant execute on function public.set_capacity, public.cancel_session, public.cancel_sessions, public.preview_cancel,
  public.restore_session, public.remove_sessions to authenticated, service_role;
