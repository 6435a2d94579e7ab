-- Searching at the desk among many years of people: found by an index over the letters, in small and without their marks.
-- Words of fewer than three letters give an index nothing to hold on to: they are compared row by row, as before.

-- As private.plain, but promised never to change, which an index asks for: the dictionary is named, and it is the studio's own.
do $$
declare
  home text := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent');
begin
  execute format('create function private.searchable(given text) returns text language sql immutable parallel safe as %L',
    format('select lower(%I.unaccent(%L::regdictionary, given))', home, quote_ident(home) || '.unaccent'));
end
$$;

create index orders_searchable on public.orders
  using gin (private.searchable(number || ' ' || buyer_name || ' ' || buyer_email || ' ' || buyer_phone) gin_trgm_ops);
create index bookings_searchable on public.bookings using gin (private.searchable(name) gin_trgm_ops);
create index participants_searchable on public.participants using gin (private.searchable(name) gin_trgm_ops);
create index participants_by_letters on public.participants (private.searchable(name) text_pattern_ops, id);
create index households_searchable on public.households using gin (private.searchable(name) gin_trgm_ops);
create index profiles_searchable on public.profiles using gin (private.searchable(name) gin_trgm_ops);
create index contact_messages_searchable on public.contact_messages
  using gin (private.searchable(name || ' ' || email || ' ' || message) gin_trgm_ops);
create index wait_entries_searchable on public.wait_entries using gin (private.searchable(name || ' ' || email) gin_trgm_ops);

-- The condition that a text holds every word of $1, written so that an index answers it where one can.
create function private.holding(given text, patterns text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(format('%s(%s) like ($1)[%s]',
    case when (select max(length(p)) from unnest(patterns) p) >= 5 then 'private.searchable' else 'private.plain' end, given, n), ' and ')
  from generate_subscripts(patterns, 1) n
$$;
-- Ids of the orders that hold the words: in what the buyer gave, or in a name that comes along.
create function private.orders_holding(patterns text[]) returns text
language sql immutable set search_path = '' as $$
  select format('select x.id from public.orders x where %s union all select b.order_id from public.bookings b where %s',
    private.holding($e$x.number || ' ' || x.buyer_name || ' ' || x.buyer_email || ' ' || x.buyer_phone$e$, patterns),
    private.holding('b.name', patterns))
$$;

create or replace function public.desk_orders(words text default '', only_state text default null, unpaid boolean default false,
  of_offering uuid default null, from_day date default null, to_day date default null,
  before_at timestamptz default null, before_id uuid default null,
  after_at timestamptz default null, after_id uuid default null, most integer default 40)
returns table (id uuid, number text, kind text, state text, buyer_name text, buyer_email text, method text, currency text,
  total_cents integer, paid_cents integer, due_at timestamptz, created_at timestamptz, title text, places integer, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[] := private.patterns(words);
  zone text := (select s.zone from public.studio s);
  wanted text := 'true';
begin
  perform private.require_desk();
  if cardinality(patterns) > 0 then
    wanted := wanted || format(' and o.id in (%s)', private.orders_holding(patterns));
  end if;
  if only_state is not null then
    wanted := wanted || ' and o.state = $2';
  end if;
  if unpaid then
    wanted := wanted || $c$ and o.state = 'confirmed' and o.total_cents > o.paid_cents$c$;
  end if;
  if of_offering is not null then
    wanted := wanted || ' and o.id in (select b.order_id from public.bookings b
      join public.sessions s on s.pool_id = b.pool_id where s.offering_id = $3)';
  end if;
  if from_day is not null then
    wanted := wanted || ' and o.created_at >= $4';
  end if;
  if to_day is not null then
    wanted := wanted || ' and o.created_at < $5';
  end if;
  if after_at is not null then
    wanted := wanted || ' and (o.created_at, o.id) > ($6, $7) order by o.created_at, o.id';
  elsif before_at is not null then
    wanted := wanted || ' and (o.created_at, o.id) < ($8, $9) order by o.created_at desc, o.id desc';
  else
    wanted := wanted || ' order by o.created_at desc, o.id desc';
  end if;
  return query execute format($q$
    with page as (select o.* from public.orders o where %s limit $10)
    select o.id, o.number, o.kind, o.state, o.buyer_name, o.buyer_email, o.method, o.currency, o.total_cents, o.paid_cents,
      o.due_at, o.created_at, f.title, coalesce(f.places, 0)::integer, f.starts_at
    from page o left join lateral (
      select string_agg(distinct g.title, ', ') as title, count(distinct b.id) filter (where b.state in ('seated', 'pending')) as places,
        min(s.starts_at) as starts_at
      from public.bookings b join public.sessions s on s.pool_id = b.pool_id and s.ends_at > b.created_at
      join public.offerings g on g.id = s.offering_id where b.order_id = o.id
    ) f on true
    order by o.created_at desc, o.id desc$q$, wanted)
  using patterns, only_state, of_offering, timezone(zone, from_day::timestamp), timezone(zone, (to_day + 1)::timestamp),
    after_at, after_id, before_at, before_id, least(greatest(coalesce(most, 40), 1), 200);
end
$$;

-- By their name, or by who brings them.
create or replace function public.desk_people(words text, most integer default 8)
returns table (participant_id uuid, name text, born_on date, household_id uuid, guardian text, email text)
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[] := private.patterns(words);
  wanted text;
begin
  perform private.require_desk();
  if cardinality(patterns) = 0 then
    return;
  end if;
  if (select max(length(p)) from unnest(patterns) p) < 5 then
    -- Too little to look within names: whose name begins with it, read off in their order.
    wanted := 'public.participants p where private.searchable(p.name) like substr(($1)[1], 2) and private.searchable(p.name) like all ($1)';
  else
    wanted := format('public.participants p where p.id in (
      select x.id from public.participants x where %s
      union all select x.id from public.guardians g join public.participants x on x.household_id = g.household_id
        where g.user_id in (select r.user_id from public.profiles r where %s)
          or g.user_id in (select u.id from auth.users u where lower(u.email) like all ($1)))',
      private.holding('x.name', patterns), private.holding('r.name', patterns));
  end if;
  return query execute format($q$
    select p.id, p.name, p.born_on, p.household_id, r.name, u.email::text
    from (select p.* from %s order by private.searchable(p.name), p.id limit $2) p
    left join lateral (select g.user_id from public.guardians g where g.household_id = p.household_id order by g.since limit 1) g on true
    left join public.profiles r on r.user_id = g.user_id
    left join auth.users u on u.id = g.user_id
    order by private.searchable(p.name), p.id$q$, wanted)
  using patterns, least(greatest(coalesce(most, 8), 1), 30);
end
$$;
