-- The studio's figures for its staff: attendance, income, fill rate, listening, visits; by day, week or month, beside the
-- same span before. Counted here, so that a year of data never leaves the database.
create index if not exists payments_received on public.payments (received_at);
create index if not exists refunds_done on public.refunds (done_at) where state = 'done';

-- Where a day falls: days as they are, weeks counted from the first day, months of the calendar.
-- Without a path of its own: one that the planner may write out.
create function private.report_bucket(day date, from_day date, step text) returns date
language sql immutable as $$
  select case step when 'day' then day when 'week' then from_day + (day - from_day) / 7 * 7
    else greatest(date_trunc('month', day)::date, from_day) end
$$;

-- Days are summed before they are sorted into weeks and months: a year of minutes stays quick.
create function private.report_figures(subject text, from_day date, to_day date, step text)
returns table (bucket date, figures jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  z text := (select s.zone from public.studio s);
  begins timestamptz := timezone(z, from_day::timestamp);
  ends timestamptz := timezone(z, (to_day + 1)::timestamp);
begin
  if subject = 'attendance' then
    return query
      select private.report_bucket(s.local_date, from_day, step), jsonb_build_object(
        'here', coalesce(sum(m.here), 0), 'absent', coalesce(sum(m.absent), 0),
        'expected', coalesce(sum(p.seats), 0), 'sessions', count(*))
      from public.sessions s join public.pools p on p.id = s.pool_id
      left join lateral (
        select count(*) filter (where a.mark in ('present', 'late')) as here,
          count(*) filter (where a.mark in ('absent', 'excused')) as absent
        from public.attendance a where a.session_id = s.id
      ) m on true
      where s.local_date between from_day and to_day and s.status = 'planned' and s.starts_at <= now()
      group by 1;
  elsif subject = 'income' then
    return query
      select private.report_bucket(y.day, from_day, step), jsonb_build_object(
        'net_cents', sum(y.came) - sum(y.went), 'received_cents', sum(y.came), 'refunded_cents', sum(y.went))
      from (
        select timezone(z, p.received_at)::date as day, sum(p.amount_cents) as came, 0::bigint as went
        from public.payments p where p.received_at >= begins and p.received_at < ends group by 1
        union all
        select timezone(z, r.done_at)::date, 0, sum(r.amount_cents)
        from public.refunds r where r.state = 'done' and r.done_at >= begins and r.done_at < ends group by 1
      ) y group by 1;
  elsif subject = 'fill' then
    return query
      select private.report_bucket(s.local_date, from_day, step), jsonb_build_object(
        'seats', sum(p.seats), 'capacity', sum(p.capacity), 'sessions', count(*), 'waiting', sum(p.waiting))
      from public.sessions s join public.pools p on p.id = s.pool_id
      where s.local_date between from_day and to_day and s.status = 'planned'
      group by 1;
  elsif subject = 'listeners' then
    return query
      -- Day by day along the index: asking each of half a million minutes for its day takes seconds.
      select private.report_bucket(d.day::date, from_day, step), jsonb_build_object('minutes', sum(m.minutes), 'peak', max(m.peak))
      from generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') d (day)
      cross join lateral (
        select sum(l.listeners) as minutes, max(l.listeners) as peak from public.radio_listener_minutes l
        where l.minute >= timezone(z, d.day) and l.minute < timezone(z, d.day + interval '1 day')
      ) m
      where m.minutes > 0 group by 1;
  elsif subject = 'visits' then
    return query
      select private.report_bucket(v.day, from_day, step), jsonb_build_object('views', sum(v.views))
      from (select p.day, sum(p.views) as views from public.page_views p where p.day between from_day and to_day group by p.day) v
      group by 1;
  else
    perform private.fail(422, 'bad_subject', 'There is no such report.');
  end if;
end
$$;

-- What a figure is made of: the greatest parts first.
create function private.report_parts(subject text, from_day date, to_day date)
returns table (name text, figures jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  z text := (select s.zone from public.studio s);
  begins timestamptz := timezone(z, from_day::timestamp);
  ends timestamptz := timezone(z, (to_day + 1)::timestamp);
begin
  if subject in ('attendance', 'fill') then
    return query
      select o.title, jsonb_build_object('sessions', count(*), 'seats', sum(p.seats), 'capacity', sum(p.capacity),
        'expected', sum(p.seats), 'here', coalesce(sum(m.here), 0), 'absent', coalesce(sum(m.absent), 0), 'waiting', sum(p.waiting))
      from public.sessions s join public.pools p on p.id = s.pool_id join public.offerings o on o.id = s.offering_id
      left join lateral (
        select count(*) filter (where a.mark in ('present', 'late')) as here,
          count(*) filter (where a.mark in ('absent', 'excused')) as absent
        from public.attendance a where a.session_id = s.id and subject = 'attendance'
      ) m on true
      where s.local_date between from_day and to_day and s.status = 'planned' and (subject = 'fill' or s.starts_at <= now())
      group by o.id, o.title order by sum(p.seats) desc, o.title limit 50;
  elsif subject = 'income' then
    return query
      select p.method, jsonb_build_object('net_cents', sum(p.amount_cents), 'received_cents', sum(p.amount_cents), 'refunded_cents', 0)
      from public.payments p where p.received_at >= begins and p.received_at < ends
      group by p.method order by sum(p.amount_cents) desc;
  elsif subject = 'listeners' then
    return query
      select coalesce(w.title, 'Between two shows'), jsonb_build_object('minutes', sum(m.listeners), 'peak', max(m.listeners))
      from public.radio_listener_minutes m left join public.shows w on w.id = m.show_id
      where m.minute >= begins and m.minute < ends and m.listeners > 0
      group by w.id, w.title order by sum(m.listeners) desc limit 50;
  elsif subject = 'visits' then
    return query
      select v.path, jsonb_build_object('views', sum(v.views)) from public.page_views v
      where v.day between from_day and to_day group by v.path order by sum(v.views) desc, v.path limit 50;
  end if;
end
$$;

create function public.studio_report(subject text, from_day date, to_day date, step text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  months integer := (extract(year from age(date_trunc('month', to_day), date_trunc('month', from_day))) * 12
    + extract(month from age(date_trunc('month', to_day), date_trunc('month', from_day))))::integer + 1;
  before_from date;
  before_to date;
begin
  perform private.require_desk();
  if step is null or step not in ('day', 'week', 'month') then
    perform private.fail(422, 'bad_step', 'By day, week or month.');
  elsif from_day is null or to_day is null or to_day - from_day not between 0 and 1100
    or (step = 'day' and to_day - from_day > 400) then
    perform private.fail(422, 'bad_span', 'Between one day and three years, please; by day a year at most.');
  end if;
  before_from := case when step = 'month' then (from_day - make_interval(months => months))::date
    else from_day - (to_day - from_day + 1) end;
  before_to := case when step = 'month' then (to_day - make_interval(months => months))::date else from_day - 1 end;
  return jsonb_build_object('from_day', from_day, 'to_day', to_day, 'before_from', before_from, 'before_to', before_to,
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('day', f.bucket, 'figures', f.figures) order by f.bucket), '[]')
      from private.report_figures(subject, from_day, to_day, step) f),
    'before', (select coalesce(jsonb_agg(jsonb_build_object('day', f.bucket, 'figures', f.figures) order by f.bucket), '[]')
      from private.report_figures(subject, before_from, before_to, step) f),
    'parts', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'figures', p.figures)), '[]')
      from private.report_parts(subject, from_day, to_day) p));
end
$$;
revoke all on function public.studio_report(text, date, date, text) from public, anon;
grant execute on function public.studio_report(text, date, date, text) to authenticated, service_role;
