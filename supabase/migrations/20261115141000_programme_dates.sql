-- Dates: planned by a weekly rule or one by one, and moved; each with a preview that says what would happen and who would
-- be told, from the same rows that the doing uses.

-- What stands in the way of a room and a teacher at that time.
create function private.clashes_of(room uuid, teacher uuid, begins timestamptz, ends timestamptz, apart_from uuid[] default '{}')
returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('session_id', s.id, 'title', o.title, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
      'room', case when s.room_id = room then r.name end, 'teacher', case when s.teacher_id = teacher then t.name end)
    order by s.starts_at), '[]')
  from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
  left join public.people t on t.id = s.teacher_id
  where s.status = 'planned' and not s.id = any (apart_from) and (s.room_id = room or s.teacher_id = teacher)
    -- No date is longer than a day: the index on its beginning finds all that could reach this far.
    and s.starts_at < ends and s.starts_at > begins - interval '25 hours' and s.ends_at > begins
$$;
create function private.closed_on(day date) returns text language sql stable security definer set search_path = '' as $$
  select name from public.closed_days where day between starts_on and ends_on order by starts_on, id limit 1
$$;

create function private.read_time(given text) returns time language plpgsql immutable set search_path = '' as $$
begin
  return given::time;
exception when others then
  perform private.refuse_field('local_time', 'A time looks like 18:30.');
end
$$;
create function private.read_day(given text, field text) returns date language plpgsql immutable set search_path = '' as $$
begin
  return given::date;
exception when others then
  perform private.refuse_field(field, 'A day looks like 2026-11-17.');
end
$$;
create function private.read_id(given text, field text) returns uuid language plpgsql immutable set search_path = '' as $$
begin
  return nullif(given, '')::uuid;
exception when others then
  perform private.refuse_field(field, 'There is no such thing to choose.');
end
$$;

