-- Who listened, in figures for staff: totals, formats, devices, countries, shows, and how long listeners stay with a show.
-- Minutes and peaks come from the counts of each minute; the rest from sessions, clipped to the period.

create function private.check_audience_span(from_day date, to_day date) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if from_day is null or to_day is null or to_day - from_day not between 0 and 1100 then
    perform private.fail(422, 'bad_span', 'Choose between one day and three years; by day at most one year.',
      '{"message_name":"span_max_three_years"}');
  end if;
end
$$;

create function public.radio_audience(from_day date, to_day date) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  z text := (select s.zone from public.studio s);
  begins timestamptz := timezone(z, from_day::timestamp);
  ends timestamptz := timezone(z, (to_day + 1)::timestamp);
  by_minute jsonb;
  by_session jsonb;
  by_show jsonb;
  by_day jsonb := '[]';
begin
  perform private.require_staff();
  perform private.check_audience_span(from_day, to_day);
  select jsonb_build_object('minutes', coalesce(sum(m.listeners), 0), 'peak', coalesce(max(m.listeners), 0),
    'average', coalesce(round(avg(m.listeners), 2), 0)) into by_minute
  from public.radio_listener_minutes m where m.minute >= begins and m.minute < ends;
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'title', w.title, 'minutes', w.minutes, 'peak', w.peak,
    'average', w.average) order by w.minutes desc, w.title), '[]') into by_show
  from (
    select h.id, h.title, sum(m.listeners) as minutes, max(m.listeners) as peak, round(avg(m.listeners), 2) as average
    from public.radio_listener_minutes m left join public.shows h on h.id = m.show_id
    where m.minute >= begins and m.minute < ends group by h.id, h.title having sum(m.listeners) > 0
  ) w;
  -- A session lasts a day at most: none that reaches into the period begins earlier than this.
  with parts as (
    select grouping(s.way) = 0 as is_way, grouping(s.device) = 0 as is_device, grouping(s.country) = 0 as is_country,
      s.way, s.device, s.device_name, s.country, count(distinct s.visitor) as listeners,
      round(sum(extract(epoch from least(s.ended_at, ends) - greatest(s.started_at, begins)))) as seconds
    from public.radio_listener_sessions s
    where s.started_at > begins - interval '25 hours' and s.started_at < ends and s.ended_at > begins
    group by grouping sets ((s.way), (s.device, s.device_name), (s.country), ())
  )
  select jsonb_build_object(
    'listeners', coalesce(max(p.listeners) filter (where not (p.is_way or p.is_device or p.is_country)), 0),
    'seconds', coalesce(max(p.seconds) filter (where not (p.is_way or p.is_device or p.is_country)), 0),
    'formats', coalesce(jsonb_agg(jsonb_build_object('name', p.way, 'listeners', p.listeners, 'seconds', p.seconds)
      order by p.seconds desc, p.way) filter (where p.is_way), '[]'),
    'devices', coalesce(jsonb_agg(jsonb_build_object('kind', p.device, 'name', p.device_name, 'listeners', p.listeners, 'seconds', p.seconds)
      order by p.seconds desc, p.device_name) filter (where p.is_device), '[]'),
    'countries', coalesce(jsonb_agg(jsonb_build_object('name', p.country, 'listeners', p.listeners, 'seconds', p.seconds)
      order by p.seconds desc, p.country) filter (where p.is_country), '[]')
  ) into by_session from parts p;
  if to_day - from_day <= 92 then
    select jsonb_agg(jsonb_build_object('day', d.day::date, 'listeners', s.listeners, 'minutes', round(s.seconds / 60.0), 'peak', m.peak)
      order by d.day) into by_day
    -- Day by day along the index, as the reports do.
    from generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') d (day)
    cross join lateral (
      select count(distinct l.visitor) as listeners, coalesce(sum(extract(epoch from l.ended_at - l.started_at)), 0) as seconds
      from public.radio_listener_sessions l
      where l.started_at >= timezone(z, d.day) and l.started_at < timezone(z, d.day + interval '1 day')
    ) s
    cross join lateral (
      select coalesce(max(l.listeners), 0) as peak from public.radio_listener_minutes l
      where l.minute >= timezone(z, d.day) and l.minute < timezone(z, d.day + interval '1 day')
    ) m;
  end if;
  return by_minute || by_session || jsonb_build_object('from_day', from_day, 'to_day', to_day, 'shows', by_show, 'days', by_day);
end
$$;
comment on function public.radio_audience is
  'Listening in a period, for staff: minutes, peak and average, and by show, format, device, country and, up to a quarter of a year, day. Each listener once a day.';

create function public.radio_retention(of_show uuid, from_day date, to_day date) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  z text := (select s.zone from public.studio s);
  begins timestamptz := timezone(z, from_day::timestamp);
  ends timestamptz := timezone(z, (to_day + 1)::timestamp);
begin
  perform private.require_staff();
  perform private.check_audience_span(from_day, to_day);
  return (
    -- What was on air is known from the counted minutes, also when the schedule has changed since. A restart of the
    -- station leaves a short gap in them.
    with minutes as (
      select m.minute, m.minute - lag(m.minute) over (order by m.minute) as gap
      from public.radio_listener_minutes m where m.show_id = of_show and m.minute >= begins and m.minute < ends
    ), airings as (
      -- Sessions that go on are written every five minutes: what came after that is not known yet.
      select min(g.minute) as starts, least(max(g.minute) + interval '1 minute', now() - interval '6 minutes') as ends
      from (select m.minute, count(*) filter (where m.gap is null or m.gap > interval '20 minutes') over (order by m.minute) as airing
        from minutes m) g group by g.airing
    ), steps (minute) as (
      values (1), (5), (10), (15), (20), (30), (45), (60), (90), (120)
    ), present as (
      -- The start of a show is known to the minute.
      select s.ended_at - a.starts as stayed, a.ends - a.starts as longest, true as is_start
      from airings a join public.radio_listener_sessions s
        on s.started_at > a.starts - interval '25 hours' and s.started_at < a.starts + interval '1 minute' and s.ended_at > a.starts
      union all
      select s.ended_at - s.started_at, a.ends - s.started_at, false
      from airings a join public.radio_listener_sessions s
        on s.started_at >= a.starts and s.started_at < a.ends and not s.is_continued
    ), points as (
      -- Only who could have stayed so long within the show is counted.
      select t.minute, count(*) filter (where p.is_start) as at_start,
        count(*) filter (where p.is_start and p.stayed >= make_interval(mins => t.minute)) as at_start_stayed,
        count(*) filter (where not p.is_start) as joined,
        count(*) filter (where not p.is_start and p.stayed >= make_interval(mins => t.minute)) as joined_stayed
      from steps t join present p on p.longest >= make_interval(mins => t.minute) group by t.minute
    )
    select jsonb_build_object('airings', (select count(*) from airings a where a.ends > a.starts),
      'at_start', (select count(*) from present p where p.is_start), 'joined', (select count(*) from present p where not p.is_start),
      'points', (select coalesce(jsonb_agg(to_jsonb(p) order by p.minute), '[]') from points p))
  );
end
$$;
comment on function public.radio_retention is
  'How many of those who listened at the start of a show, and of those who joined, were still there some minutes later. For staff.';

-- ---------- rights ----------
revoke all on function private.check_audience_span from public, anon, authenticated;
revoke all on function public.radio_audience, public.radio_retention from public, anon, authenticated;
grant execute on function public.radio_audience, public.radio_retention to authenticated, service_role;
