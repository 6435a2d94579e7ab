-- The state of every rate limit that several processes share. Unlogged: after a crash everybody starts afresh.
revoke all on schema rate_limits from public;

-- A token bucket is one moment: when it will be full again. Names and keys are hashed: no address stands here in the clear.
create unlogged table rate_limits.buckets (
  id text primary key,
  refilled_at timestamptz not null
);
create index buckets_refilled on rate_limits.buckets (refilled_at);
alter table rate_limits.buckets enable row level security;

-- How many messages strangers may cause. Written by the host at its start; a limit without a maximum is off.
create table rate_limits.message_limits (
  medium text not null check (medium in ('email', 'sms', 'order')),
  scope text not null check (scope in ('address', 'account', 'recipient', 'newcomers', 'all')),
  max_count integer check (max_count > 0),
  per_seconds integer not null check (per_seconds > 0),
  primary key (medium, scope)
);
alter table rate_limits.message_limits enable row level security;
insert into rate_limits.message_limits (medium, scope, max_count, per_seconds) values
  ('email', 'address', 60, 3600), ('email', 'account', 20, 3600), ('email', 'recipient', 10, 3600),
  ('email', 'newcomers', 300, 3600), ('email', 'all', 600, 3600),
  ('sms', 'address', 20, 3600), ('sms', 'account', 10, 3600), ('sms', 'recipient', 6, 3600),
  ('sms', 'newcomers', 50, 3600), ('sms', 'all', 100, 3600),
  ('order', 'address', 120, 3600), ('order', 'account', 60, 3600), ('order', 'recipient', 30, 3600);

create function rate_limits.bucket_id(name text, key text) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(name || chr(10) || key, 'UTF8')), 'hex')
$$;

-- Takes one token. Null when there is none; what is missing is not taken.
create function rate_limits.take(bucket text, max_count integer, per_seconds integer, at timestamptz) returns timestamptz
language sql set search_path = pg_catalog, pg_temp as $$
  insert into rate_limits.buckets as b (id, refilled_at)
  values (bucket, at + make_interval(secs => per_seconds::float8 / max_count))
  on conflict (id) do update set refilled_at = greatest(b.refilled_at, at) + make_interval(secs => per_seconds::float8 / max_count)
  where greatest(b.refilled_at, at) + make_interval(secs => per_seconds::float8 / max_count)
    <= at + make_interval(secs => per_seconds + 0.001)
  returning refilled_at
$$;

-- Seconds until there is a token again; 0 when there is one.
create function rate_limits.wait_seconds(bucket text, max_count integer, per_seconds integer, at timestamptz) returns integer
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(max(greatest(0, ceil(extract(epoch from b.refilled_at - at)
    + per_seconds::float8 / max_count - per_seconds - 0.001)))::integer, 0)
  from rate_limits.buckets b where b.id = bucket
$$;

-- Adds what a process has counted by itself since its last report to what others reported; returns how long each bucket needs
-- to be full again, in seconds, so that clocks need not agree.
create function rate_limits.add(ids text[], amounts integer[], maxima integer[], seconds integer[])
returns table (id text, refill_s float8)
language sql set search_path = pg_catalog, pg_temp as $$
  with moment as (select clock_timestamp() as at)
  insert into rate_limits.buckets as b (id, refilled_at)
  select n.id, m.at + make_interval(secs => n.amount::float8 * n.per_seconds / n.max_count)
  from moment m, unnest(ids, amounts, maxima, seconds) as n (id, amount, max_count, per_seconds)
  order by n.id
  on conflict (id) do update set refilled_at = greatest(b.refilled_at, (select at from moment))
    + (excluded.refilled_at - (select at from moment))
  returning b.id, extract(epoch from b.refilled_at - (select at from moment))::float8
$$;

-- One mailbox, however its address is written: case, invisible characters, tags, and the dots that Gmail ignores.
create function rate_limits.recipient_key(address text) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain end
  from (
    select split_part(split_part(cleaned, '@', 1), '+', 1) as name, rtrim(split_part(cleaned, '@', 2), '.') as domain
    from (
      select lower(regexp_replace(normalize(coalesce(address, ''), NFKC), '[^[:graph:]]|[\u00ad\u200b-\u200f\u2060-\u206f\ufeff]', '', 'g'))
        as cleaned
    ) as written
  ) as parts
$$;

-- Who counts as one caller: one IPv4 address, or the /64 that a household has of IPv6. Null when nobody knows.
create function rate_limits.network_of(address text) returns text language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  given inet;
begin
  given := regexp_replace(btrim(address), '^::ffff:(?=\d+\.)', '', 'i')::inet;
  return case when family(given) = 4 then host(given) else host(network(set_masklen(given, 64))) end;
exception when others then
  return null;
end
$$;

-- Takes the right to send one message that a stranger causes. Answers the seconds to wait, 0 when it is taken, and which
-- limit said so. Every limit is asked before any is taken from, and always in the same order, so that nobody deadlocks.
create function rate_limits.take_message(medium text, recipients text[], address text default null, account uuid default null,
  is_newcomer boolean default true, at timestamptz default clock_timestamp(), out wait_s integer, out scope text)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  asked record;
  buckets text[] := '{}';
  scopes text[] := '{}';
  maxima integer[] := '{}';
  seconds integer[] := '{}';
begin
  for asked in
    select l.scope, l.max_count, l.per_seconds, rate_limits.bucket_id(take_message.medium || ' by ' || l.scope, k.key) as bucket
    from rate_limits.message_limits l
    cross join lateral (
      select rate_limits.network_of(take_message.address) as key where l.scope = 'address'
      union all select take_message.account::text where l.scope = 'account'
      union all select distinct case l.medium when 'sms' then regexp_replace(r, '\D', '', 'g') else rate_limits.recipient_key(r) end
        from unnest(take_message.recipients) as r where l.scope = 'recipient'
      union all select '' where l.scope = 'all' or l.scope = 'newcomers' and take_message.is_newcomer
    ) as k
    where l.medium = take_message.medium and l.max_count is not null and k.key is not null
    order by l.scope = 'all', l.scope = 'newcomers', l.scope, bucket
  loop
    wait_s := rate_limits.wait_seconds(asked.bucket, asked.max_count, asked.per_seconds, at);
    scope := asked.scope;
    if wait_s > 0 then
      return;
    end if;
    buckets := buckets || asked.bucket;
    scopes := scopes || asked.scope;
    maxima := maxima || asked.max_count;
    seconds := seconds || asked.per_seconds;
  end loop;
  for i in 1 .. cardinality(buckets) loop
    if rate_limits.take(buckets[i], maxima[i], seconds[i], at) is null then
      wait_s := greatest(1, rate_limits.wait_seconds(buckets[i], maxima[i], seconds[i], at));
      scope := scopes[i];
      return;
    end if;
  end loop;
  wait_s := 0;
  scope := null;
end
$$;

revoke all on all functions in schema rate_limits from public;
revoke all on all tables in schema rate_limits from public;
