-- Places of a pool: who holds them, who is offered them, how many are left.
--
-- A rule that looks at rows ("at most five", "only if there is none") holds while anyone who could add such a row waits. So its
-- lock is as wide as its question: what counts for a household, an account or an offering is locked for that household,
-- account or offering, and the question is asked in a statement after the lock. Against deadlocks every function takes its
-- locks in this order:
--   1. pools, by id (lock_pool); with a pool also its bookings, holds and waiting list entries
--   2. households, by id
--   3. offerings, then sessions, by id
--   4. first classes, all names at once (lock_first_class)
--   5. the pass or voucher that is spent
--   6. orders; with an order also the credit that was given for its bookings
--   7. names that limit what someone does (lock_name), last of all
-- A new row that nobody else sees yet needs no place in it.

create function private.has_capacity(pool public.capacity_pools, places integer) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select pool.waiting = 0 and pool.seats + pool.held + pool.offered + places <= pool.capacity
$$;

-- A course is one thing with several dates: its price is that of the dates still to come.
create function private.upcoming_dates(pool uuid, kind text) returns integer language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when kind = 'course' then greatest(1, (
    select count(*)::integer from public.sessions where pool_id = pool and status = 'planned' and starts_at > now()
  )) else 1 end
$$;

-- When an offer made at this moment ends. Nobody loses a place overnight: only time between 08:00 and 22:00 counts.
create function private.offer_deadline(begins timestamptz, offered_at timestamptz default clock_timestamp()) returns timestamptz
language sql stable set search_path = pg_catalog, pg_temp as $$
  with offer as (
    select offered_at at time zone zone as time, zone, offer_min from public.studio, public.booking_settings
  ), counted as (
    -- Minutes from the first 08:00 on, and the 14 hours of a day.
    select zone, time::date + time '08:00' as morning, 840 as per_day,
      offer_min + least(840, greatest(0, extract(epoch from time::time - time '08:00') / 60)) as minutes
    from offer
  ), nights as (
    select zone, morning, minutes, per_day, ceil(minutes / per_day)::integer - 1 as count from counted
  )
  select least(begins, (morning + make_interval(days => count, secs => (minutes - count * per_day) * 60)) at time zone zone)
  from nights
$$;

