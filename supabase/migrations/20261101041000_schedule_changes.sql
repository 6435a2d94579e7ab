-- Sessions that move or get another teacher, with a preview of who will be notified.

create function private.sessions_in_scope(anchor public.sessions, scope text) returns setof public.sessions
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.* from public.sessions s
  where s.id = anchor.id
    or (scope <> 'this' and s.series_id = anchor.series_id and s.starts_at > now() and (scope = 'all' or s.local_date >= anchor.local_date))
$$;

create function private.after_change(was public.sessions, changes jsonb) returns public.sessions
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  was.local_date := was.local_date + coalesce((changes ->> 'days')::integer, 0);
  was.local_time := coalesce((changes ->> 'local_time')::time, was.local_time);
  was.duration_min := coalesce((changes ->> 'duration_min')::integer, was.duration_min);
  was.room_id := coalesce((changes ->> 'room_id')::uuid, was.room_id);
  was.teacher_id := case when changes ? 'teacher_id' then (changes ->> 'teacher_id')::uuid else was.teacher_id end;
  was.is_online := coalesce((changes ->> 'is_online')::boolean, was.is_online);
  was.starts_at := timezone(was.zone, was.local_date + was.local_time);
  was.ends_at := was.starts_at + make_interval(mins => was.duration_min);
  return was;
end
$$;

create function private.has_moved(was public.sessions, will public.sessions) returns boolean language sql immutable set search_path = pg_catalog, pg_temp as $$
  select (was.starts_at, was.duration_min, was.room_id, was.is_online)
    is distinct from (will.starts_at, will.duration_min, will.room_id, will.is_online)
$$;

create function private.lock_session(wanted uuid, scope text) returns public.sessions
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  anchor public.sessions;
begin
  perform private.require_staff();
  select * into anchor from public.sessions s where s.id = wanted;
  if anchor.id is null then
    perform private.fail(404, 'no_session', 'Session not found.');
  elsif scope is null or scope not in ('this', 'following', 'all') then
    perform private.fail(422, 'bad_scope', 'Change "this", "following" or "all".');
  end if;
  return anchor;
end
$$;

-- What a change means for one of the dates it reaches. By weeks all shift by as many days. By months each goes to that weekday
-- of its own month to which the date in hand goes; one that had left the rule shifts by as many days.
create function private.changes_for(was public.sessions, anchor public.sessions, scope text, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  shift integer := coalesce((changes ->> 'days')::integer, 0);
  lands date := anchor.local_date + shift;
  rule public.series;
  months integer;
begin
  if scope = 'this' or shift = 0 or was.id = anchor.id then
    return changes;
  end if;
  select * into rule from public.series l where l.id = was.series_id;
  if rule.month_week is null or private.month_day(was.local_date, rule.weekday, rule.month_week) <> was.local_date then
    return changes;
  end if;
  months := (extract(year from lands) - extract(year from anchor.local_date)) * 12
    + extract(month from lands) - extract(month from anchor.local_date);
  return changes || jsonb_build_object('days', private.month_day(
    (was.local_date - extract(day from was.local_date)::integer + 1 + make_interval(months => months))::date,
    extract(isodow from lands)::integer, private.month_week_of(lands, rule.month_week)) - was.local_date);
end
$$;

-- Teachers of a session, old and new, are notified when staff move it or change its teacher: one email
-- per person and change, with time and room before and after. Nobody is written to about what they did themselves.
create function private.teacher_names(date_ public.sessions) returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(date_.teacher_id, (select o.teacher_id from public.offerings o where o.id = date_.offering_id))
$$;

-- What a teacher knew of a date: it stays readable when the date has moved or is gone.
create function private.session_snapshot(date_ public.sessions) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('title', o.title, 'starts_at', date_.starts_at, 'ends_at', date_.ends_at, 'zone', date_.zone, 'room', r.name,
    'translations', private.session_translations(o.translations, r.translations))
  from public.offerings o, public.rooms r where o.id = date_.offering_id and r.id = date_.room_id
$$;

-- The upcoming sessions that a change moves or gives to someone else: [{session_id, pool_id, from, to, is_moved, was}],
-- the same rows for the look and the doing. A date that only moves has the same teacher in from and to.
create function private.teaching_changes(anchor public.sessions, scope text, changes jsonb) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('session_id', was.id, 'pool_id', was.pool_id,
    'from', private.teacher_names(was), 'to', private.teacher_names(will), 'is_moved', private.has_moved(was, will),
    'was', private.session_snapshot(was)) order by will.starts_at), '[]')
  from private.sessions_in_scope(anchor, scope) was
  cross join lateral private.after_change(was, private.changes_for(was, anchor, scope, changes)) will
  where was.status = 'planned' and will.starts_at > now()
    and (private.has_moved(was, will) or private.teacher_names(was) is distinct from private.teacher_names(will))
