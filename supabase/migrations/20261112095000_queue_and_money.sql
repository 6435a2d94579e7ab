-- The waiting list, and money that arrives: at the desk, by transfer, by card after however long.

create function private.describe_wait(wanted bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'wait_token', l.token, 'places', w.places, 'name', w.name, 'email', w.email, 'joined_at', w.joined_at,
    'state', case when w.state = 'offered' and w.offer_ends_at <= clock_timestamp() then 'expired' else w.state end,
    'position', case when w.state = 'waiting' then (
      select 1 + count(*) from public.wait_entries o where o.pool_id = w.pool_id and o.state = 'waiting'
        and (o.priority > w.priority or (o.priority = w.priority and (o.joined_at, o.id) < (w.joined_at, w.id)))
    ) end,
    'waiting', (select p.waiting from public.pools p where p.id = w.pool_id),
    'offer_ends_at', w.offer_ends_at,
    'seconds_left', case when w.state = 'offered'
      then greatest(0, floor(extract(epoch from w.offer_ends_at - clock_timestamp())))::integer end,
    'session_id', (select s.id from public.sessions s where s.pool_id = w.pool_id and s.status = 'planned'
      order by s.starts_at <= now(), s.starts_at limit 1),
    'hold_token', (select k.token from public.holds h join private.hold_links k on k.hold_id = h.id where h.wait_id = w.id)
  )
  from public.wait_entries w join private.wait_links l on l.wait_id = w.id where w.id = wanted
$$;

create function private.open_wait(wait_token text) returns public.wait_entries
language plpgsql stable security definer set search_path = '' as $$
declare
  entry public.wait_entries;
begin
  select w.* into entry from public.wait_entries w join private.wait_links l on l.wait_id = w.id where l.token = wait_token;
  if entry.id is null then
    perform private.fail(404, 'no_wait', 'This link stands in no queue.');
  end if;
  return entry;
end
$$;