-- With the pool locked: what ran out is over, and freed places are offered, whole parties, in order.
create function private.settle_pool(pool uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  free integer;
  next_in_line bigint;
  begins timestamptz;
begin
  update public.holds set state = 'expired' where pool_id = pool and state = 'live' and expires_at <= clock_timestamp();
  for next_in_line in
    update public.waitlist_entries set state = 'expired'
    where pool_id = pool and state = 'offered' and offer_ends_at <= clock_timestamp() returning id
  loop
    perform private.add_job('mail.offer_over', jsonb_build_object('waitlist_entry_id', next_in_line), key => 'offer over ' || next_in_line);
  end loop;
  if not exists (select from public.capacity_pools where id = pool and waiting > 0) then
    return;
  end if;
  begins := private.pool_starts_at(pool);
  if begins is null then
    update public.waitlist_entries set state = 'closed' where pool_id = pool and state = 'waiting';
    return;
  end if;
  loop
    select capacity - seats - held - offered into free from public.capacity_pools where id = pool;
    exit when free <= 0;
    select id into next_in_line from public.waitlist_entries
    where pool_id = pool and state = 'waiting' and places <= free
    order by priority desc, joined_at, id limit 1;
    exit when not found;
    update public.waitlist_entries
    set state = 'offered', offered_at = clock_timestamp(), offer_ends_at = private.offer_deadline(begins)
    where id = next_in_line;
    perform private.add_job('mail.offer', jsonb_build_object('waitlist_entry_id', next_in_line), key => 'offer ' || next_in_line);
    perform private.add_timeline_entry('offered', waitlist_entry_id => next_in_line);
  end loop;
end
$$;

create function private.lock_pool(pool uuid) returns public.capacity_pools
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  locked public.capacity_pools;
begin
  perform from public.capacity_pools where id = pool for update;
  perform private.settle_pool(pool);
  select * into locked from public.capacity_pools where id = pool;
  return locked;
end
$$;

-- Once the studio has an owner, its sample classes can be tried by staff, but nobody else books them.
create function public.is_closed_sample(session_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not private.is_staff()
    and exists (select from private.setup u where u.used_at is not null)
    and exists (select from public.sessions s join public.offerings o on o.id = s.offering_id
      where s.id = is_closed_sample.session_id and o.is_demo)
$$;
comment on function public.is_closed_sample is 'Whether this session is of a sample class, which the caller cannot book.';

-- A session that can be booked now, or an error.
create function private.open_session(wanted uuid) returns public.sessions
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_session public.sessions;
begin
  select s.* into found_session from public.sessions s join public.offerings o on o.id = s.offering_id
  where s.id = wanted and (o.published_at <= now() or private.is_staff());
  if found_session.id is null then
    perform private.fail(404, 'no_session', 'Date not found.', '{"message_name":"date_not_found"}');
  elsif found_session.status = 'cancelled' then
    perform private.fail(409, 'cancelled', 'This date was cancelled.');
  elsif public.is_closed_sample(wanted) then
    perform private.fail(409, 'sample', 'This class is a sample and cannot be booked.');
  elsif found_session.starts_at <= now() then
    perform private.fail(409, 'begun', 'This date has started.');
  end if;
  return found_session;
end
$$;

-- What one place of this date costs someone whose household has never come to a class; null where there is no such
-- price, or they have. A place that was cancelled in time, or never paid, does not count.
create function private.first_class_cents(wanted uuid, email text) returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.first_class_price_cents
  from public.studio t, public.sessions d join public.offerings f on f.id = d.offering_id
  where d.id = wanted and f.kind = 'class' and f.currency = t.currency and t.first_class_price_cents < f.price_cents
    and not exists (
      select from public.orders o join public.bookings b on b.order_id = o.id
      where (b.state in ('pending', 'seated') or b.retained_cents > 0)
        and exists (select from public.sessions s join public.offerings c on c.id = s.offering_id
          where s.pool_id = b.pool_id and c.kind = 'class')
        and (lower(o.buyer_email) = lower(first_class_cents.email) or o.user_id = (select private.current_user_id())
          or b.participant_id in (select p.id from public.participants p
            join public.guardians g on g.household_id = p.household_id where g.user_id = (select private.current_user_id()))))
$$;

-- Every order that first_class_cents() could count for this address and the caller waits until this one is committed.
create function private.lock_first_class(email text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  number integer;
begin
  for number in
    select distinct hashtext(name) from (
      select 'address ' || lower(lock_first_class.email)
      union all select 'account ' || private.current_user_id()
      union all select 'household ' || g.household_id from public.guardians g where g.user_id = (select private.current_user_id())
    ) names (name) where name is not null order by 1
  loop
    perform pg_advisory_xact_lock(hashtext('first class'), number);
  end loop;
end
$$;

create function public.first_class_price(session_id uuid) returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.first_class_cents(session_id, coalesce((select u.email from auth.users u where u.id = (select private.current_user_id())), ''))
$$;
comment on function public.first_class_price is
  'The price of a first class in this session, for a form that knows no address yet.';

create function private.describe_hold(wanted uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'hold_token', l.token, 'state', case when h.state = 'live' and h.expires_at <= clock_timestamp() then 'expired' else h.state end,
    'session_id', h.session_id, 'places', h.places,
    'expires_at', h.expires_at, 'created_at', h.created_at,
    'seconds_left', greatest(0, floor(extract(epoch from h.expires_at - clock_timestamp())))::integer,
    'price_cents', h.price_cents, 'currency', h.currency, 'policy', h.policy, 'dates', h.dates,
    'person', (select jsonb_build_object('name', w.name, 'email', private.real_email(w.email), 'phone', w.phone)
      from public.waitlist_entries w where w.id = h.waitlist_entry_id),
    'order_token', (select o.token from private.order_links o where o.order_id = h.order_id)
  )
  from public.holds h join private.hold_links l on l.hold_id = h.id where h.id = wanted
$$;

create function private.make_hold(wanted_session uuid, wanted integer, waited bigint default null, proven boolean default true)
returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made uuid;
begin
  insert into public.holds (pool_id, session_id, places, expires_at, price_cents, currency, policy, dates, user_id, waitlist_entry_id, is_proven)
  select s.pool_id, s.id, wanted, clock_timestamp() + make_interval(mins => (select hold_min from public.booking_settings)),
    o.price_cents * private.upcoming_dates(s.pool_id, o.kind), o.currency, to_jsonb(p), private.upcoming_dates(s.pool_id, o.kind),
    private.current_user_id(), waited, proven
  from public.sessions s join public.offerings o on o.id = s.offering_id
  join public.cancellation_policies p on p.id = o.policy_id
  where s.id = wanted_session returning id into made;
  insert into private.hold_links (hold_id, token) values (made, private.new_token());
  return made;
end
$$;

-- With the pool locked, so that no two count the same places.
create function private.admit_unproven(pool public.capacity_pools, places integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  already integer;
begin
  select coalesce((select sum(h.places) from public.holds h where h.pool_id = pool.id and h.state = 'live' and not h.is_proven), 0)
    + (select count(*) from public.bookings b join public.holds h on h.order_id = b.order_id
      where b.pool_id = pool.id and b.state = 'seated' and not h.is_proven)
  into already;
  if already + places > greatest(1, pool.capacity * (select unproven_percent from public.booking_settings) / 100) then
    perform private.fail_unproven();
  end if;
  perform private.count_unproven('hold');
end
$$;

-- Solving a challenge costs a tenth of a second: a proof alone does not prevent one machine from holding every place of the
-- studio. Guests of one network hold so many places an hour; members and staff have their own limits, and a place
-- that was offered to someone on the waiting list is theirs in any case.
create function private.limit_hold() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  verdict record;
begin
  if new.waitlist_entry_id is not null or private.is_staff() or private.is_member() then
    return new;
  end if;
  for turn in 1 .. new.places loop
    select * into verdict from rate_limits.take_message('hold', '{}', private.client_address());
    if verdict.wait_s > 0 then
      perform private.fail_later('too_many_holds', 'Many places are already held from your network. Try again in %s.',
        verdict.wait_s, 'too_many_holds_here');
    end if;
  end loop;
  return new;
end
$$;

create function public.hold_places(session_id uuid, places integer default 1, idempotency_key text default null,
  proof text default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted public.sessions := private.open_session(hold_places.session_id);
  rules public.booking_settings;
  known jsonb;
  pool public.capacity_pools;
  proven boolean;
begin
  select * into rules from public.booking_settings;
  if places is null or places < 1 or places > rules.max_places then
    perform private.fail(422, 'bad_places', format('Choose between 1 and %s places.', rules.max_places),
      jsonb_build_object('field', 'places', 'message_name', 'choose_places', 'values', jsonb_build_object('max', rules.max_places)));
  end if;
  known := private.find_answer('hold', idempotency_key);
  if known is not null then
    return private.describe_hold((known ->> 'hold_id')::uuid);
  end if;
  proven := private.use_proof(proof);
  pool := private.lock_pool(wanted.pool_id);
  if not private.has_capacity(pool, places) then
    if pool.taken >= pool.capacity then
      perform private.fail(409, 'full', 'Every place is taken.',
        jsonb_build_object('free', pool.capacity - pool.taken, 'waiting', pool.waiting));
    end if;
    perform private.fail(409, 'full', format('Only %s left.', pool.capacity - pool.taken),
      jsonb_build_object('free', pool.capacity - pool.taken, 'waiting', pool.waiting, 'message_name', 'only_places_left',
        'values', jsonb_build_object('count', pool.capacity - pool.taken)));
  end if;
  if not proven then
    perform private.admit_unproven(pool, places);
  elsif private.is_member() and not private.is_staff() then
    -- They hold places of other pools too.
    perform private.lock_name('holds of ' || private.current_user_id());
    if (select count(*) from public.holds h
        where h.user_id = (select private.current_user_id()) and h.state = 'live' and h.expires_at > now()) >= rules.max_holds then
      perform private.fail(429, 'too_many_holds', 'You are already holding many places. Book or release some first.');
    end if;
  end if;
  known := jsonb_build_object('hold_id', private.make_hold(wanted.id, places, proven => proven));
  perform private.save_answer('hold', idempotency_key, known);
  return private.describe_hold((known ->> 'hold_id')::uuid);
end
$$;
comment on function public.hold_places is 'Holds places of a session for a few minutes while the form is filled in.';

create function public.hold_status(hold_token text) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted uuid := (select l.hold_id from private.hold_links l where l.token = hold_token);
begin
  if wanted is null then
    perform private.fail(404, 'no_hold', 'This link is not valid: no place is held for it.');
  end if;
  return private.describe_hold(wanted);
end
$$;
comment on function public.hold_status is 'The hold that a secret link opens.';

create function public.release_hold(hold_token text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted public.holds;
begin
  select h.* into wanted from public.holds h join private.hold_links l on l.hold_id = h.id where l.token = hold_token;
  if wanted.id is null then
    perform private.fail(404, 'no_hold', 'This link is not valid: no place is held for it.');
  end if;
  perform private.lock_pool(wanted.pool_id);
  -- A hold that waits for a card payment stays: the money may be on its way.
  update public.holds set state = 'released' where id = wanted.id and state = 'live' and order_id is null;
  perform private.settle_pool(wanted.pool_id);
  return private.describe_hold(wanted.id);
end
$$;
comment on function public.release_hold is 'Gives a held place back.';

-- What the job runner calls: pools where something ran out. Several may run at once; a pool in use is left for later.
create function private.settle_due(max_rows integer default 50) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  pool uuid;
  settled integer := 0;
begin
  for pool in
    select p.id from public.capacity_pools p where p.id in (
      select h.pool_id from public.holds h where h.state = 'live' and h.expires_at <= clock_timestamp()
      union select w.pool_id from public.waitlist_entries w where w.state = 'offered' and w.offer_ends_at <= clock_timestamp()
    ) order by p.id limit max_rows for update skip locked
  loop
    perform private.settle_pool(pool);
    settled := settled + 1;
  end loop;
  return settled;
end
$$;

-- When something is due next: a job that nobody is at, a hold that runs out, an offer that runs out.
create function private.next_due() returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select least(
    private.next_job_at('main'),
    (select min(expires_at) from public.holds where state = 'live'),
    (select min(offer_ends_at) from public.waitlist_entries where state = 'offered')
  )
$$;

-- Once an hour: orders whose card never paid, answers that nobody repeats any more, links that lead nowhere.
create function private.tidy_booking() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  stale record;
begin
  for stale in
    select o.id, h.pool_id from public.orders o left join public.holds h on h.order_id = o.id
    where o.state = 'pending' and o.created_at < now() - interval '1 day' order by h.pool_id
  loop
    if stale.pool_id is not null then
      perform private.lock_pool(stale.pool_id);
    end if;
    perform private.expire_order(stale.id);
  end loop;
  delete from private.answers where at < now() - interval '2 days';
  delete from public.holds where order_id is null and waitlist_entry_id is null and state <> 'live' and expires_at < now() - interval '7 days';
end
$$;

-- ---------- triggers ----------
create trigger limit_hold before insert on public.holds for each row execute function private.limit_hold();

-- ---------- rights ----------
revoke all on function public.is_closed_sample, public.first_class_price, public.hold_places, public.hold_status,
  public.release_hold from public, anon, authenticated;
grant execute on function public.is_closed_sample, public.first_class_price, public.hold_places, public.hold_status,
  public.release_hold to anon, authenticated, service_role;
