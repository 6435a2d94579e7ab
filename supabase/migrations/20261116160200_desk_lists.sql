-- The desk's other lists, each written out for what is asked: a page walks its index from where the last one ended, and
-- words are looked up by the indexes over letters (private.holding). They find what they found before; money and codes now
-- by the name of whoever comes along, too.

-- Where a page begins, newest first: below $2 and $3, or above $4 and $5.
create function private.turned(moment text, id text, is_down boolean, is_up boolean) returns text
language sql immutable set search_path = '' as $$
  select format(case
    when is_up then ' and (%1$s, %2$s) > ($4, $5) order by %1$s, %2$s'
    when is_down then ' and (%1$s, %2$s) < ($2, $3) order by %1$s desc, %2$s desc'
    else ' order by %1$s desc, %2$s desc' end, moment, id)
$$;

create or replace function public.desk_passes(words text default '', before_at timestamptz default null, before_id uuid default null,
  after_at timestamptz default null, after_id uuid default null, most integer default 40)
returns table (id uuid, code text, type_name text, email text, buyer_name text, order_id uuid, entries integer, left_entries integer,
  valid_until timestamptz, is_active boolean, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[] := private.patterns(words);
  wanted text := 'true';
begin
  perform private.require_desk();
  if cardinality(patterns) > 0 then
    wanted := format($c$(lower(p.code || ' ' || p.email) like all ($1) or p.order_id in (%s))$c$, private.orders_holding(patterns));
  end if;
  return query execute format($q$
    select p.id, p.code, t.name, p.email, o.buyer_name, p.order_id, t.entries, private.pass_balance(p.id), p.valid_until, p.is_active, p.created_at
    from (select p.* from public.passes p where %s%s limit $6) p
    join public.pass_types t on t.id = p.type_id left join public.orders o on o.id = p.order_id
    order by p.created_at desc, p.id desc$q$, wanted, private.turned('p.created_at', 'p.id', before_at is not null, after_at is not null))
  using patterns, before_at, before_id, after_at, after_id, least(greatest(coalesce(most, 40), 1), 200);
end
$$;

create or replace function public.desk_vouchers(words text default '', before_at timestamptz default null, before_id uuid default null,
  after_at timestamptz default null, after_id uuid default null, most integer default 40)
returns table (id uuid, code text, email text, buyer_name text, order_id uuid, currency text, issued_cents integer, left_cents integer,
  is_active boolean, origin text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[] := private.patterns(words);
  wanted text := 'true';
begin
  perform private.require_desk();
  if cardinality(patterns) > 0 then
    -- Bought by an order, or given back for a place of one.
    wanted := format($c$(lower(v.code || ' ' || v.email) like all ($1) or v.order_id in (%1$s)
      or v.booking_id in (select c.id from public.bookings c where c.order_id in (%1$s)))$c$, private.orders_holding(patterns));
  end if;
  return query execute format($q$
    select v.id, v.code, v.email, o.buyer_name, coalesce(v.order_id, b.order_id), v.currency,
      (select coalesce(sum(e.delta_cents), 0)::integer from public.voucher_entries e where e.voucher_id = v.id and e.delta_cents > 0),
      private.voucher_balance(v.id), v.is_active,
      (select e.reason from public.voucher_entries e where e.voucher_id = v.id order by e.id limit 1), v.created_at
    from (select v.* from public.vouchers v where %s%s limit $6) v
    left join public.bookings b on b.id = v.booking_id left join public.orders o on o.id = coalesce(v.order_id, b.order_id)
    order by v.created_at desc, v.id desc$q$, wanted, private.turned('v.created_at', 'v.id', before_at is not null, after_at is not null))
  using patterns, before_at, before_id, after_at, after_id, least(greatest(coalesce(most, 40), 1), 200);
end
$$;

create or replace function public.desk_ledger(words text default '', only_method text default null, from_day date default null, to_day date default null,
  before_at timestamptz default null, before_id uuid default null, after_at timestamptz default null, after_id uuid default null,
  most integer default 40)
returns table (id uuid, kind text, at timestamptz, amount_cents integer, currency text, method text, state text, reason text,
  order_id uuid, number text, buyer_name text, recorded_name text, reference text)
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[] := private.patterns(words);
  zone text := (select s.zone from public.studio s);
  wanted text := 'true';
  turned text := private.turned('m.at', 'm.id', before_at is not null, after_at is not null) || ' limit $6';
begin
  perform private.require_desk();
  if cardinality(patterns) > 0 then
    wanted := wanted || format(' and (m.order_id in (%s) or lower(m.reference) like all ($1))', private.orders_holding(patterns));
  end if;
  if only_method is not null then
    wanted := wanted || ' and m.method = $7';
  end if;
  if from_day is not null then
    wanted := wanted || ' and m.at >= $8';
  end if;
  if to_day is not null then
    wanted := wanted || ' and m.at < $9';
  end if;
  return query execute format($q$
    with moved as (
      (select m.* from (
        select p.id, 'in' as kind, p.received_at as at, p.amount_cents, p.currency, p.method, 'done' as state, '' as reason, p.order_id,
          p.recorded_by, p.provider_ref as reference from public.payments p
      ) m where %1$s%2$s)
      union all
      (select m.* from (
        select r.id, 'out' as kind, r.created_at as at, -r.amount_cents as amount_cents, r.currency,
          case r.method when 'desk' then 'cash' else r.method end as method, r.state, r.reason, r.order_id, r.recorded_by, r.provider_ref as reference
        from public.refunds r
      ) m where %1$s%2$s)
    ), page as (select * from moved m where true%2$s)
    select m.id, m.kind, m.at, m.amount_cents, m.currency, m.method, m.state, m.reason, m.order_id, o.number, o.buyer_name, f.name, m.reference
    from page m join public.orders o on o.id = m.order_id left join public.profiles f on f.user_id = m.recorded_by
    order by m.at desc, m.id desc$q$, wanted, turned)
  using patterns, before_at, before_id, after_at, after_id, least(greatest(coalesce(most, 40), 1), 1000), only_method,
    timezone(zone, from_day::timestamp), timezone(zone, (to_day + 1)::timestamp);
end
$$;

create or replace function public.desk_letters(words text default '', only_state text default null, mine boolean default false,
  before_at timestamptz default null, before_id uuid default null, after_at timestamptz default null, after_id uuid default null,
  most integer default 40)
returns table (id uuid, name text, email text, opening text, received_at timestamptz, state text, assigned_to uuid, assigned_name text, replies integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[] := private.patterns(words);
  wanted text := 'true';
begin
  perform private.require_desk();
  if cardinality(patterns) > 0 then
    wanted := wanted || ' and ' || private.holding($e$m.name || ' ' || m.email || ' ' || m.message$e$, patterns);
  end if;
  wanted := wanted || case when only_state is null then $c$ and m.state <> 'spam'$c$ else ' and m.state = $7' end;
  if mine then
    wanted := wanted || ' and m.assigned_to = auth.uid()';
  end if;
  return query execute format($q$
    select m.id, m.name, m.email, left(m.message, 160), m.received_at, m.state, m.assigned_to, p.name,
      (select count(*)::integer from public.contact_entries e where e.message_id = m.id and e.kind = 'reply')
    from (select m.* from public.contact_messages m where %s%s limit $6) m
    left join public.profiles p on p.user_id = m.assigned_to
    order by m.received_at desc, m.id desc$q$, wanted,
    private.turned('m.received_at', 'm.id', before_at is not null, after_at is not null))
  using patterns, before_at, before_id, after_at, after_id, least(greatest(coalesce(most, 40), 1), 200), only_state;
end
$$;

-- By name; found by the name of the household, of anybody in it, or by an address.
create or replace function public.desk_households(words text default '', after_name text default null, after_id uuid default null,
  before_name text default null, before_id uuid default null, most integer default 40)
returns table (id uuid, name text, sort_name text, created_at timestamptz, guardians text, emails text, people text, people_count integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[] := private.patterns(words);
  wanted text := 'true';
begin
  perform private.require_desk();
  if cardinality(patterns) > 0 then
    wanted := wanted || format($c$ and h.id in (
      select i.id from public.households i where %s
      union all select i.id from public.households i where lower(concat_ws(' ', i.email, i.phone)) like all ($1)
      union all select p.household_id from public.participants p where %s
      union all select g.household_id from public.guardians g where g.user_id in (
        select r.user_id from public.profiles r where %s
        union all select u.id from auth.users u where lower(concat_ws(' ', u.email, u.phone)) like all ($1)))$c$,
      private.holding('i.name', patterns), private.holding('p.name', patterns), private.holding('r.name', patterns));
  end if;
  wanted := wanted || case
    when before_name is not null then ' and (lower(h.name), h.id) < ($2, $3) order by lower(h.name) desc, h.id desc'
    when after_name is not null then ' and (lower(h.name), h.id) > ($4, $5) order by lower(h.name), h.id'
    else ' order by lower(h.name), h.id' end;
  return query execute format($q$
    select h.id, h.name, lower(h.name), h.created_at, g.names, g.emails, p.names, coalesce(p.count, 0)::integer
    from (select h.* from public.households h where %s limit $6) h
    left join lateral (
      select string_agg(coalesce(nullif(r.name, ''), u.email), ', ' order by x.since) as names, string_agg(u.email, ', ' order by x.since) as emails
      from public.guardians x join auth.users u on u.id = x.user_id left join public.profiles r on r.user_id = x.user_id
      where x.household_id = h.id
    ) g on true
    left join lateral (
      select string_agg(x.name, ', ' order by x.created_at) as names, count(*) as count from public.participants x where x.household_id = h.id
    ) p on true
    order by lower(h.name), h.id$q$, wanted)
  using patterns, before_name, before_id, after_name, after_id, least(greatest(coalesce(most, 40), 1), 200);
end
$$;

-- Dates that somebody waits for, the nearest first. Pools count their own queues: only those on the page are looked into.
create index pools_waited_for on public.pools (id) where waiting > 0 or offered > 0;
create or replace function public.desk_queues(words text default '', after_at timestamptz default null, after_pool uuid default null,
  most integer default 40)
returns table (pool_id uuid, session_id uuid, title text, starts_at timestamptz, capacity integer, seats integer, held integer,
  offered integer, waiting integer, places_waited integer, first_name text, first_since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[] := private.patterns(words);
  wanted text := 'true';
begin
  perform private.require_desk();
  if cardinality(patterns) > 0 then
    wanted := format($c$(private.plain(o.title) like all ($1) or p.id in (
      select w.pool_id from public.wait_entries w where w.state in ('waiting', 'offered') and %s))$c$,
      private.holding($e$w.name || ' ' || w.email$e$, patterns));
  end if;
  if after_at is not null then
    wanted := wanted || ' and (s.starts_at, p.id) > ($2, $3)';
  end if;
  return query execute format($q$
    with page as (
      select p.*, s.id as session_id, s.starts_at, o.title
      from public.pools p join lateral (
        select s.id, s.starts_at, s.offering_id from public.sessions s where s.pool_id = p.id
        order by s.status <> 'planned', s.starts_at <= now(), s.starts_at limit 1
      ) s on true join public.offerings o on o.id = s.offering_id
      where (p.waiting > 0 or p.offered > 0) and s.starts_at > now() and %s
      order by s.starts_at, p.id limit $4
    )
    select p.id, p.session_id, p.title, p.starts_at, p.capacity, p.seats, p.held, p.offered, p.waiting,
      (select coalesce(sum(w.places), 0)::integer from public.wait_entries w where w.pool_id = p.id and w.state = 'waiting'), f.name, f.joined_at
    from page p left join lateral (
      select w.name, w.joined_at from public.wait_entries w where w.pool_id = p.id and w.state = 'waiting'
      order by w.priority desc, w.joined_at, w.id limit 1
    ) f on true
    order by p.starts_at, p.id$q$, wanted)
  using patterns, after_at, after_pool, least(greatest(coalesce(most, 40), 1), 200);
end
$$;