$$;

-- Teachers who lose, get or still have sessions, one entry per person and side: how many, how many unchanged,
-- and whether a mail reaches them.
create function private.teachers_of(handed jsonb) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('person_id', p.id, 'name', p.name, 'teaches', sides.teaches, 'dates', sides.dates,
    'unchanged', sides.unchanged, 'session_ids', sides.session_ids, 'unchanged_ids', sides.unchanged_ids, 'was', sides.was,
    'is_self', exists (select from public.person_accounts a where a.person_id = p.id and a.user_id = (select private.current_user_id())),
    'is_reached', exists (
      select from public.person_accounts a join auth.users u on u.id = a.user_id
      where a.person_id = p.id and u.id is distinct from (select private.current_user_id())
        and u.email is not null and (u.banned_until is null or u.banned_until <= now()))
    ) order by sides.teaches, p.name), '[]')
  from (
    select side.person, side.teaches, count(*) as dates, count(*) filter (where side.is_unchanged) as unchanged,
      jsonb_agg(h ->> 'session_id') as session_ids, coalesce(jsonb_agg(h ->> 'session_id') filter (where side.is_unchanged), '[]') as unchanged_ids,
      jsonb_object_agg(h ->> 'session_id', h -> 'was') as was
    from jsonb_array_elements(handed) h
    cross join lateral (values
      (case when h ->> 'from' is distinct from h ->> 'to' then h ->> 'from' end, false, false),
      (h ->> 'to', true, h ->> 'from' is not distinct from h ->> 'to')) side (person, teaches, is_unchanged)
    where side.person is not null group by side.person, side.teaches
  ) sides join public.people p on p.id = sides.person::uuid
$$;

-- The same for a screen: names and numbers.
create function private.teachers_named(handed jsonb) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(t.entry - '{session_ids,unchanged_ids,was}'::text[] order by t.place), '[]')
  from jsonb_array_elements(private.teachers_of(handed)) with ordinality t (entry, place)
$$;

create function private.notify_teachers(job_kind text, handed jsonb, reason text default '') returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  change uuid := gen_random_uuid();
begin
  perform private.add_job(job_kind,
    jsonb_build_object('person_id', t -> 'person_id', 'teaches', t -> 'teaches', 'session_ids', t -> 'session_ids',
      'unchanged_ids', t -> 'unchanged_ids', 'was', t -> 'was', 'reason', coalesce(btrim(notify_teachers.reason), ''), 'by', private.current_user_id()),
    key => format('teaching %s %s %s', change, t ->> 'person_id', t ->> 'teaches'))
  from jsonb_array_elements(private.teachers_of(handed)) t where (t ->> 'is_reached')::boolean;
end
$$;