create function public.join_queue(session_id uuid, places integer, person jsonb, idempotency_key text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted public.sessions := private.open_session(join_queue.session_id);
  pool public.pools;
  known jsonb;
  made bigint;
  address text := private.check_email(private.text_of(coalesce(person, '{}'), 'email', 254));
begin
  if places is null or places < 1 or places > (select most_places from public.booking_settings) then
    perform private.fail(422, 'bad_places', 'That many places cannot be waited for at once.');
  elsif private.text_of(person, 'name', 120) = '' then
    perform private.fail(422, 'name_missing', 'Please tell us your name.', '{"field":"name"}');
  end if;
  known := private.answered('wait', idempotency_key);
  if known is not null then
    return private.describe_wait((known ->> 'wait_id')::bigint);
  end if;
  pool := private.lock_pool(wanted.pool_id);
  if private.has_room(pool, places) then
    perform private.fail(409, 'places_free', 'There are places: no need to wait.');
  elsif places > pool.capacity then
    perform private.fail(422, 'bad_places', 'There are not that many places in the room.');
  elsif exists (select from public.wait_entries w where w.pool_id = pool.id and lower(w.email) = lower(address)
      and w.state in ('waiting', 'offered')) then
    perform private.fail(409, 'already_waiting', 'This address already stands in the queue. The link is in the mail we sent.');
  end if;
  -- By the clock, not by the transaction's start: whoever got the lock first stands first.
  insert into public.wait_entries (pool_id, places, joined_at, user_id, name, email, phone)
  values (pool.id, places, clock_timestamp(), auth.uid(), private.text_of(person, 'name', 120), address,
    private.text_of(person, 'phone', 40)) returning id into made;
  insert into private.wait_links (wait_id, token) values (made, private.new_token());
  perform private.settle_pool(pool.id);
  perform private.remember('wait', idempotency_key, jsonb_build_object('wait_id', made));
  perform private.note('joined the queue', session_id => wanted.id, wait_id => made);
  perform private.add_job('mail.waiting', jsonb_build_object('wait_id', made), key => 'waiting ' || made);
  return private.describe_wait(made);
end
$$;

create function public.queue_status(wait_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.describe_wait((private.open_wait(wait_token)).id)
$$;

create function public.accept_offer(wait_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  entry public.wait_entries := private.open_wait(wait_token);
  for_session uuid;
begin
  perform private.lock_pool(entry.pool_id);
  select * into entry from public.wait_entries where id = entry.id for update;
  if entry.state = 'offered' then
    select s.id into for_session from public.sessions s
    where s.pool_id = entry.pool_id and s.status = 'planned' and s.starts_at > now() order by s.starts_at limit 1;
    if for_session is null then
      perform private.fail(409, 'begun', 'This date has begun.');
    end if;
    update public.wait_entries set state = 'accepted' where id = entry.id;
    perform private.make_hold(for_session, entry.places, entry.id);
    perform private.note('accepted the offer', wait_id => entry.id);
  elsif entry.state <> 'accepted' then
    perform private.fail(409, case entry.state when 'waiting' then 'no_offer' else 'offer_over' end,
      case entry.state when 'waiting' then 'No place has been offered yet.'
        else 'This offer is over: the place went on to the next in line.' end);
  end if;
  return private.describe_wait(entry.id);
end
$$;

-- Declines an offer, or leaves the queue: either way the next in line is asked.
create function public.leave_queue(wait_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  entry public.wait_entries := private.open_wait(wait_token);
begin
  perform private.lock_pool(entry.pool_id);
  update public.wait_entries set state = case state when 'offered' then 'declined' else 'left' end
  where id = entry.id and state in ('waiting', 'offered');
  perform private.settle_pool(entry.pool_id);
  perform private.note('left the queue', wait_id => entry.id);
  return private.describe_wait(entry.id);
end
$$;

create function public.move_in_queue(wait_id bigint, priority integer, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  entry public.wait_entries;
begin
  perform private.require_desk();
  if length(btrim(coalesce(reason, ''))) < 3 then
    perform private.fail(422, 'reason_missing', 'Nobody is moved in the queue without a written reason.');
  end if;
  select * into entry from public.wait_entries w where w.id = move_in_queue.wait_id;
  if entry.id is null then
    perform private.fail(404, 'no_wait', 'There is no such entry.');
  end if;
  perform private.lock_pool(entry.pool_id);
  update public.wait_entries w set priority = move_in_queue.priority where w.id = entry.id;
  perform private.note('moved in the queue', wait_id => entry.id,
    details => jsonb_build_object('from', entry.priority, 'to', priority, 'reason', reason));
  return private.describe_wait(entry.id);
end
$$;

-- What the job runner calls: pools where something ran out. Several may run at once; a pool in use is left for later.
create function private.settle_due(most integer default 50) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  pool uuid;
  settled integer := 0;
begin
  for pool in
    select p.id from public.pools p where p.id in (
      select h.pool_id from public.holds h where h.state = 'live' and h.expires_at <= clock_timestamp()
      union select w.pool_id from public.wait_entries w where w.state = 'offered' and w.offer_ends_at <= clock_timestamp()
    ) order by p.id limit most for update skip locked
  loop
    perform private.settle_pool(pool);
    settled := settled + 1;
  end loop;
  return settled;
end
$$;

-- ---------- money ----------
-- A card order that was not paid: nothing was sold. Vouchers and entries go back.
create function private.lapse_order(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  about public.bookings;
begin
  update public.orders set state = 'lapsed' where id = wanted and state = 'pending';
  if not found then
    return;
  end if;
  for about in update public.bookings set state = 'lapsed' where order_id = wanted and state = 'pending' returning * loop
    perform private.give_credit(about, about.voucher_cents, 'voucher back');
  end loop;
  update public.holds set state = 'released' where order_id = wanted and state = 'live';
  perform private.note('lapsed', order_id => wanted);
end
$$;

create function public.card_payment_failed(order_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  pool uuid := (select h.pool_id from public.holds h where h.order_id = card_payment_failed.order_id);
begin
  if not private.is_trusted() then
    raise exception 'Only the program itself may do this.' using errcode = '42501';
  end if;
  if pool is not null then
    perform private.lock_pool(pool);
  end if;
  perform private.lapse_order(card_payment_failed.order_id);
  if pool is not null then
    perform private.settle_pool(pool);
  end if;
  return private.describe_order(card_payment_failed.order_id);
end
$$;

-- Passes and vouchers that were bought work from the moment they are paid.
create function private.activate_bought(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.passes set is_active = true where order_id = wanted and not is_active;
  update public.vouchers set is_active = true where order_id = wanted and not is_active;
  if found or exists (select from public.passes where order_id = wanted) then
    perform private.add_job('mail.bought', jsonb_build_object('order_id', wanted), key => 'bought ' || wanted);
  end if;
end
$$;

-- Card money. A repeated event changes nothing. Money for a place that is gone is sent back, and the buyer is told.
create function public.card_payment_received(order_id uuid, amount_cents integer, currency text, provider_ref text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  held public.holds;
  pool public.pools;
  needed integer;
begin
  if not private.is_trusted() then
    raise exception 'Only the program itself may do this.' using errcode = '42501';
  end if;
  select * into held from public.holds h where h.order_id = card_payment_received.order_id;
  if held.id is not null then
    pool := private.lock_pool(held.pool_id);
  end if;
  select * into ordered from public.orders o where o.id = card_payment_received.order_id for update;
  if ordered.id is null then
    perform private.fail(404, 'no_order', 'There is no such order.');
  elsif upper(card_payment_received.currency) <> ordered.currency then
    perform private.fail(422, 'other_currency', 'The payment is in another currency than the order.');
  end if;
  insert into public.payments (order_id, amount_cents, currency, method, provider_ref)
  values (ordered.id, card_payment_received.amount_cents, ordered.currency, 'card', card_payment_received.provider_ref)
  on conflict on constraint payments_provider_ref_key do nothing;
  if not found then
    return private.describe_order(ordered.id);
  end if;
  perform private.note('paid by card', order_id => ordered.id, details => jsonb_build_object('amount_cents', amount_cents));
  if ordered.kind <> 'booking' then
    update public.orders o set state = 'confirmed', confirmed_at = clock_timestamp() where o.id = ordered.id;
    perform private.activate_bought(ordered.id);
  elsif ordered.state in ('pending', 'lapsed') then
    select * into held from public.holds h where h.id = held.id;
    needed := held.places;
    if private.paid_cents(ordered.id) >= ordered.total_cents and private.pool_starts_at(held.pool_id) is not null
      and not (ordered.state = 'lapsed' and exists (select from public.bookings b where b.order_id = ordered.id and b.voucher_cents > 0))
      and (held.state = 'live' or private.has_room(pool, needed)) then
      perform private.seat_order(ordered.id);
    else
      perform private.lapse_order(ordered.id);
      update public.bookings b set state = 'cancelled', cancelled_by = 'studio', cancelled_at = clock_timestamp()
      where b.order_id = ordered.id and b.state in ('pending', 'lapsed');
      perform private.settle_money(ordered.id, 'paid too late, the place was gone');
      perform private.add_job('mail.too_late', jsonb_build_object('order_id', ordered.id), key => 'too late ' || ordered.id);
      perform private.settle_pool(held.pool_id);
    end if;
  else
    perform private.settle_money(ordered.id, 'paid twice or after cancelling');
  end if;
  perform private.add_job('mail.receipt', jsonb_build_object('order_id', ordered.id, 'provider_ref', provider_ref),
    key => 'receipt ' || provider_ref);
  return private.describe_order(ordered.id);
end
$$;

create function public.record_payment(order_id uuid, amount_cents integer, method text, idempotency_key text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  made uuid;
begin
  perform private.require_desk();
  if method not in ('cash', 'transfer', 'desk_card') then
    perform private.fail(422, 'bad_method', 'Money comes as cash, transfer or desk_card.');
  elsif coalesce(amount_cents, 0) <= 0 then
    perform private.fail(422, 'bad_amount', 'An amount in cents, above zero, please.');
  end if;
  if private.answered('payment', idempotency_key) is not null then
    return private.describe_order(record_payment.order_id);
  end if;
  select * into ordered from public.orders o where o.id = record_payment.order_id for update;
  if ordered.id is null then
    perform private.fail(404, 'no_order', 'There is no such order.');
  end if;
  insert into public.payments (order_id, amount_cents, currency, method, recorded_by)
  values (ordered.id, record_payment.amount_cents, ordered.currency, record_payment.method, auth.uid()) returning id into made;
  perform private.remember('payment', idempotency_key, jsonb_build_object('payment_id', made));
  perform private.note('paid', order_id => ordered.id, details => jsonb_build_object('amount_cents', amount_cents, 'method', method));
  if ordered.kind <> 'booking' and private.paid_cents(ordered.id) >= ordered.total_cents then
    perform private.activate_bought(ordered.id);
  end if;
  perform private.add_job('mail.receipt', jsonb_build_object('order_id', ordered.id, 'payment_id', made), key => 'receipt ' || made);
  return private.describe_order(ordered.id);
end
$$;

create function public.refund_order(order_id uuid, amount_cents integer, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  way text;
  made uuid;
begin
  perform private.require_desk();
  perform from public.orders o where o.id = refund_order.order_id for update;
  if coalesce(amount_cents, 0) <= 0 or amount_cents > private.paid_cents(refund_order.order_id) then
    perform private.fail(422, 'bad_amount', 'Between one cent and what was paid can be given back.');
  elsif length(btrim(coalesce(reason, ''))) < 3 then
    perform private.fail(422, 'reason_missing', 'Please write down why.');
  end if;
  select case p.method when 'card' then 'card' when 'transfer' then 'transfer' else 'desk' end into way
  from public.payments p where p.order_id = refund_order.order_id order by p.received_at desc limit 1;
  insert into public.refunds (order_id, amount_cents, currency, method, reason)
  select o.id, refund_order.amount_cents, o.currency, way, refund_order.reason from public.orders o
  where o.id = refund_order.order_id returning id into made;
  if way = 'card' then
    perform private.add_job('card.refund', jsonb_build_object('refund_id', made), key => 'refund ' || made);
  end if;
  perform private.note('refunded', order_id => refund_order.order_id,
    details => jsonb_build_object('amount_cents', amount_cents, 'reason', reason));
  return private.describe_order(refund_order.order_id);
end
$$;

create function public.complete_refund(refund_id uuid, provider_ref text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_desk();
  update public.refunds r set state = 'done', done_at = now(), last_error = null,
    provider_ref = coalesce(complete_refund.provider_ref, r.provider_ref)
  where r.id = complete_refund.refund_id and r.state <> 'done';
end
$$;

create function public.buy(kind text, buyer jsonb, method text, pass_type text default null, amount_cents integer default null,
  idempotency_key text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  type public.pass_types;
  known jsonb;
  made uuid;
  price integer := amount_cents;
  money text := (select s.currency from public.studio s);
begin
  if method not in ('desk', 'transfer', 'card') then
    perform private.fail(422, 'bad_method', 'There is no such way to pay.', '{"field":"method"}');
  elsif private.text_of(buyer, 'name', 120) = '' then
    perform private.fail(422, 'name_missing', 'Please tell us your name.', '{"field":"name"}');
  end if;
  if kind = 'pass' then
    select * into type from public.pass_types t where t.id = pass_type and t.is_sold;
    if type.id is null then
      perform private.fail(404, 'no_pass_type', 'There is no such pass.');
    end if;
    price := type.price_cents;
    money := type.currency;
  elsif kind is distinct from 'voucher' or coalesce(amount_cents, 0) not between 500 and 50000 then
    perform private.fail(422, 'bad_amount', 'A voucher is worth between 5 and 500.', '{"field":"amount"}');
  end if;
  known := private.answered('buy', idempotency_key);
  if known is not null then
    return private.describe_order((known ->> 'order_id')::uuid);
  end if;
  insert into public.orders (number, kind, state, user_id, buyer_name, buyer_email, buyer_phone, method, currency, total_cents, due_at)
  values (private.new_number(), buy.kind, case when buy.method = 'card' then 'pending' else 'confirmed' end, auth.uid(),
    private.text_of(buyer, 'name', 120), private.check_email(private.text_of(buyer, 'email', 254)),
    private.text_of(buyer, 'phone', 40), buy.method, money, price,
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
