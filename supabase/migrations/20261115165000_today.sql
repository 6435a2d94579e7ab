-- What people see first: a member the own next dates, staff the day at a glance and what needs a hand.

create function public.my_next_dates(most integer default 5) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('session_id', n.id, 'order_id', n.order_id, 'starts_at', n.starts_at,
    'ends_at', n.ends_at, 'title', n.title, 'room', n.room, 'names', n.names) order by n.starts_at, n.id), '[]')
  from (
    select s.id, o.id as order_id, s.starts_at, s.ends_at, f.title, r.name as room, string_agg(b.name, ', ' order by b.name) as names
    from public.orders o join public.bookings b on b.order_id = o.id and b.state = 'seated'
    join public.sessions s on s.pool_id = b.pool_id and s.status = 'planned' and s.ends_at > now()
    join public.offerings f on f.id = s.offering_id join public.rooms r on r.id = s.room_id
    where o.user_id = auth.uid()
    group by s.id, o.id, f.title, r.name
    order by s.starts_at, s.id limit least(greatest(coalesce(most, 5), 1), 50)
  ) n
$$;

create function public.desk_today() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := (select (now() at time zone s.zone)::date from public.studio s);
begin
  perform private.require_desk();
  return jsonb_build_object(
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'status', s.status,
        'title', o.title, 'room', r.name, 'teacher', t.name, 'capacity', p.capacity, 'seats', p.seats, 'waiting', p.waiting,
        'marked', (select count(*) from public.attendance a where a.session_id = s.id),
        'here', (select count(*) from public.attendance a where a.session_id = s.id and a.mark in ('present', 'late')),
        'unpaid', (select count(distinct d.id) from public.bookings b join public.orders d on d.id = b.order_id
          where b.pool_id = s.pool_id and b.state = 'seated' and d.state = 'confirmed' and d.total_cents > d.paid_cents),
        'is_looked_for', exists (select from public.substitute_requests q where q.session_id = s.id and q.state = 'open')
      ) order by s.starts_at, s.id), '[]')
      from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
      join public.pools p on p.id = s.pool_id left join public.people t on t.id = coalesce(s.teacher_id, o.teacher_id)
      where s.local_date = today
    ),
    -- Dates of the coming two weeks that nobody teaches, or whose teacher cannot come.
    'gaps', (
      select coalesce(jsonb_agg(jsonb_build_object('session_id', g.id, 'starts_at', g.starts_at, 'title', g.title,
        'instead_of', g.instead_of, 'seats', g.seats) order by g.starts_at, g.id), '[]')
      from (
        select s.id, s.starts_at, o.title, p.seats, w.name as instead_of
        from public.sessions s join public.offerings o on o.id = s.offering_id join public.pools p on p.id = s.pool_id
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
      select coalesce(sum(p.waiting), 0) from public.pools p
      where p.waiting > 0 and exists (select from public.sessions s where s.pool_id = p.id and s.status = 'planned' and s.starts_at > now())
    )
  );
end
$$;

revoke all on function public.my_next_dates(integer), public.desk_today() from public, anon;
grant execute on function public.my_next_dates(integer), public.desk_today() to authenticated, service_role;