-- Notifies everyone who has booked of another teacher. Teachers are notified by notify_teachers; moved sessions have their own email.
create function private.notify_handover(handed jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  change uuid := gen_random_uuid();
  answered uuid[];
begin
  -- A substitute that was looked for is found by this; that request notifies everyone who has booked.
  with found as (
    update public.substitute_requests q set state = 'found', found_person_id = (h ->> 'to')::uuid, found_by = (select private.current_user_id()), closed_at = now()
    from jsonb_array_elements(handed) h
    where q.session_id = (h ->> 'session_id')::uuid and q.state = 'open' and (h ->> 'to')::uuid is distinct from q.person_id
      and h ->> 'to' is not null and h ->> 'from' is distinct from h ->> 'to'
    returning q.session_id
  )
  select coalesce(array_agg(f.session_id), '{}') into answered from found f;
  -- One email per order, for all its sessions.
  perform private.add_job('mail.teacher_changed',
    jsonb_build_object('order_id', seated.order_id, 'session_ids', seated.session_ids, 'teacher_id', seated.teacher_id, 'instead_of', seated.instead_of,
      'is_moved', seated.is_moved),
    key => format('teacher changed %s %s', seated.order_id, change))
  from (
    select b.order_id, jsonb_agg(distinct h ->> 'session_id') as session_ids, min(h ->> 'to') as teacher_id,
      case when count(distinct h ->> 'from') = 1 then min(h ->> 'from') end as instead_of,
      bool_or((h ->> 'is_moved')::boolean) as is_moved
    from jsonb_array_elements(handed) h join public.bookings b on b.pool_id = (h ->> 'pool_id')::uuid and b.state = 'seated'
    where h ->> 'to' is not null and h ->> 'from' is distinct from h ->> 'to' and not (h ->> 'session_id')::uuid = any (answered)
    group by b.order_id
  ) seated;
end
$$;

create function private.notify_moved(wanted uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  about record;
begin
  for about in
    select distinct b.order_id, s.starts_at, s.sequence from public.bookings b join public.sessions s on s.pool_id = b.pool_id
    where s.id = wanted and b.state = 'seated' and s.starts_at > now()
  loop
    perform private.add_job('mail.moved', jsonb_build_object('order_id', about.order_id, 'session_id', wanted),
      key => format('moved %s %s %s', about.order_id, wanted, about.sequence));
    if about.starts_at > now() + interval '26 hours' then
      perform private.add_job('mail.reminder', jsonb_build_object('order_id', about.order_id, 'session_id', wanted),
        about.starts_at - interval '24 hours', format('reminder %s %s %s', about.order_id, wanted, about.starts_at));
    end if;
  end loop;
end
$$;

create function public.preview_change(session_id uuid, scope text, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  anchor public.sessions := private.lock_session(preview_change.session_id, scope);
  reached uuid[];
  recipients uuid[];
  dates jsonb;
  handed jsonb;
begin
  handed := private.teaching_changes(anchor, scope, changes);
  select array_agg(s.id) into reached from private.sessions_in_scope(anchor, scope) s;
  select array_agg(distinct was.pool_id) filter (where was.status = 'planned' and private.has_moved(was, will) and will.starts_at > now()),
    coalesce(jsonb_agg(jsonb_build_object(
      'id', was.id, 'status', was.status, 'from', was.starts_at, 'to', will.starts_at, 'ends_at', will.ends_at,
      'room_from', (select name from public.rooms r where r.id = was.room_id), 'room_to', (select name from public.rooms r where r.id = will.room_id),
      'teacher_to', (select name from public.people p where p.id = will.teacher_id),
      'is_moved', private.has_moved(was, will), 'is_online', will.is_online, 'is_past', will.starts_at <= now(), 'closed', private.closed_on(will.local_date),
      'seats', (select seats from public.capacity_pools p where p.id = was.pool_id),
      'clashes', case when was.status = 'planned'
        then private.clashes_of(will.room_id, will.teacher_id, will.starts_at, will.ends_at, reached) else '[]' end)
    order by was.starts_at), '[]')
  into recipients, dates
  from private.sessions_in_scope(anchor, scope) was
  cross join lateral private.after_change(was, private.changes_for(was, anchor, scope, changes)) will;
  select recipients || array_agg(distinct (h ->> 'pool_id')::uuid) into recipients from jsonb_array_elements(handed) h where h ->> 'to' is not null;
  return jsonb_build_object('dates', dates, 'recipients', private.seated_people(recipients), 'teachers', private.teachers_named(handed));
exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
  perform private.fail(422, 'bad_changes', 'Change the days, the time, the minutes, the room or the teacher.');
end
$$;
comment on function public.preview_change is 'What a change of sessions would do, and who would be notified.';

-- Changes this date, this and the following, or all that are to come. Absent fields stay as they are.
-- changes: {days (shift), local_time, duration_min, room_id, teacher_id (null: nobody), is_online, was (the sequence that was seen)}
-- Notifies people whose time or room changed or who now listen from home, or no longer do, their teachers, and everyone concerned when the teacher changes.
create function public.change_sessions(session_id uuid, scope text, changes jsonb, clash_reason text default null) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  anchor public.sessions;
  changed uuid[];
  moved uuid[];
  handed jsonb;
  one uuid;
  shift integer := coalesce((changes ->> 'days')::integer, 0);
  tail uuid;
begin
  perform private.lock_session(change_sessions.session_id, scope);
  select * into anchor from public.sessions s where s.id = change_sessions.session_id for update;
  if anchor.status = 'cancelled' then
    perform private.fail(409, 'cancelled', 'This date was cancelled.');
  elsif anchor.sequence <> coalesce((changes ->> 'was')::integer, anchor.sequence) then
    perform private.fail(409, 'changed_meanwhile', 'Someone moved this session in the meantime. Reload the page.',
      '{"message_name":"session_moved_meanwhile"}');
  elsif (changes ->> 'duration_min')::integer not between 5 and 1440 then
    perform private.fail_field('duration_min', 'Enter between 5 minutes and 24 hours.');
  elsif abs(shift) > 731 then
    perform private.fail_field('days', 'Choose a date at most two years away.', 'date_max_two_years');
  elsif (select (private.after_change(anchor, changes)).starts_at) <= now() and anchor.starts_at > now() then
    perform private.fail(422, 'past', 'That time is in the past.');
  end if;
  set constraints public.room_is_free, public.teacher_is_free, public.sessions_series_id_local_date_key deferred;
  perform from public.sessions s where s.id in (select r.id from private.sessions_in_scope(anchor, scope) r) order by s.id for update;
  handed := private.teaching_changes(anchor, scope, changes);
  with plan as (
    select was.id, will.local_date, will.local_time, will.duration_min, will.room_id, will.teacher_id, will.is_online,
      was.status = 'planned' and private.has_moved(was, will) as is_moved
    from private.sessions_in_scope(anchor, scope) was
    cross join lateral private.after_change(was, private.changes_for(was, anchor, scope, changes)) will
  ), done as (
    update public.sessions s set local_date = p.local_date, local_time = p.local_time, duration_min = p.duration_min,
      room_id = p.room_id, teacher_id = p.teacher_id, is_online = p.is_online,
      clash_reason = coalesce(nullif(btrim(change_sessions.clash_reason), ''), s.clash_reason)
    from plan p where s.id = p.id returning s.id, p.is_moved
  )
  select array_agg(id), array_agg(id) filter (where is_moved) into changed, moved from done;
  -- A session that is moved onto another one of its series leaves the series.
  if scope = 'this' and shift <> 0 then
    update public.sessions s set series_id = null where s.id = anchor.id and exists (select from public.sessions o
      where o.series_id = s.series_id and o.local_date = s.local_date and o.id <> s.id);
  end if;
  begin
    -- Here a room or a teacher that is taken is an error, unless a reason was given.
    set constraints public.room_is_free, public.teacher_is_free, public.sessions_series_id_local_date_key immediate;
  exception when unique_violation then
    perform private.fail(409, 'date_taken', 'The schedule already has a session on that day.');
  end;
  if anchor.series_id is not null and scope <> 'this' then
    tail := anchor.series_id;
    if scope = 'following' and exists (select from public.sessions s where s.series_id = anchor.series_id
        and s.local_date < anchor.local_date and not s.id = any (changed)) then
      insert into public.series (offering_id, room_id, teacher_id, weekday, local_time, duration_min, zone, capacity, starts_on, ends_on,
        every_weeks, month_week)
      select offering_id, room_id, teacher_id, weekday, local_time, duration_min, zone, capacity, anchor.local_date,
        greatest(ends_on, anchor.local_date), every_weeks, month_week
      from public.series where id = anchor.series_id returning id into tail;
      update public.series set ends_on = greatest(starts_on, anchor.local_date - 1) where id = anchor.series_id;
      update public.sessions s set series_id = tail where s.id = any (changed);
    end if;
    update public.series set
      weekday = case when month_week is null or shift = 0 then (weekday - 1 + shift + 735) % 7 + 1
        else extract(isodow from anchor.local_date + shift) end,
      month_week = case when month_week is null or shift = 0 then month_week
        else private.month_week_of(anchor.local_date + shift, month_week) end,
      local_time = coalesce((changes ->> 'local_time')::time, local_time),
      duration_min = coalesce((changes ->> 'duration_min')::integer, duration_min),
      room_id = coalesce((changes ->> 'room_id')::uuid, room_id),
      teacher_id = case when changes ? 'teacher_id' then (changes ->> 'teacher_id')::uuid else teacher_id end,
      starts_on = starts_on + shift, ends_on = ends_on + shift
    where id = tail;
  end if;
  foreach one in array changed loop
    perform private.add_timeline_entry(case when clash_reason is null then 'changed' else 'changed in spite of a clash' end,
      session_id => one, details => changes || jsonb_build_object('scope', scope, 'clash_reason', clash_reason));
  end loop;
  foreach one in array coalesce(moved, '{}') loop
    perform private.notify_moved(one);
  end loop;
  perform private.notify_teachers('mail.teaching_changed', handed, clash_reason);
  perform private.notify_handover(handed);
  return cardinality(changed);
end
$$;
comment on function public.change_sessions is 'Changes one session, the following ones or all to come.';

-- ---------- rights ----------
revoke all on function public.preview_change, public.change_sessions from public, anon, authenticated;
grant execute on function public.preview_change, public.change_sessions to authenticated, service_role;
