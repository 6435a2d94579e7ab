-- Sessions planned by a weekly or monthly rule, or one by one, with a preview from the same rows that the plan writes.

-- The day of that month: the n-th such weekday, or with -1 the last.
create function private.month_day(in_month date, weekday integer, nth integer) returns date
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case
    when nth > 0 then m.first_day + (weekday - extract(isodow from m.first_day)::integer + 7) % 7 + (nth - 1) * 7
    else m.last_day - (extract(isodow from m.last_day)::integer - weekday + 7) % 7
  end
  from (
    select f.first_day, (f.first_day + interval '1 month')::date - 1 as last_day
    from (select in_month - extract(day from in_month)::integer + 1 as first_day) f
  ) m
$$;

-- Which of its weekdays in the month a day is. A fifth one does not come every month: it counts as the last.
create function private.month_week_of(day date, before integer) returns integer
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case
    when extract(day from month_week_of.day) > 28 then -1
    when before = -1 and private.month_day(month_week_of.day, extract(isodow from month_week_of.day)::integer, -1) = month_week_of.day then -1
    else (extract(day from month_week_of.day)::integer + 6) / 7
  end
$$;

-- The days of a rule. Of every so many weeks the first is the one in which a chosen day lies; the fourth that is also the last
-- counts as the fourth.
create function private.rule_days(from_day date, to_day date, weekdays integer[], every_weeks integer, month_weeks integer[])
returns table (day date, month_week integer)
language sql immutable set search_path = pg_catalog, pg_temp as $$
  with wanted as (
    select d.day, d.weekday, d.day - d.weekday + 1 as monday
    from (
      select from_day + turn as day, extract(isodow from from_day + turn)::integer as weekday
      from generate_series(0, to_day - from_day) turn
    ) d
    where d.weekday = any (weekdays)
  )
  select w.day, null from wanted w
  where cardinality(month_weeks) = 0 and (w.monday - (select min(f.monday) from wanted f)) % (7 * every_weeks) = 0
  union all
  select w.day, max(n) from wanted w join unnest(month_weeks) n on private.month_day(w.day, w.weekday, n) = w.day
  group by w.day
$$;

-- What else the room and the teacher have at that time.
create function private.clashes_of(room uuid, teacher uuid, begins timestamptz, ends timestamptz, apart_from uuid[] default '{}')
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('session_id', s.id, 'title', o.title, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
      'room', case when s.room_id = room then r.name end, 'teacher', case when s.teacher_id = teacher then t.name end)
    order by s.starts_at), '[]')
  from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
  left join public.people t on t.id = s.teacher_id
  where s.status = 'planned' and not s.id = any (apart_from) and (s.room_id = room or s.teacher_id = teacher)
    -- No date is longer than a day: the index on its beginning finds all that could reach this far.
    and s.starts_at < ends and s.starts_at > begins - interval '25 hours' and s.ends_at > begins
$$;

create function private.closed_on(day date) returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select name from public.closed_days where day between starts_on and ends_on order by starts_on, id limit 1
$$;

-- The people who sit in these pools: how many, the first few by name, and everyone whom no email reaches. A screen says so before anything is done.
create function private.seated_people(pool_ids uuid[]) returns jsonb language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with seated as (
    select d.id, d.buyer_name, d.buyer_phone, private.has_email(d.buyer_email) as has_email, count(*) as places
    from public.bookings b join public.orders d on d.id = b.order_id
    where b.pool_id = any (pool_ids) and b.state = 'seated' group by d.id
  )
  select jsonb_build_object('orders', count(*), 'places', coalesce(sum(places), 0),
    'names', coalesce((select jsonb_agg(buyer_name) from (select buyer_name from seated where has_email order by buyer_name limit 12) few), '[]'),
    'without_email', coalesce(jsonb_agg(jsonb_build_object('name', buyer_name, 'phone', buyer_phone) order by buyer_name, id) filter (where not has_email), '[]'))
  from seated
$$;

