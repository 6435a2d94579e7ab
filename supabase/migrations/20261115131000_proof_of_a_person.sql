-- The pages ask for the human check; the functions behind them can be called by anybody who has the public key. So a guest
-- who holds, waits or buys brings a proof: a token that the check has verified, or that the site vouches for, used up here.
-- Without one only a few get through, never more than a part of any class: bots cannot empty the studio for people.

alter table public.booking_settings
  add column unproven_percent integer not null default 25 check (unproven_percent between 0 and 100),
  add column unproven_per_hour integer not null default 40 check (unproven_per_hour >= 0),
  add column most_holds integer not null default 8 check (most_holds between 1 and 1000);
alter table public.holds add column is_proven boolean not null default true;
create index holds_unproven on public.holds (pool_id, order_id) where not is_proven;

create table private.unproven_acts (
  kind text not null,
  at timestamptz not null default clock_timestamp()
);
create index unproven_acts_newest on private.unproven_acts (kind, at);
alter table private.unproven_acts enable row level security;

create function private.is_member() returns boolean language sql stable set search_path = '' as $$
  select auth.uid() is not null and coalesce(auth.jwt() ->> 'is_anonymous', 'false') <> 'true'
$$;

-- Uses the proof up. The desk and members need none: the desk is trusted, and a member has a name.
create function private.use_proof(proof text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_desk() or private.is_member() then
    return true;
  end if;
  update private.bot_checks set used_at = now()
  where token_hash = translate(encode(sha256(convert_to(coalesce(proof, ''), 'UTF8')), 'base64'), '+/=', '-_')
    and used_at is null and expires_at > now();
  return found;
end
$$;
create function private.refuse_unproven() returns void language plpgsql set search_path = '' as $$
begin
  perform private.fail(429, 'prove_human', 'Too many came this way just now. The page of the class takes you at once.');
end
$$;
create function private.count_unproven(act text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.unproven_acts where at < now() - interval '1 day';
  if (select count(*) from private.unproven_acts a where a.kind = act and a.at > now() - interval '1 hour')
    >= (select unproven_per_hour from public.booking_settings) then
    perform private.refuse_unproven();
  end if;
  insert into private.unproven_acts (kind) values (act);
end
$$;

-- ---------- holding ----------
drop function private.make_hold(uuid, integer, bigint);
create function private.make_hold(wanted_session uuid, wanted integer, waited bigint default null, proven boolean default true)
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  insert into public.holds (pool_id, session_id, places, expires_at, price_cents, currency, policy, dates, user_id, wait_id, is_proven)
  select s.pool_id, s.id, wanted, clock_timestamp() + make_interval(mins => (select hold_min from public.booking_settings)),
    o.price_cents * private.dates_to_come(s.pool_id, o.kind), o.currency, to_jsonb(p), private.dates_to_come(s.pool_id, o.kind),
    auth.uid(), waited, proven
  from public.sessions s join public.offerings o on o.id = s.offering_id
  join public.cancellation_policies p on p.id = o.policy_id
  where s.id = wanted_session returning id into made;
  insert into private.hold_links (hold_id, token) values (made, private.new_token());
  return made;
end
$$;

-- With the pool locked, so that no two count the same places.
create function private.admit_unproven(pool public.pools, places integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  already integer;
begin
  select coalesce((select sum(h.places) from public.holds h where h.pool_id = pool.id and h.state = 'live' and not h.is_proven), 0)
    + (select count(*) from public.bookings b join public.holds h on h.order_id = b.order_id
      where b.pool_id = pool.id and b.state = 'seated' and not h.is_proven)
  into already;
  if already + places > greatest(1, pool.capacity * (select unproven_percent from public.booking_settings) / 100) then
    perform private.refuse_unproven();
  end if;
  perform private.count_unproven('hold');
end
$$;

drop function public.hold_places(uuid, integer, text);
create function public.hold_places(session_id uuid, places integer default 1, idempotency_key text default null,
  proof text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted public.sessions := private.open_session(hold_places.session_id);
  rules public.booking_settings;
  known jsonb;
  pool public.pools;
  proven boolean;
begin
  select * into rules from public.booking_settings;
  if places is null or places < 1 or places > rules.most_places then
    perform private.fail(422, 'bad_places', format('Between 1 and %s places at once, please.', rules.most_places),
      '{"field":"places"}');
  end if;
  known := private.answered('hold', idempotency_key);
  if known is not null then
    return private.describe_hold((known ->> 'hold_id')::uuid);
  end if;
  proven := private.use_proof(proof);
  pool := private.lock_pool(wanted.pool_id);
  if not private.has_room(pool, places) then
    perform private.fail(409, 'full',
      case when pool.taken >= pool.capacity then 'Every place is taken.'
        else format('Only %s left.', pool.capacity - pool.taken) end,
      jsonb_build_object('free', pool.capacity - pool.taken, 'waiting', pool.waiting));
  end if;
  if not proven then
    perform private.admit_unproven(pool, places);
  elsif private.is_member() and not private.is_desk() and (select count(*) from public.holds h
      where h.user_id = auth.uid() and h.state = 'live' and h.expires_at > now()) >= rules.most_holds then
    perform private.fail(429, 'too_many_holds', 'You hold many places already. Book them, or let some go.');
  end if;
  known := jsonb_build_object('hold_id', private.make_hold(wanted.id, places, proven => proven));
  perform private.remember('hold', idempotency_key, known);
  return private.describe_hold((known ->> 'hold_id')::uuid);
end
$$;

-- ---------- waiting ----------
drop function public.join_queue(uuid, integer, jsonb, text);
create function public.join_queue(session_id uuid, places integer, person jsonb, idempotency_key text default null,
  proof text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted public.sessions := private.open_session(join_queue.session_id);
  pool public.pools;
  known jsonb;
  made bigint;
  who jsonb := coalesce(person, '{}');
  address text := private.cleaned(who, 'email');
begin
  perform private.refuse_problems(private.person_problems(who)
    || case when places between 1 and (select most_places from public.booking_settings) then '[]'
      else private.problem('places', 'bad_places', 'That many places cannot be waited for at once.') end);
  known := private.answered('wait', idempotency_key);
  if known is not null then
    return private.describe_wait((known ->> 'wait_id')::bigint);
  end if;
  if not private.use_proof(proof) then
    perform private.count_unproven('wait');
  end if;
  pool := private.lock_pool(wanted.pool_id);
  if private.has_room(pool, places) then
    perform private.fail(409, 'places_free', 'There are places: no need to wait.');
  elsif places > pool.capacity then
    perform private.fail(422, 'bad_places', 'There are not that many places in the room.', '{"field":"places"}');
  elsif exists (select from public.wait_entries w where w.pool_id = pool.id and lower(w.email) = lower(address)
      and w.state in ('waiting', 'offered')) then
    perform private.fail(409, 'already_waiting', 'This address already stands in the queue. The link is in the mail we sent.');
  end if;
  -- By the clock, not by the transaction's start: whoever got the lock first stands first.
  insert into public.wait_entries (pool_id, places, joined_at, user_id, name, email, phone)
  values (pool.id, places, clock_timestamp(), auth.uid(), private.cleaned(who, 'name'), address,
    private.cleaned(who, 'phone')) returning id into made;
  insert into private.wait_links (wait_id, token) values (made, private.new_token());
  perform private.settle_pool(pool.id);
  perform private.remember('wait', idempotency_key, jsonb_build_object('wait_id', made));
  perform private.note('joined the queue', session_id => wanted.id, wait_id => made);
  perform private.add_job('mail.waiting', jsonb_build_object('wait_id', made), key => 'waiting ' || made);
  return private.describe_wait(made);
end
$$;

-- ---------- passes and vouchers ----------
drop function public.buy(text, jsonb, text, text, integer, text);
create function public.buy(kind text, buyer jsonb, method text, pass_type text default null, amount_cents integer default null,
  idempotency_key text default null, proof text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  type public.pass_types;
  known jsonb;
  made uuid;
  price integer := amount_cents;
  money text := (select s.currency from public.studio s);
  who jsonb := coalesce(buyer, '{}');
begin
  if kind = 'pass' then
    select * into type from public.pass_types t where t.id = pass_type and t.is_sold;
    if type.id is null then
      perform private.fail(404, 'no_pass_type', 'There is no such pass.', '{"field":"what"}');
    end if;
    price := type.price_cents;
    money := type.currency;
  end if;
  perform private.refuse_problems(
    case when kind = 'pass' or kind = 'voucher' and coalesce(amount_cents, 0) between 500 and 50000 then '[]'
      else private.problem('amount', 'bad_amount', 'A voucher is worth between 5 and 500.') end
    || private.person_problems(who)
    || case when method in ('desk', 'transfer', 'card') then '[]'
      else private.problem('method', 'bad_method', 'There is no such way to pay.') end);
  known := private.answered('buy', idempotency_key);
  if known is not null then
    return private.describe_order((known ->> 'order_id')::uuid);
  end if;
  if not private.use_proof(proof) then
    perform private.count_unproven('buy');
  end if;
  insert into public.orders (number, kind, state, user_id, buyer_name, buyer_email, buyer_phone, method, currency, total_cents, due_at)
  values (private.new_number(), buy.kind, case when buy.method = 'card' then 'pending' else 'confirmed' end, auth.uid(),
    private.cleaned(who, 'name'), private.cleaned(who, 'email'), private.cleaned(who, 'phone'), buy.method, money, price,
    case when buy.method = 'transfer' then now() + make_interval(days => (select transfer_days from public.booking_settings)) end)
  returning id into made;
  insert into private.order_links (order_id, token) values (made, private.new_token());
  if buy.kind = 'pass' then
    with issued as (
      insert into public.passes (code, type_id, order_id, user_id, email, entry_value_cents, valid_until)
      select 'P' || private.new_number(11), type.id, made, auth.uid(), o.buyer_email, type.price_cents / type.entries,
        now() + make_interval(days => type.valid_days)
      from public.orders o where o.id = made returning id
    )
    insert into public.pass_entries (pass_id, delta, reason) select id, type.entries, 'bought' from issued;
  else
    with issued as (
      insert into public.vouchers (code, currency, order_id, user_id, email, is_active)
      select 'V' || private.new_number(11), money, made, auth.uid(), o.buyer_email, false from public.orders o where o.id = made
      returning id
    )
    insert into public.voucher_entries (voucher_id, delta_cents, order_id, reason) select id, price, made, 'bought' from issued;
  end if;
  perform private.remember('buy', idempotency_key, jsonb_build_object('order_id', made));
  perform private.note('bought', order_id => made, details => jsonb_build_object('kind', buy.kind));
  if buy.method <> 'card' then
    perform private.add_job('mail.confirmation', jsonb_build_object('order_id', made), key => 'confirmation ' || made);
  end if;
  return private.describe_order(made);
end
$$;

revoke all on function public.hold_places(uuid, integer, text, text), public.join_queue(uuid, integer, jsonb, text, text),
  public.buy(text, jsonb, text, text, integer, text, text) from public;
grant execute on function public.hold_places(uuid, integer, text, text), public.join_queue(uuid, integer, jsonb, text, text),
  public.buy(text, jsonb, text, text, integer, text, text) to anon, authenticated, service_role;
