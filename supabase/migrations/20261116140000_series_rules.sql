-- Rules besides every week: every so many weeks, or weekdays of the month (the first Saturday, the last Thursday). Wall time
-- and zone stay the truth. When all dates of a monthly rule move, each lands on that weekday of its own month.
alter table public.series
  add column every_weeks smallint not null default 1 check (every_weeks between 1 and 12),
  -- The first to the fourth such weekday of a month, or -1 for the last. Null: the rule goes by weeks.
  add column month_week smallint check (month_week in (1, 2, 3, 4, -1)),
  add constraint weeks_or_months check (month_week is null or every_weeks = 1);

-- The day of that month: the n-th such weekday, or with -1 the last.
create function private.month_day(in_month date, weekday integer, nth integer) returns date
language sql immutable set search_path = '' as $$
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
language sql immutable set search_path = '' as $$
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
language sql immutable set search_path = '' as $$
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

-- plan: {weekdays [1..7] with starts_on and ends_on, every_weeks or month_weeks [1..4, -1]; or dates [..]; local_time,
-- duration_min, room_id, teacher_id, capacity, leave_out [dates], on_closed_days (also then), clashes (refuse | skip | allow),
-- clash_reason}
-- Answers every day it looked at and what becomes of it; with dry_run nothing is written.
create or replace function public.plan_dates(offering_id uuid, plan jsonb, dry_run boolean default true) returns jsonb
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
  every integer;
  month_weeks integer[];
  nth integer;
  line text;
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
    every := coalesce((plan ->> 'every_weeks')::integer, 1);
    month_weeks := array(select distinct n::integer from jsonb_array_elements_text(coalesce(plan -> 'month_weeks', '[]')) n order by 1);
  exception when others then
    perform private.fail(422, 'bad_plan', 'Whole numbers for weekdays, weeks, minutes and places, please.');
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
    elsif every not between 1 and 12 then
      perform private.refuse_field('every_weeks', 'Every week, or up to every twelfth.');
    elsif plan ? 'month_weeks' and (cardinality(month_weeks) = 0 or not month_weeks <@ array[1, 2, 3, 4, -1]) then
      perform private.refuse_field('month_weeks', 'Which of them in the month: the first to the fourth, or the last?');
    elsif every > 1 and cardinality(month_weeks) > 0 then
      perform private.fail(422, 'bad_plan', 'A rule goes by weeks or by months, not by both.');
    end if;
  elsif jsonb_typeof(plan -> 'dates') <> 'array' or jsonb_array_length(plan -> 'dates') not between 1 and 400 then
    perform private.refuse_field('dates', 'Between 1 and 400 days, please.');
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

  for day, clashes, nth in
    select (d ->> 'local_date')::date, d -> 'clashes', (d ->> 'month_week')::integer from jsonb_array_elements(looked) d
    where d ->> 'state' = 'new'
  loop
    -- The dates of a course belong together: one pool for all of them.
    if pool is null or about.kind <> 'course' then
      insert into public.pools (capacity) values (places) returning id into pool;
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

-- What a change means for one of the dates it reaches. By weeks all shift by as many days. By months each goes to that weekday
-- of its own month to which the date in hand goes; one that had left the rule shifts by as many days.
create function private.changes_for(was public.sessions, anchor public.sessions, scope text, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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

create or replace function public.preview_change(session_id uuid, scope text, changes jsonb) returns jsonb
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
  from private.reached_sessions(anchor, scope) was
  cross join lateral private.after_change(was, private.changes_for(was, anchor, scope, changes)) will;
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
    from private.reached_sessions(anchor, scope) was
    cross join lateral private.after_change(was, private.changes_for(was, anchor, scope, changes)) will
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
    perform private.note(case when clash_reason is null then 'changed' else 'changed in spite of a clash' end,
      session_id => one, details => changes || jsonb_build_object('scope', scope, 'clash_reason', clash_reason));
  end loop;
  foreach one in array coalesce(moved, '{}') loop
    perform private.tell_moved(one);
  end loop;
  return cardinality(changed);
end
$$;