-- plan: {weekdays [1..7] with starts_on and ends_on, or dates [..]; local_time, duration_min, room_id, teacher_id, capacity,
-- leave_out [dates], on_closed_days (also then), clashes (refuse | skip | allow), clash_reason}
-- Answers every day it looked at and what becomes of it; with dry_run nothing is written.
create function public.plan_dates(offering_id uuid, plan jsonb, dry_run boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  about public.offerings;
  place text := (select zone from public.studio);
  at_time time := private.read_time(plan ->> 'local_time');
  minutes integer;
  room uuid := private.read_id(plan ->> 'room_id', 'room_id');
  teacher uuid;
  places integer;
  from_day date := private.read_day(plan ->> 'starts_on', 'starts_on');
  to_day date := private.read_day(plan ->> 'ends_on', 'ends_on');
  weekdays integer[];
  on_clash text := coalesce(plan ->> 'clashes', 'refuse');
  reason text := nullif(btrim(coalesce(plan ->> 'clash_reason', '')), '');
  day date;
  begins timestamptz;
  ends timestamptz;
  closed text;
  clashes jsonb;
  state text;
  looked jsonb := '[]';
  clashing integer := 0;
  pool uuid;
  line_ids jsonb := '{}';
  made uuid[] := '{}';
  one uuid;
begin
  perform private.require_desk();
  select * into about from public.offerings o where o.id = plan_dates.offering_id for share;
  if about.id is null then
    perform private.fail(404, 'no_offering', 'There is no such offering any more.');
  elsif about.archived_at is not null then
    perform private.fail(409, 'archived', 'It is in the archive. Bring it back first.');
  end if;
  begin
    minutes := (plan ->> 'duration_min')::integer;
    places := coalesce((plan ->> 'capacity')::integer, about.usual_capacity);
    weekdays := array(select distinct d::integer from jsonb_array_elements_text(coalesce(plan -> 'weekdays', '[]')) d order by 1);
  exception when others then
    perform private.fail(422, 'bad_plan', 'Whole numbers for weekdays, minutes and places, please.');
  end;
  if at_time is null then
    perform private.refuse_field('local_time', 'When does it begin?');
  elsif minutes is null or minutes not between 5 and 1440 then
    perform private.refuse_field('duration_min', 'Between 5 minutes and a day, please.');
  elsif places not between 1 and 10000 then
    perform private.refuse_field('capacity', 'Between 1 and 10,000 places, please.');
  elsif room is null or not exists (select from public.rooms r where r.id = room) then
    perform private.refuse_field('room_id', 'Please choose a room.');
  elsif on_clash not in ('refuse', 'skip', 'allow') then
    perform private.fail(422, 'bad_plan', 'Clashes are refused, skipped or allowed.');
  elsif on_clash = 'allow' and (reason is null or length(reason) not between 3 and 300) then
    perform private.refuse_field('clash_reason', 'Please say why they may overlap, in 3 to 300 characters.');
  end if;
  teacher := case when plan ? 'teacher_id' then private.read_id(plan ->> 'teacher_id', 'teacher_id') else about.teacher_id end;
  if teacher is not null and not exists (select from public.people p where p.id = teacher) then
    perform private.refuse_field('teacher_id', 'There is no such person.');
  end if;
  if plan -> 'dates' is null then
    if from_day is null or to_day is null then
      perform private.refuse_field('starts_on', 'From which day until which day?');
    elsif to_day < from_day or to_day > from_day + 731 then
      perform private.refuse_field('ends_on', 'The last day lies after the first, and at most two years later.');
    elsif cardinality(weekdays) = 0 or exists (select from unnest(weekdays) d where d not between 1 and 7) then
      perform private.refuse_field('weekdays', 'On which days of the week?');
    end if;
  elsif jsonb_typeof(plan -> 'dates') <> 'array' or jsonb_array_length(plan -> 'dates') not between 1 and 400 then
    perform private.refuse_field('dates', 'Between 1 and 400 days, please.');
  end if;

  for day in
    select d from (
      select distinct private.read_day(d, 'dates') as d from jsonb_array_elements_text(case when plan ? 'dates' then plan -> 'dates' else '[]' end) d
      union
      select from_day + turn from generate_series(0, to_day - from_day) turn
      where not plan ? 'dates' and extract(isodow from from_day + turn)::integer = any (weekdays)
    ) days order by d
  loop
    begins := timezone(place, day + at_time);
    ends := begins + make_interval(mins => minutes);
    closed := private.closed_on(day);
    clashes := '[]';
    if coalesce(plan -> 'leave_out', '[]') ? day::text then
      state := 'left out';
    elsif begins <= now() then
      state := 'past';
    elsif closed is not null and not coalesce((plan ->> 'on_closed_days')::boolean, false) then
      state := 'closed';
    else
      clashes := private.clashes_of(room, teacher, begins, ends);
      state := case when clashes = '[]' then 'new' when on_clash = 'allow' then 'new' when on_clash = 'skip' then 'skipped' else 'clash' end;
      clashing := clashing + case when state = 'clash' then 1 else 0 end;
    end if;
    looked := looked || jsonb_build_object('local_date', day, 'starts_at', begins, 'ends_at', ends, 'state', state, 'closed', closed,
      'clashes', clashes);
  end loop;
  if jsonb_array_length(looked) > 400 then
    perform private.fail(422, 'too_many', 'At most 400 dates at once, please.');
  end if;
  if dry_run then
    return jsonb_build_object('dates', looked, 'made', 0, 'session_ids', '[]'::jsonb);
  end if;
  if clashing > 0 then
    perform private.fail(409, 'clash', format('%s with something else. Leave them out, or say why they may overlap.',
      case when clashing = 1 then 'One date clashes' else clashing || ' dates clash' end), jsonb_build_object('dates', looked));
  elsif not exists (select from jsonb_array_elements(looked) d where d ->> 'state' = 'new') then
    perform private.fail(422, 'no_dates', 'No date is left to be made.', jsonb_build_object('dates', looked));
  end if;

  for day, clashes in select (d ->> 'local_date')::date, d -> 'clashes' from jsonb_array_elements(looked) d where d ->> 'state' = 'new' loop
    -- The dates of a course belong together: one pool for all of them.
    if pool is null or about.kind <> 'course' then
      insert into public.pools (capacity) values (places) returning id into pool;
    end if;
    one := null;
    if not plan ? 'dates' then
      one := (line_ids ->> extract(isodow from day)::text)::uuid;
      if one is null then
        insert into public.series (offering_id, room_id, teacher_id, weekday, local_time, duration_min, zone, capacity, starts_on, ends_on)
        values (about.id, room, teacher, extract(isodow from day), at_time, minutes, place, places, from_day, to_day) returning id into one;
        line_ids := line_ids || jsonb_build_object(extract(isodow from day)::text, one);
      end if;
    end if;
    begin
      insert into public.sessions (offering_id, series_id, room_id, teacher_id, pool_id, local_date, local_time, duration_min, zone, clash_reason)
      values (about.id, one, room, teacher, pool, day, at_time, minutes, place, case when clashes <> '[]' then reason end)
      returning id into one;
    exception when exclusion_violation then
      perform private.fail(409, 'clash', format('On %s the room or the teacher has just been taken.', day));
    end;
    made := made || one;
    if clashes <> '[]' then
      perform private.note('planned in spite of a clash', session_id => one, details => jsonb_build_object('clash_reason', reason, 'clashes', clashes));
    end if;
  end loop;
  insert into public.timeline (actor, what, offering_id, details)
  values (auth.uid(), 'planned dates', about.id, jsonb_build_object('dates', cardinality(made), 'plan', plan));
  return jsonb_build_object('dates', looked, 'made', cardinality(made), 'session_ids', to_jsonb(made));
end
$$;

-- ---------- which dates a change reaches, and what they become ----------
create function private.reached_sessions(anchor public.sessions, scope text) returns setof public.sessions
language sql stable security definer set search_path = '' as $$
  select s.* from public.sessions s
  where s.id = anchor.id
    or (scope <> 'this' and s.series_id = anchor.series_id and s.starts_at > now() and (scope = 'all' or s.local_date >= anchor.local_date))
$$;

create function private.after_change(was public.sessions, changes jsonb) returns public.sessions
language plpgsql stable set search_path = '' as $$
begin
  was.local_date := was.local_date + coalesce((changes ->> 'days')::integer, 0);
  was.local_time := coalesce((changes ->> 'local_time')::time, was.local_time);
  was.duration_min := coalesce((changes ->> 'duration_min')::integer, was.duration_min);
  was.room_id := coalesce((changes ->> 'room_id')::uuid, was.room_id);
  was.teacher_id := case when changes ? 'teacher_id' then (changes ->> 'teacher_id')::uuid else was.teacher_id end;
  was.starts_at := timezone(was.zone, was.local_date + was.local_time);
  was.ends_at := was.starts_at + make_interval(mins => was.duration_min);
  return was;
end
$$;

create function private.is_moved(was public.sessions, will public.sessions) returns boolean language sql immutable set search_path = '' as $$
  select (was.starts_at, was.duration_min, was.room_id) is distinct from (will.starts_at, will.duration_min, will.room_id)
$$;

create function private.open_anchor(wanted uuid, scope text) returns public.sessions
language plpgsql security definer set search_path = '' as $$
declare
  anchor public.sessions;
begin
  perform private.require_desk();
  select * into anchor from public.sessions s where s.id = wanted;
  if anchor.id is null then
    perform private.fail(404, 'no_session', 'There is no such date.');
  elsif scope is null or scope not in ('this', 'following', 'all') then
    perform private.fail(422, 'bad_scope', 'Change "this", "following" or "all".');
  end if;
  return anchor;
end
$$;

-- The people who sit in these pools: how many, and the first few by name. A screen says so before anything is done.
create function private.people_of(pool_ids uuid[]) returns jsonb language sql stable security definer set search_path = '' as $$
  with seated as (
    select d.id, d.buyer_name, count(*) as places from public.bookings b join public.orders d on d.id = b.order_id
    where b.pool_id = any (pool_ids) and b.state = 'seated' group by d.id
  )
  select jsonb_build_object('orders', count(*), 'places', coalesce(sum(places), 0),
    'names', coalesce((select jsonb_agg(buyer_name) from (select buyer_name from seated order by buyer_name limit 12) few), '[]'))
  from seated
$$;

create function public.preview_change(session_id uuid, scope text, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  anchor public.sessions := private.open_anchor(preview_change.session_id, scope);
  reached uuid[];
  told uuid[];
  dates jsonb;
begin
  select array_agg(s.id) into reached from private.reached_sessions(anchor, scope) s;
  select array_agg(distinct was.pool_id) filter (where was.status = 'planned' and private.is_moved(was, will) and will.starts_at > now()),
    coalesce(jsonb_agg(jsonb_build_object(
      'id', was.id, 'status', was.status, 'from', was.starts_at, 'to', will.starts_at, 'ends_at', will.ends_at,
      'room_from', (select name from public.rooms r where r.id = was.room_id), 'room_to', (select name from public.rooms r where r.id = will.room_id),
      'teacher_to', (select name from public.people p where p.id = will.teacher_id),
      'is_moved', private.is_moved(was, will), 'is_past', will.starts_at <= now(), 'closed', private.closed_on(will.local_date),
      'seats', (select seats from public.pools p where p.id = was.pool_id),
      'clashes', case when was.status = 'planned'
        then private.clashes_of(will.room_id, will.teacher_id, will.starts_at, will.ends_at, reached) else '[]' end)
    order by was.starts_at), '[]')
  into told, dates
  from private.reached_sessions(anchor, scope) was cross join lateral private.after_change(was, changes) will;
  return jsonb_build_object('dates', dates, 'told', private.people_of(told));
exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
  perform private.fail(422, 'bad_changes', 'A change needs whole days, a time, minutes, a room or a teacher.');
end
$$;

-- Changes this date, this and the following, or all that are to come. Absent fields stay as they are.
-- changes: {days (shift), local_time, duration_min, room_id, teacher_id (null: nobody), was (the sequence that was seen)}
-- Told are those whose hour or room changed; a new teacher alone moves nobody.
create or replace function public.change_sessions(session_id uuid, scope text, changes jsonb, clash_reason text default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  anchor public.sessions;
  changed uuid[];
  moved uuid[];
  one uuid;
  shift integer := coalesce((changes ->> 'days')::integer, 0);
  tail uuid;
begin
  perform private.open_anchor(change_sessions.session_id, scope);
  select * into anchor from public.sessions s where s.id = change_sessions.session_id for update;
  if anchor.status = 'cancelled' then
    perform private.fail(409, 'cancelled', 'This date was cancelled.');
  elsif anchor.sequence <> coalesce((changes ->> 'was')::integer, anchor.sequence) then
    perform private.fail(409, 'changed_meanwhile', 'Somebody moved this date meanwhile. Look again.');
  elsif (changes ->> 'duration_min')::integer not between 5 and 1440 then
    perform private.refuse_field('duration_min', 'Between 5 minutes and a day, please.');
  elsif abs(shift) > 731 then
    perform private.refuse_field('days', 'At most two years, please.');
  elsif (select (private.after_change(anchor, changes)).starts_at) <= now() and anchor.starts_at > now() then
    perform private.fail(422, 'past', 'That hour has passed.');
  end if;
  set constraints public.room_is_free, public.teacher_is_free, public.sessions_series_id_local_date_key deferred;
  perform from public.sessions s where s.id in (select r.id from private.reached_sessions(anchor, scope) r) order by s.id for update;
  with plan as (
    select was.id, will.local_date, will.local_time, will.duration_min, will.room_id, will.teacher_id,
      was.status = 'planned' and private.is_moved(was, will) as is_moved
    from private.reached_sessions(anchor, scope) was cross join lateral private.after_change(was, changes) will
  ), done as (
    update public.sessions s set local_date = p.local_date, local_time = p.local_time, duration_min = p.duration_min,
      room_id = p.room_id, teacher_id = p.teacher_id,
      clash_reason = coalesce(nullif(btrim(change_sessions.clash_reason), ''), s.clash_reason)
    from plan p where s.id = p.id returning s.id, p.is_moved
  )
  select array_agg(id), array_agg(id) filter (where is_moved) into changed, moved from done;
  -- A single date that lands on another one of its series stands for itself from now on.
  if scope = 'this' and shift <> 0 then
    update public.sessions s set series_id = null where s.id = anchor.id and exists (select from public.sessions o
      where o.series_id = s.series_id and o.local_date = s.local_date and o.id <> s.id);
  end if;
  begin
    -- Here a room or a teacher that is taken is refused, unless a reason was given.
    set constraints public.room_is_free, public.teacher_is_free, public.sessions_series_id_local_date_key immediate;
  exception when unique_violation then
    perform private.fail(409, 'date_taken', 'The series has a date on that day already.');
  end;
  if anchor.series_id is not null and scope <> 'this' then
    tail := anchor.series_id;
    if scope = 'following' and exists (select from public.sessions s where s.series_id = anchor.series_id
        and s.local_date < anchor.local_date and not s.id = any (changed)) then
      insert into public.series (offering_id, room_id, teacher_id, weekday, local_time, duration_min, zone, capacity, starts_on, ends_on)
      select offering_id, room_id, teacher_id, weekday, local_time, duration_min, zone, capacity, anchor.local_date, greatest(ends_on, anchor.local_date)
      from public.series where id = anchor.series_id returning id into tail;
      update public.series set ends_on = greatest(starts_on, anchor.local_date - 1) where id = anchor.series_id;
      update public.sessions s set series_id = tail where s.id = any (changed);
    end if;
    update public.series set
      weekday = (weekday - 1 + shift + 735) % 7 + 1,
      local_time = coalesce((changes ->> 'local_time')::time, local_time),
      duration_min = coalesce((changes ->> 'duration_min')::integer, duration_min),
      room_id = coalesce((changes ->> 'room_id')::uuid, room_id),
      teacher_id = case when changes ? 'teacher_id' then (changes ->> 'teacher_id')::uuid else teacher_id end,
      starts_on = starts_on + shift, ends_on = ends_on + shift
    where id = tail;
  end if;
  foreach one in array changed loop
    perform private.note(case when clash_reason is null then 'changed' else 'changed in spite of a clash' end,
      session_id => one, details => changes || jsonb_build_object('scope', scope, 'clash_reason', clash_reason));
  end loop;
  foreach one in array coalesce(moved, '{}') loop
    perform private.tell_moved(one);
  end loop;
  return cardinality(changed);
end
$$;
