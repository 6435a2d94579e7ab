-- What people see first, search over everything in the dashboard, and figures for staff: attendance, income, fill rate,
-- listening, visits. Counted here, so that a year of data never leaves the database.

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
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
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
      from public.sessions s join public.capacity_pools p on p.id = s.pool_id
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
      from public.sessions s join public.capacity_pools p on p.id = s.pool_id
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
    perform private.fail(422, 'bad_subject', 'Unknown report.');
  end if;
end
$$;

-- What a figure is made of: the greatest parts first.
create function private.report_parts(subject text, from_day date, to_day date)
returns table (name text, figures jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  z text := (select s.zone from public.studio s);
  begins timestamptz := timezone(z, from_day::timestamp);
  ends timestamptz := timezone(z, (to_day + 1)::timestamp);
begin
  if subject in ('attendance', 'fill') then
    return query
      select o.title, jsonb_build_object('sessions', count(*), 'seats', sum(p.seats), 'capacity', sum(p.capacity),
        'expected', sum(p.seats), 'here', coalesce(sum(m.here), 0), 'absent', coalesce(sum(m.absent), 0), 'waiting', sum(p.waiting))
      from public.sessions s join public.capacity_pools p on p.id = s.pool_id join public.offerings o on o.id = s.offering_id
      left join lateral (
        select count(*) filter (where a.mark in ('present', 'late')) as here,
          count(*) filter (where a.mark in ('absent', 'excused')) as absent
        from public.attendance a where a.session_id = s.id and subject = 'attendance'
      ) m on true
      where s.local_date between from_day and to_day and s.status = 'planned' and (subject = 'fill' or s.starts_at <= now())
      group by o.id, o.title order by sum(p.seats) desc, o.title limit 50;
  elsif subject = 'income' then
    return query
      select y.method, jsonb_build_object('net_cents', sum(y.came) - sum(y.went), 'received_cents', sum(y.came),
        'refunded_cents', sum(y.went))
      from (
        select p.method, sum(p.amount_cents) as came, 0::bigint as went
        from public.payments p where p.received_at >= begins and p.received_at < ends group by 1
        union all
        select case r.method when 'studio' then 'cash' else r.method end, 0, sum(r.amount_cents)
        from public.refunds r where r.state = 'done' and r.done_at >= begins and r.done_at < ends group by 1
      ) y group by y.method order by sum(y.came) - sum(y.went) desc;
  elsif subject = 'listeners' then
    return query
      select coalesce(w.title, ''), jsonb_build_object('minutes', sum(m.listeners), 'peak', max(m.listeners))
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
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  months integer := (extract(year from age(date_trunc('month', to_day), date_trunc('month', from_day))) * 12
    + extract(month from age(date_trunc('month', to_day), date_trunc('month', from_day))))::integer + 1;
  before_from date;
  before_to date;
begin
  perform private.require_staff();
  if step is null or step not in ('day', 'week', 'month') then
    perform private.fail(422, 'bad_step', 'Choose day, week or month.');
  elsif from_day is null or to_day is null or to_day - from_day not between 0 and 1100
    or (step = 'day' and to_day - from_day > 400) then
    perform private.fail(422, 'bad_span', 'Choose between one day and three years; by day at most one year.',
      '{"message_name":"span_max_three_years"}');
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
comment on function public.studio_report is 'Figures of one subject over a span of days, beside the same span before.';

create function public.my_next_dates(max_rows integer default 5) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('session_id', n.id, 'order_id', n.order_id, 'starts_at', n.starts_at,
    'ends_at', n.ends_at, 'title', n.title, 'is_online', n.is_online, 'room', n.room, 'names', n.names, 'translations', n.translations) order by n.starts_at, n.id), '[]')
  from (
    select s.id, o.id as order_id, s.starts_at, s.ends_at, s.is_online, f.title, r.name as room, string_agg(b.name, ', ' order by b.name) as names,
      private.session_translations(f.translations, r.translations) as translations
    from public.orders o join public.bookings b on b.order_id = o.id and b.state = 'seated'
    join public.sessions s on s.pool_id = b.pool_id and s.status = 'planned' and s.ends_at > now()
    join public.offerings f on f.id = s.offering_id join public.rooms r on r.id = s.room_id
    where o.user_id = (select private.current_user_id())
    group by s.id, o.id, f.id, r.id
    order by s.starts_at, s.id limit least(greatest(coalesce(max_rows, 5), 1), 50)
  ) n
$$;
comment on function public.my_next_dates is 'The caller''s next sessions.';

