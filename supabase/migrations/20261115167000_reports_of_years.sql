-- Reports over years: days are summed before they are sorted into weeks and months, and the function that does the
-- sorting is one that the planner may write out.
create or replace function private.report_bucket(day date, from_day date, step text) returns date
language sql immutable as $$
  select case step when 'day' then day when 'week' then from_day + (day - from_day) / 7 * 7
    else greatest(date_trunc('month', day)::date, from_day) end
$$;

create or replace function private.report_figures(subject text, from_day date, to_day date, step text)
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