-- plan: {weekdays [1..7] with starts_on and ends_on, every_weeks or month_weeks [1..4, -1]; or dates [..]; local_time,
-- duration_min, room_id, teacher_id, capacity, leave_out [dates], on_closed_days (also then), clashes (reject | skip | allow),
-- clash_reason, is_online}
-- Answers every day it looked at and what becomes of it; with dry_run nothing is written.
create function public.plan_dates(offering_id uuid, plan jsonb, dry_run boolean default true) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  about public.offerings;
  place text := (select zone from public.studio);
  at_time time := private.read_time(plan ->> 'local_time');
  minutes integer;
  room uuid := private.read_id(plan ->> 'room_id', 'room_id');
  teacher uuid;
  places integer;
  online boolean;
  from_day date := private.read_day(plan ->> 'starts_on', 'starts_on');
  to_day date := private.read_day(plan ->> 'ends_on', 'ends_on');
  weekdays integer[];
  every integer;
  month_weeks integer[];
  nth integer;
  line text;
  on_clash text := coalesce(plan ->> 'clashes', 'reject');
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
  perform private.require_staff();
  select * into about from public.offerings o where o.id = plan_dates.offering_id for share;
  if about.id is null then
    perform private.fail(404, 'no_offering', 'This was deleted.');
  elsif about.archived_at is not null then
    perform private.fail(409, 'archived', 'This is archived. Restore it first.');
  end if;
  begin
    minutes := (plan ->> 'duration_min')::integer;
    places := coalesce((plan ->> 'capacity')::integer, about.usual_capacity);
    weekdays := array(select distinct d::integer from jsonb_array_elements_text(coalesce(plan -> 'weekdays', '[]')) d order by 1);
    online := coalesce((plan ->> 'is_online')::boolean, false);
    every := coalesce((plan ->> 'every_weeks')::integer, 1);
    month_weeks := array(select distinct n::integer from jsonb_array_elements_text(coalesce(plan -> 'month_weeks', '[]')) n order by 1);
  exception when others then
    perform private.fail(422, 'bad_plan', 'Use whole numbers for weekdays, weeks, minutes and places.',
      '{"message_name":"plan_whole_numbers"}');
  end;
  if at_time is null then
    perform private.fail_field('local_time', 'Enter a start time.', 'start_time_missing');
  elsif minutes is null or minutes not between 5 and 1440 then
    perform private.fail_field('duration_min', 'Enter between 5 minutes and 24 hours.');
  elsif places not between 1 and 10000 then
    perform private.fail_field('capacity', 'Enter between 1 and 10,000 places.');
  elsif room is null or not exists (select from public.rooms r where r.id = room) then
    perform private.fail_field('room_id', 'Choose a room.');
  elsif on_clash not in ('reject', 'skip', 'allow') then
    perform private.fail(422, 'bad_plan', 'Choose whether clashes are rejected, skipped or allowed.',
      '{"message_name":"choose_clash_rule"}');
  elsif on_clash = 'allow' and (reason is null or length(reason) not between 3 and 300) then
    perform private.fail_field('clash_reason', 'Give a reason for the overlap, in 3 to 300 characters.');
  end if;
  teacher := case when plan ? 'teacher_id' then private.read_id(plan ->> 'teacher_id', 'teacher_id') else about.teacher_id end;
  if teacher is not null and not exists (select from public.people p where p.id = teacher) then
    perform private.fail_field('teacher_id', 'Person not found.', 'no_person');
  end if;
  if plan -> 'dates' is null then
    if from_day is null or to_day is null then
      perform private.fail_field('starts_on', 'Enter the first and the last day.');
    elsif to_day < from_day or to_day > from_day + 731 then
      perform private.fail_field('ends_on', 'The last day must be after the first, at most two years later.');
    elsif cardinality(weekdays) = 0 or exists (select from unnest(weekdays) d where d not between 1 and 7) then
      perform private.fail_field('weekdays', 'Choose the days of the week.');
    elsif every not between 1 and 12 then
      perform private.fail_field('every_weeks', 'Choose every 1 to 12 weeks.');
    elsif plan ? 'month_weeks' and (cardinality(month_weeks) = 0 or not month_weeks <@ array[1, 2, 3, 4, -1]) then
      perform private.fail_field('month_weeks', 'Choose the weeks of the month: first to fourth, or last.');
    elsif every > 1 and cardinality(month_weeks) > 0 then
      perform private.fail(422, 'bad_plan', 'Repeat by weeks or by months, not both.', '{"message_name":"weeks_or_months"}');
    end if;
  elsif jsonb_typeof(plan -> 'dates') <> 'array' or jsonb_array_length(plan -> 'dates') not between 1 and 400 then
    perform private.fail_field('dates', 'Choose between 1 and 400 days.');
  end if;

  for day, nth in
    select d, n from (
      select distinct private.read_day(d, 'dates') as d, null::integer as n
      from jsonb_array_elements_text(case when plan ? 'dates' then plan -> 'dates' else '[]' end) d
      union all
      select r.day, r.month_week from private.rule_days(from_day, to_day, weekdays, every, month_weeks) r where not plan ? 'dates'
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
      'clashes', clashes, 'month_week', nth);
  end loop;
  if jsonb_array_length(looked) > 400 then
    perform private.fail(422, 'too_many', 'Plan at most 400 sessions at once.', '{"message_name":"too_many_sessions"}');
  end if;
  if dry_run then
    return jsonb_build_object('dates', looked, 'made', 0, 'session_ids', '[]'::jsonb);
  end if;
  if clashing > 0 then
    perform private.fail(409, 'clash', format('%s with another session. Leave them out, or give a reason for the overlap.',
      case when clashing = 1 then '1 session clashes' else clashing || ' sessions clash' end),
      jsonb_build_object('message_name', 'sessions_clash', 'values', jsonb_build_object('count', clashing), 'dates', looked));
  elsif not exists (select from jsonb_array_elements(looked) d where d ->> 'state' = 'new') then
    perform private.fail(422, 'no_dates', 'There are no sessions to create.', jsonb_build_object('dates', looked));
  end if;

  for day, clashes, nth in
    select (d ->> 'local_date')::date, d -> 'clashes', (d ->> 'month_week')::integer from jsonb_array_elements(looked) d
    where d ->> 'state' = 'new'
  loop
    -- The dates of a course belong together: one pool for all of them.
    if pool is null or about.kind <> 'course' then
      insert into public.capacity_pools (capacity) values (places) returning id into pool;
    end if;
    one := null;
    if not plan ? 'dates' then
      line := concat_ws(' ', extract(isodow from day), nth);
      one := (line_ids ->> line)::uuid;
      if one is null then
        -- Of every so many weeks the first day says which ones.
        insert into public.series (offering_id, room_id, teacher_id, weekday, local_time, duration_min, zone, capacity, starts_on, ends_on,
          every_weeks, month_week)
        values (about.id, room, teacher, extract(isodow from day), at_time, minutes, place, places,
          case when every = 1 then from_day else day end, to_day, every, nth) returning id into one;
        line_ids := line_ids || jsonb_build_object(line, one);
      end if;
    end if;
    begin
      insert into public.sessions (offering_id, series_id, room_id, teacher_id, pool_id, local_date, local_time, duration_min, zone, clash_reason,
        is_online)
      values (about.id, one, room, teacher, pool, day, at_time, minutes, place, case when clashes <> '[]' then reason end, online)
      returning id into one;
    exception when exclusion_violation then
      perform private.fail(409, 'clash', format('On %s the room or the teacher was booked in the meantime.', day),
        jsonb_build_object('message_name', 'booked_meanwhile_on', 'values', jsonb_build_object('day', jsonb_build_object('day', day))));
    end;
    made := made || one;
    if clashes <> '[]' then
      perform private.add_timeline_entry('planned despite a clash', session_id => one, details => jsonb_build_object('clash_reason', reason, 'clashes', clashes));
    end if;
  end loop;
  insert into public.timeline (actor, what, offering_id, details)
  values (private.current_user_id(), 'planned dates', about.id, jsonb_build_object('dates', cardinality(made), 'plan', plan));
  return jsonb_build_object('dates', looked, 'made', cardinality(made), 'session_ids', to_jsonb(made));
end
$$;
comment on function public.plan_dates is
  'Plans sessions of an offering by a rule or by dates, or only reports what would be planned.';

-- ---------- rights ----------
revoke all on function public.plan_dates from public, anon, authenticated;
grant execute on function public.plan_dates to authenticated, service_role;