create function private.sessions_of_day(of_day date) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'status', s.status,
    'pool_id', s.pool_id, 'title', o.title, 'is_online', s.is_online, 'room', r.name, 'teacher', t.name,
    'capacity', p.capacity, 'seats', p.seats, 'waiting', p.waiting,
    'translations', private.session_translations(o.translations, r.translations, t.translations),
    'marked', (select count(*) from public.attendance a where a.session_id = s.id),
    'here', (select count(*) from public.attendance a where a.session_id = s.id and a.mark in ('present', 'late')),
    'unpaid', u.orders, 'unpaid_cents', u.cents, 'unpaid_names', u.names,
    'missing_names', (
      select coalesce(jsonb_agg(m.name order by m.name), '[]') from (
        select b.name from public.bookings b
        where b.pool_id = s.pool_id and b.state = 'seated' and not exists (select from public.attendance a
          where a.session_id = s.id and a.booking_id = b.id and a.mark in ('present', 'late'))
        order by b.name limit 4) m),
    'is_looked_for', exists (select from public.substitute_requests q where q.session_id = s.id and q.state = 'open')
  ) order by s.starts_at, s.id), '[]')
  from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
  join public.capacity_pools p on p.id = s.pool_id left join public.people t on t.id = coalesce(s.teacher_id, o.teacher_id)
  cross join lateral (
    select count(*) as orders, coalesce(sum(d.total_cents - d.paid_cents), 0) as cents,
      coalesce(jsonb_agg(d.buyer_name order by d.created_at, d.id), '[]') as names
    from public.orders d
    where d.state = 'confirmed' and d.total_cents > d.paid_cents
      and d.id in (select b.order_id from public.bookings b where b.pool_id = s.pool_id and b.state = 'seated')
  ) u
  where s.local_date = of_day
    -- What began the evening before and has not ended.
    or s.local_date = of_day - 1 and s.status = 'planned' and s.starts_at <= now() and s.ends_at > now()
$$;

-- What came of the latest day with sessions before today.
create function private.last_open_day(before date) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('day', d.day, 'sessions', d.sessions, 'seats', d.seats, 'here', d.here,
    'received_cents', y.cents, 'card_cents', y.card_cents, 'booked', k.booked, 'cancelled', k.cancelled)
  from (
    select s.local_date as day, count(*) as sessions, sum(p.seats) as seats,
      sum((select count(*) from public.attendance a where a.session_id = s.id and a.mark in ('present', 'late'))) as here
    from public.sessions s join public.capacity_pools p on p.id = s.pool_id
    where s.status = 'planned' and s.local_date = (
      select max(l.local_date) from public.sessions l where l.status = 'planned' and l.local_date < before)
    group by 1
  ) d
  cross join lateral (select timezone(t.zone, d.day::timestamp) as begins, timezone(t.zone, d.day + interval '1 day') as ends
    from public.studio t) w
  cross join lateral (
    select coalesce(sum(p.amount_cents), 0) as cents,
      coalesce(sum(p.amount_cents) filter (where p.method in ('card', 'card_at_studio')), 0) as card_cents
    from public.payments p where p.received_at >= w.begins and p.received_at < w.ends) y
  cross join lateral (
    select (select count(*) from public.orders o where o.created_at >= w.begins and o.created_at < w.ends
        and o.state in ('confirmed', 'cancelled')) as booked,
      (select count(*) from public.bookings b where b.cancelled_at >= w.begins and b.cancelled_at < w.ends) as cancelled
  ) k
$$;

create function public.get_today() returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  today date := (select (now() at time zone s.zone)::date from public.studio s);
  is_open boolean := exists (select from public.sessions s where s.status = 'planned'
    and (s.local_date = today or s.local_date = today - 1 and s.ends_at > now()));
  next_open date;
begin
  perform private.require_staff();
  if not is_open then
    select min(s.local_date) into next_open from public.sessions s where s.local_date > today and s.status = 'planned';
  end if;
  return jsonb_build_object(
    'sessions', private.sessions_of_day(today),
    'next_day', case when next_open is not null
      then jsonb_build_object('day', next_open, 'sessions', private.sessions_of_day(next_open)) end,
    'last_day', case when not is_open then private.last_open_day(today) end,
    'listeners', public.recent_listeners(),
    -- Dates of the coming two weeks that nobody teaches, or whose teacher cannot come.
    'gaps', (
      select coalesce(jsonb_agg(jsonb_build_object('session_id', g.id, 'starts_at', g.starts_at, 'title', g.title,
        'instead_of', g.instead_of, 'seats', g.seats) order by g.starts_at, g.id), '[]')
      from (
        select s.id, s.starts_at, o.title, p.seats, w.name as instead_of
        from public.sessions s join public.offerings o on o.id = s.offering_id join public.capacity_pools p on p.id = s.pool_id
        left join public.substitute_requests q on q.session_id = s.id and q.state = 'open'
        left join public.people w on w.id = q.person_id
        where s.status = 'planned' and s.starts_at > now() and s.local_date <= today + 14
          and (q.id is not null or coalesce(s.teacher_id, o.teacher_id) is null)
        order by s.starts_at, s.id limit 8
      ) g
    ),
    'unpaid', (
      select jsonb_build_object('orders', count(*), 'cents', coalesce(sum(o.total_cents - o.paid_cents), 0))
      from public.orders o where o.state = 'confirmed' and o.total_cents > o.paid_cents
    ),
    'unpaid_first', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'number', u.number, 'buyer', u.buyer_name, 'method', u.method,
        'owed_cents', u.total_cents - u.paid_cents, 'currency', u.currency, 'created_at', u.created_at) order by u.created_at desc, u.id desc), '[]')
      from (select o.* from public.orders o where o.state = 'confirmed' and o.total_cents > o.paid_cents
        order by o.created_at desc, o.id desc limit 6) u
    ),
    'waiting', (
      select coalesce(sum(p.waiting), 0) from public.capacity_pools p
      where p.waiting > 0 and exists (select from public.sessions s where s.pool_id = p.id and s.status = 'planned' and s.starts_at > now())
    )
  );
