-- Holding, booking, looking, cancelling, changing. Whoever calls (a guest with a secret link, a member, staff, the
-- program) the same rules hold. Each function locks its pools first, in order of id, and then everything else.

-- An answer that was given before is given again: the same request twice books once.
create function private.answered(scope text, key text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  known jsonb;
  place text := scope || ' ' || coalesce(auth.uid()::text, '');
begin
  if key is null then
    return null;
  end if;
  if length(key) not between 16 and 200 then
    perform private.fail(422, 'bad_key', 'An idempotency key has 16 to 200 characters.');
  end if;
  -- A second caller waits here until the first one has committed or given up.
  insert into private.answers (scope, key) values (place, key) on conflict do nothing;
  if found then
    return null;
  end if;
  select a.answer into known from private.answers a where a.scope = place and a.key = answered.key;
  return known;
end
$$;
create function private.remember(scope text, key text, answer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if key is not null then
    update private.answers a set answer = remember.answer
    where a.scope = remember.scope || ' ' || coalesce(auth.uid()::text, '') and a.key = remember.key;
  end if;
  return answer;
end
$$;

-- The moment until which a pool can be booked: when its next date begins. Null: nothing is to come.
create function private.pool_starts_at(pool uuid) returns timestamptz language sql stable set search_path = '' as $$
  select min(starts_at) from public.sessions where pool_id = pool and status = 'planned' and starts_at > now()
$$;

-- With the pool locked: what ran out is over, and freed places are offered, whole parties, in order.
create function private.settle_pool(pool uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  free integer;
  next_in_line bigint;
  ends_at timestamptz;
  begins timestamptz;
begin
  update public.holds set state = 'expired' where pool_id = pool and state = 'live' and expires_at <= clock_timestamp();
  for next_in_line in
    update public.wait_entries set state = 'expired'
    where pool_id = pool and state = 'offered' and offer_ends_at <= clock_timestamp() returning id
  loop
    perform private.add_job('mail.offer_over', jsonb_build_object('wait_id', next_in_line), key => 'offer over ' || next_in_line);
  end loop;
  if not exists (select from public.pools where id = pool and waiting > 0) then
    return;
  end if;
  begins := private.pool_starts_at(pool);
  if begins is null then
    update public.wait_entries set state = 'closed' where pool_id = pool and state = 'waiting';
    return;
  end if;
  loop
    select capacity - seats - held - offered into free from public.pools where id = pool;
    exit when free <= 0;
    select id into next_in_line from public.wait_entries
    where pool_id = pool and state = 'waiting' and places <= free
    order by priority desc, joined_at, id limit 1;
    exit when not found;
    ends_at := least(clock_timestamp() + make_interval(mins => (select offer_min from public.booking_settings)), begins);
    update public.wait_entries set state = 'offered', offered_at = clock_timestamp(), offer_ends_at = ends_at
    where id = next_in_line;
    perform private.add_job('mail.offer', jsonb_build_object('wait_id', next_in_line), key => 'offer ' || next_in_line);
    perform private.note('offered', wait_id => next_in_line);
  end loop;
end
$$;

create function private.lock_pool(pool uuid) returns public.pools
language plpgsql security definer set search_path = '' as $$
declare
  locked public.pools;
begin
  perform from public.pools where id = pool for update;
  perform private.settle_pool(pool);
  select * into locked from public.pools where id = pool;
  return locked;
end
$$;

create function private.has_room(pool public.pools, places integer) returns boolean
language sql immutable set search_path = '' as $$
  select pool.waiting = 0 and pool.seats + pool.held + pool.offered + places <= pool.capacity
$$;

-- A course is one thing with several dates: its price is that of the dates still to come.
create function private.dates_to_come(pool uuid, kind text) returns integer language sql stable set search_path = '' as $$
  select case when kind = 'course' then greatest(1, (
    select count(*)::integer from public.sessions where pool_id = pool and status = 'planned' and starts_at > now()
  )) else 1 end
$$;

create function private.describe_hold(wanted uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'hold_token', l.token, 'state', case when h.state = 'live' and h.expires_at <= clock_timestamp() then 'expired' else h.state end,
    'session_id', h.session_id, 'places', h.places,
    'expires_at', h.expires_at, 'created_at', h.created_at,
    'seconds_left', greatest(0, floor(extract(epoch from h.expires_at - clock_timestamp())))::integer,
    'price_cents', h.price_cents, 'currency', h.currency, 'policy', h.policy, 'dates', h.dates,
    'order_token', (select o.token from private.order_links o where o.order_id = h.order_id)
  )
  from public.holds h join private.hold_links l on l.hold_id = h.id where h.id = wanted
$$;

create function private.make_hold(wanted_session uuid, wanted integer, waited bigint default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  insert into public.holds (pool_id, session_id, places, expires_at, price_cents, currency, policy, dates, user_id, wait_id)
  select s.pool_id, s.id, wanted, clock_timestamp() + make_interval(mins => (select hold_min from public.booking_settings)),
    o.price_cents * private.dates_to_come(s.pool_id, o.kind), o.currency, to_jsonb(p), private.dates_to_come(s.pool_id, o.kind),
    auth.uid(), waited
  from public.sessions s join public.offerings o on o.id = s.offering_id
  join public.cancellation_policies p on p.id = o.policy_id
  where s.id = wanted_session returning id into made;
  insert into private.hold_links (hold_id, token) values (made, private.new_token());
  return made;
end
$$;

-- A session that can be booked now, or a refusal in words.
create function private.open_session(wanted uuid) returns public.sessions
language plpgsql security definer set search_path = '' as $$
declare
  found_session public.sessions;
begin
  select s.* into found_session from public.sessions s join public.offerings o on o.id = s.offering_id
  where s.id = wanted and (o.published_at <= now() or private.is_desk());
  if found_session.id is null then
    perform private.fail(404, 'no_session', 'There is no such date.');
  elsif found_session.status = 'cancelled' then
    perform private.fail(409, 'cancelled', 'This date was cancelled.');
  elsif found_session.starts_at <= now() then
    perform private.fail(409, 'begun', 'This date has begun.');
  end if;
  return found_session;
end
$$;

create function public.hold_places(session_id uuid, places integer default 1, idempotency_key text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted public.sessions := private.open_session(hold_places.session_id);
  most integer := (select most_places from public.booking_settings);
  known jsonb;
  pool public.pools;
begin
  if places is null or places < 1 or places > most then
    perform private.fail(422, 'bad_places', format('Between 1 and %s places at once, please.', most));
  end if;
  known := private.answered('hold', idempotency_key);
  if known is not null then
    return private.describe_hold((known ->> 'hold_id')::uuid);
  end if;
  pool := private.lock_pool(wanted.pool_id);
  if not private.has_room(pool, places) then
    perform private.fail(409, 'full',
      case when pool.taken >= pool.capacity then 'Every place is taken.'
        else format('Only %s left.', pool.capacity - pool.taken) end,
      jsonb_build_object('free', pool.capacity - pool.taken, 'waiting', pool.waiting));
  end if;
  known := jsonb_build_object('hold_id', private.make_hold(wanted.id, places));
  perform private.remember('hold', idempotency_key, known);
  return private.describe_hold((known ->> 'hold_id')::uuid);
end
$$;

create function public.hold_status(hold_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted uuid := (select l.hold_id from private.hold_links l where l.token = hold_token);
begin
  if wanted is null then
    perform private.fail(404, 'no_hold', 'This link holds no place.');
  end if;
  return private.describe_hold(wanted);
end
$$;

create function public.release_hold(hold_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted public.holds;
begin
  select h.* into wanted from public.holds h join private.hold_links l on l.hold_id = h.id where l.token = hold_token;
  if wanted.id is null then
    perform private.fail(404, 'no_hold', 'This link holds no place.');
  end if;
  perform private.lock_pool(wanted.pool_id);
  -- A hold that waits for a card payment stays: the money may be on its way.
  update public.holds set state = 'released' where id = wanted.id and state = 'live' and order_id is null;
  perform private.settle_pool(wanted.pool_id);
  return private.describe_hold(wanted.id);
end
$$;

-- Numbers that are read aloud: no letters that sound or look like others.
create function private.new_number(letters integer default 6) returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ACDEFGHJKLMNPQRTUVWXY3479', 1 + (get_byte(bytes, i) % 25), 1), '')
  from (select decode(md5(gen_random_uuid()::text), 'hex') as bytes) random, generate_series(0, letters - 1) i
$$;

create function private.seat_order(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  begins timestamptz;
  pool uuid;
  dates record;
begin
  update public.holds set state = 'used' where order_id = wanted and state in ('live', 'expired');
  update public.bookings set state = 'seated' where order_id = wanted and state in ('pending', 'lapsed');
  update public.orders set state = 'confirmed', confirmed_at = clock_timestamp() where id = wanted returning * into ordered;
  perform private.add_job('mail.confirmation', jsonb_build_object('order_id', wanted), key => 'confirmation ' || wanted);
  for pool in select distinct b.pool_id from public.bookings b where b.order_id = wanted loop
    for dates in select s.id, s.starts_at from public.sessions s
      where s.pool_id = pool and s.status = 'planned' and s.starts_at > now() + interval '26 hours'
    loop
      perform private.add_job('mail.reminder', jsonb_build_object('order_id', wanted, 'session_id', dates.id),
        dates.starts_at - interval '24 hours', format('reminder %s %s %s', wanted, dates.id, dates.starts_at));
    end loop;
    perform private.repay_replaced(pool);
  end loop;
  perform private.note('confirmed', order_id => wanted);
end
$$;

revoke all on function public.hold_places(uuid, integer, text), public.hold_status(text), public.release_hold(text) from public;
grant execute on function public.hold_places(uuid, integer, text), public.hold_status(text), public.release_hold(text)
  to anon, authenticated, service_role;