end
$$;
comment on function public.get_today is 'The day at a glance for staff, and what needs attention.';

-- Each kind asks the same question as its row policies do.
create function public.find_anything(query text, max_rows integer default 5)
returns table (kind text, id text, slug text, title text, detail text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := private.current_user_id();
  is_staff boolean := private.is_staff();
  is_teacher boolean := public.has_role('teacher');
  is_host boolean := public.has_role('host');
  -- What people type is text, not a pattern.
  wanted text := '%' || replace(replace(replace(btrim(left(coalesce(query, ''), 100)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  few integer := least(greatest(coalesce(max_rows, 5), 1), 20);
begin
  if me is null and not is_staff then
    raise exception 'Sign in first.' using errcode = '42501', hint = 'sign_in';
  elsif length(wanted) < 4 then
    return;
  end if;
  if is_staff then
    return query
      select 'account', p.user_id::text, null::text, coalesce(nullif(p.name, ''), u.email::text, '+' || u.phone, ''),
        coalesce(u.email::text, '+' || u.phone, '')
      from public.profiles p join auth.users u on u.id = p.user_id
      where p.user_id in (select n.user_id from public.profiles n where n.name ilike wanted
        union all select a.id from auth.users a where a.email ilike wanted)
      order by p.name, p.user_id limit few;
    return query
      select 'participant', h.id::text, null::text, h.name, coalesce('of ' || nullif(f.name, ''), '')
      from public.participants h join public.households f on f.id = h.household_id
      where h.name ilike wanted and h.user_id is null
      order by h.name, h.id limit few;
  end if;
  if is_teacher and not is_staff then
    return query
      select distinct on (b.name, b.id) 'pupil', s.id::text, null::text, b.name, o.title
      from public.person_accounts a
      join public.offerings o on true
      join public.sessions s on s.offering_id = o.id and coalesce(s.teacher_id, o.teacher_id) = a.person_id
      join public.bookings b on b.pool_id = s.pool_id and b.state = 'seated'
      where a.user_id = me and b.name ilike wanted and s.status = 'planned'
        and s.starts_at > now() - interval '60 days'
      order by b.name, b.id, abs(extract(epoch from s.starts_at - now())) limit few;
  end if;
  return query
    select 'order', o.id::text, null::text, o.number, o.buyer_name
    from public.orders o
    where (is_staff or o.user_id = me) and (o.number ilike wanted or o.buyer_name ilike wanted or o.buyer_email ilike wanted)
    order by o.created_at desc, o.id limit few;
  return query
    select 'offering', o.id::text, o.slug, o.title,
      o.kind || case when o.published_at is null or o.published_at > now() then ', not published' else '' end
    from public.offerings o
    where (is_staff or o.published_at <= now()) and o.title ilike wanted
    order by o.title, o.id limit few;
  return query
    select 'post', p.id::text, p.slug, p.title,
      case when p.published_at is null or p.published_at > now() then 'not published' else '' end
    from public.posts p
    where (is_staff or p.published_at <= now()) and p.title ilike wanted
    order by p.published_at desc nulls first, p.id limit few;
  if is_staff or is_host then
    return query
      select 'track', t.id::text, null::text, t.title, t.artist
      from public.radio_tracks t
      where (is_staff or (t.is_requestable and t.kind = 'music')) and (t.title ilike wanted or t.artist ilike wanted)
      order by t.title, t.id limit few;
  end if;
end
$$;
comment on function public.find_anything is
  'Searches everything that the caller may see, for the dashboard: accounts, family members, orders, offerings, posts, tracks.';

-- ---------- rights ----------
revoke all on function private.sessions_of_day, private.last_open_day from public, anon, authenticated;
revoke all on function public.studio_report, public.my_next_dates, public.get_today,
  public.find_anything from public, anon, authenticated;
grant execute on function public.studio_report, public.my_next_dates, public.get_today,
  public.find_anything to authenticated, service_role;
