-- Money that arrives or goes back: at the studio, by transfer, by card.

-- The unpaid amount of an order, from its bookings.
create function private.order_due(wanted uuid) returns integer language sql stable set search_path = pg_catalog, pg_temp as $$
  select greatest(0, coalesce(sum(case
    when b.pass_id is not null then 0
    when b.state = 'cancelled' then b.retained_cents
    else b.price_cents - b.voucher_cents end), 0)
    - coalesce((select o.allowed_cents from public.orders o where o.id = wanted), 0))::integer
  from public.bookings b where b.order_id = wanted
$$;

-- Without an amount it is all that is due.
create function public.record_payment(order_id uuid, amount_cents integer, method text, idempotency_key text default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ordered public.orders;
  made uuid;
  amount integer := amount_cents;
  pool uuid;
begin
  perform private.require_staff();
  if method not in ('cash', 'transfer', 'card_at_studio') then
    perform private.fail(422, 'bad_method', 'Choose cash, transfer or card at the studio.', '{"message_name":"choose_paid_by"}');
  elsif amount_cents <= 0 then
    perform private.fail(422, 'bad_amount', 'Enter an amount above zero.', '{"message_name":"amount_above_zero"}');
  end if;
  if private.find_answer('payment', idempotency_key) is not null then
    return private.describe_order(record_payment.order_id);
  end if;
  -- As everywhere: the pools first, in order, then the orders.
  for pool in select distinct b.pool_id from public.bookings b where b.order_id = record_payment.order_id order by 1 loop
    perform private.lock_pool(pool);
  end loop;
  select * into ordered from public.orders o where o.id = record_payment.order_id for update;
  if ordered.id is null then
    perform private.fail(404, 'no_order', 'Order not found.');
  end if;
  if amount is null then
    amount := case when ordered.state in ('confirmed', 'pending') then ordered.total_cents - ordered.paid_cents else 0 end;
    if amount <= 0 then
      perform private.fail(409, 'nothing_due', 'Nothing is due for this order.', '{"message_name":"nothing_due"}');
    end if;
  end if;
  insert into public.payments (order_id, amount_cents, currency, method, recorded_by)
  values (ordered.id, amount, ordered.currency, record_payment.method, private.current_user_id()) returning id into made;
  perform private.save_answer('payment', idempotency_key, jsonb_build_object('payment_id', made));
  perform private.add_timeline_entry('paid', order_id => ordered.id, details => jsonb_build_object('amount_cents', amount, 'method', method));
  if ordered.kind <> 'booking' and private.paid_cents(ordered.id) >= ordered.total_cents then
    perform private.activate_bought(ordered.id);
  end if;
  for pool in select distinct b.pool_id from public.bookings b where b.order_id = ordered.id and b.state = 'seated' order by 1 loop
    perform private.repay_replaced(pool);
  end loop;
  perform private.add_job('mail.receipt', jsonb_build_object('order_id', ordered.id, 'payment_id', made), key => 'receipt ' || made);
  return private.describe_order(ordered.id);
end
$$;
comment on function public.record_payment is 'Records a payment that staff received.';

-- Without a method it goes back as the last payment came.
create function public.refund_order(order_id uuid, amount_cents integer, reason text, method text default null,
  is_done boolean default false, idempotency_key text default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ordered public.orders;
  way text := method;
  made uuid;
  credit uuid;
  kindness integer;
begin
  perform private.require_staff();
  if private.find_answer('refund', idempotency_key) is not null then
    return private.describe_order(refund_order.order_id);
  end if;
  select * into ordered from public.orders o where o.id = refund_order.order_id for update;
  if ordered.id is null then
    perform private.fail(404, 'no_order', 'Order not found.');
  elsif coalesce(amount_cents, 0) <= 0 or amount_cents > ordered.paid_cents then
    perform private.fail(422, 'bad_amount', 'Enter an amount between 0.01 and what was paid.',
      '{"field":"amount","message_name":"refund_amount"}');
  elsif length(btrim(coalesce(reason, ''))) not between 3 and 500 then
    perform private.fail(422, 'reason_missing', 'Give a reason.', '{"field":"reason"}');
  elsif way is not null and way not in ('card', 'studio', 'transfer', 'credit') then
    perform private.fail(422, 'bad_method', 'Choose cash, transfer, card or credit for the refund.',
      '{"field":"method","message_name":"choose_refund_method"}');
  end if;
  if way is null then
    select case p.method when 'card' then 'card' when 'transfer' then 'transfer' else 'studio' end into way
    from public.payments p where p.order_id = ordered.id order by p.received_at desc limit 1;
  end if;
  if way = 'card' and refund_order.amount_cents > (
    coalesce((select sum(p.amount_cents) from public.payments p where p.order_id = ordered.id and p.method = 'card'), 0)
    - coalesce((select sum(r.amount_cents) from public.refunds r where r.order_id = ordered.id and r.method = 'card'), 0)
  ) then
    perform private.fail(422, 'not_by_card', 'The amount is more than what was paid by card. Choose another method.',
      '{"field":"method"}');
  end if;
  kindness := greatest(0, refund_order.amount_cents - greatest(0, ordered.paid_cents - ordered.total_cents));
  insert into public.refunds (order_id, amount_cents, currency, method, reason, recorded_by, state, done_at)
  values (ordered.id, refund_order.amount_cents, ordered.currency, way, btrim(refund_order.reason), private.current_user_id(),
    case when way = 'credit' or (is_done and way <> 'card') then 'done' else 'due' end,
    case when way = 'credit' or (is_done and way <> 'card') then now() end)
  returning id into made;
  update public.orders o set allowed_cents = o.allowed_cents + kindness,
    total_cents = case when o.kind = 'booking' then o.total_cents else greatest(0, o.total_cents - kindness) end
  where o.id = ordered.id;
  if ordered.kind = 'booking' then
    update public.orders o set total_cents = private.order_due(o.id) where o.id = ordered.id;
  elsif refund_order.amount_cents = ordered.paid_cents then
    -- Refunded in full: the pass or voucher no longer works.
    update public.passes p set is_active = false where p.order_id = ordered.id;
    update public.vouchers v set is_active = false where v.order_id = ordered.id;
    update public.orders o set state = 'cancelled' where o.id = ordered.id;
  end if;
  if way = 'card' then
    perform private.add_job('card.refund', jsonb_build_object('refund_id', made), key => 'refund ' || made);
  elsif way = 'credit' then
    insert into public.vouchers (code, currency, order_id, user_id, email)
    values ('C' || private.new_number(11), ordered.currency, ordered.id, ordered.user_id, ordered.buyer_email)
    returning id into credit;
    insert into public.voucher_entries (voucher_id, delta_cents, order_id, cause)
    values (credit, refund_order.amount_cents, ordered.id, 'refunded_as_credit');
  end if;
  perform private.save_answer('refund', idempotency_key, jsonb_build_object('refund_id', made));
  perform private.add_timeline_entry('refunded', order_id => ordered.id,
    details => jsonb_build_object('amount_cents', amount_cents, 'method', way, 'reason', btrim(reason)));
  perform private.add_job('mail.refund', jsonb_build_object('order_id', ordered.id, 'refund_id', made), key => 'refund mail ' || made);
  return private.describe_order(ordered.id);
end
$$;
comment on function public.refund_order is 'Refunds part of an order by card, in cash, by transfer or as credit.';

create function public.complete_refund(refund_id uuid, provider_ref text default null) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  done public.refunds;
begin
  perform private.require_staff();
  update public.refunds r set state = 'done', done_at = now(), last_error = null,
    provider_ref = coalesce(complete_refund.provider_ref, r.provider_ref)
  where r.id = complete_refund.refund_id and r.state <> 'done' returning * into done;
  if done.id is not null then
    perform private.add_timeline_entry('completed the refund', order_id => done.order_id,
      details => jsonb_build_object('amount_cents', done.amount_cents, 'method', done.method));
  end if;
end
$$;
comment on function public.complete_refund is 'Marks a refund as done.';

-- For the program itself. With the service's own number only if it is about the try that counts: news of an earlier one
-- comes late, and again.
create function public.card_refund_failed(refund_id uuid, why text, provider_ref text default null) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  failed public.refunds;
begin
  if not private.is_trusted() then
    raise exception 'Only the program itself can do this.' using errcode = '42501';
  end if;
  update public.refunds r set state = 'failed', done_at = null,
    last_error = left(coalesce(nullif(btrim(why), ''), 'no reason was given'), 500)
  where r.id = card_refund_failed.refund_id and r.method = 'card' and r.state <> 'failed'
    and (card_refund_failed.provider_ref is null and r.state = 'due'
      or coalesce(r.provider_ref, card_refund_failed.provider_ref) = card_refund_failed.provider_ref)
  returning * into failed;
  if failed.id is null then
    return false;
  end if;
  perform private.add_timeline_entry('card refund failed', order_id => failed.order_id,
    details => jsonb_build_object('amount_cents', failed.amount_cents, 'reason', failed.last_error));
  return true;
end
$$;
comment on function public.card_refund_failed is 'Marks a card refund as failed; called by the program.';

create function public.retry_refund(refund_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted public.refunds;
begin
  perform private.require_staff();
  -- The job holds the row while it talks to the card service: staff do not wait for that.
  select * into wanted from public.refunds r where r.id = retry_refund.refund_id for update skip locked;
  if wanted.id is null then
    if exists (select from public.refunds r where r.id = retry_refund.refund_id) then
      perform private.fail(409, 'under_way', 'The refund is being processed. Reload the page in a few seconds.');
    end if;
    perform private.fail(404, 'no_refund', 'Refund not found.');
  elsif wanted.method <> 'card' then
    perform private.fail(422, 'not_by_card', 'Only refunds to a card can be retried.', '{"message_name":"retry_card_refunds_only"}');
  end if;
  if wanted.state = 'failed' then
    update public.refunds r set state = 'due', last_error = null, tries = r.tries + 1 where r.id = wanted.id;
    delete from private.jobs j where j.key = 'refund ' || wanted.id;
    perform private.add_job('card.refund', jsonb_build_object('refund_id', wanted.id), key => 'refund ' || wanted.id);
    perform private.add_timeline_entry('tried the refund again', order_id => wanted.order_id,
      details => jsonb_build_object('amount_cents', wanted.amount_cents));
  elsif wanted.state = 'due' and wanted.last_error is not null then
    -- Nobody knows yet what became of the last try: sooner, but under its name.
    update private.jobs j set run_at = now(), attempts = 0 where j.key = 'refund ' || wanted.id and j.run_at > now();
    if found then
      perform pg_notify('onda_jobs', '');
      perform private.add_timeline_entry('tried the refund again', order_id => wanted.order_id,
        details => jsonb_build_object('amount_cents', wanted.amount_cents));
    end if;
  end if;
  return public.get_order(wanted.order_id);
end
$$;
comment on function public.retry_refund is 'Tries a failed card refund again; one that is under way or done is left alone.';

create function private.add_payment_mismatch(mismatch public.payment_mismatches) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.payment_mismatches (order_id, reason, amount_cents, currency, provider_ref, expected_cents, expected_currency)
  values (mismatch.order_id, mismatch.reason, mismatch.amount_cents, mismatch.currency, mismatch.provider_ref,
    mismatch.expected_cents, mismatch.expected_currency)
  on conflict on constraint payment_mismatches_once do nothing;
  if found then
    perform private.add_timeline_entry('card payment did not match', order_id => mismatch.order_id,
      details => jsonb_build_object('amount_cents', mismatch.amount_cents, 'reason', mismatch.reason));
  end if;
end
$$;

-- Card money counts for an order when it is what was asked for: paid on a checkout page that was opened for this order, in
-- its amount and currency. Anything else is recorded for staff, and the order stays as it was.
create function public.card_payment_received(order_id uuid, amount_cents bigint, currency text, provider_ref text, checkout text default null)
returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ordered public.orders;
  held public.holds;
  pool public.capacity_pools;
  opened private.card_checkouts;
  wrong public.payment_mismatches;
  is_open boolean;
begin
  if not private.is_trusted() then
    raise exception 'Only the program itself can do this.' using errcode = '42501';
  end if;
  select * into held from public.holds h where h.order_id = card_payment_received.order_id;
  if held.id is not null then
    pool := private.lock_pool(held.pool_id);
  end if;
  select * into ordered from public.orders o where o.id = card_payment_received.order_id for update;
  if ordered.id is null then
    perform private.fail(404, 'no_order', 'Order not found.');
  end if;
  if exists (select from public.payments p where p.order_id = ordered.id and p.provider_ref = card_payment_received.provider_ref) then
    return private.describe_order(ordered.id);
  end if;

  is_open := ordered.state in ('pending', 'lapsed');
  select * into opened from private.card_checkouts c where c.reference = card_payment_received.checkout and c.order_id = ordered.id;
  if opened.reference is not null then
    wrong.expected_cents := opened.amount_cents;
    wrong.expected_currency := opened.currency;
  elsif exists (select from private.card_checkouts c where c.order_id = ordered.id or c.reference = card_payment_received.checkout) then
    wrong.reason := 'checkout';
  end if;
  -- Pages that an earlier version opened are not written down: there it is what the order still lacks.
  wrong.expected_cents := coalesce(wrong.expected_cents,
    case when is_open then greatest(ordered.total_cents - private.paid_cents(ordered.id), 0) end);
  wrong.expected_currency := coalesce(wrong.expected_currency, ordered.currency);
  wrong.reason := coalesce(wrong.reason, case
    when coalesce(card_payment_received.provider_ref, '') = '' or exists (
      select from public.payments p where p.provider_ref = card_payment_received.provider_ref
    ) then 'payment'
    when upper(card_payment_received.currency) is distinct from wrong.expected_currency or wrong.expected_currency <> ordered.currency then 'currency'
    when coalesce(card_payment_received.amount_cents, 0) <= 0
      or card_payment_received.amount_cents <> wrong.expected_cents then 'amount'
    -- A pass or voucher is paid once; what a booking was paid too much goes back by itself.
    when ordered.kind <> 'booking' and not is_open then 'state' end);
  if wrong.reason is not null then
    wrong.order_id := ordered.id;
    wrong.amount_cents := coalesce(card_payment_received.amount_cents, 0);
    wrong.currency := left(upper(coalesce(card_payment_received.currency, '')), 10);
    wrong.provider_ref := left(coalesce(card_payment_received.provider_ref, ''), 255);
    perform private.add_payment_mismatch(wrong);
    return private.describe_order(ordered.id);
  end if;

  insert into public.payments (order_id, amount_cents, currency, method, provider_ref)
  values (ordered.id, card_payment_received.amount_cents, ordered.currency, 'card', card_payment_received.provider_ref);
  perform private.add_timeline_entry('paid by card', order_id => ordered.id, details => jsonb_build_object('amount_cents', amount_cents));
  if ordered.kind <> 'booking' then
    -- The price may have changed after the page was opened: what is not wholly paid does not work yet.
    if private.paid_cents(ordered.id) >= ordered.total_cents then
      update public.orders o set state = 'confirmed', confirmed_at = clock_timestamp() where o.id = ordered.id;
      perform private.activate_bought(ordered.id);
    end if;
  elsif is_open then
    select * into held from public.holds h where h.id = held.id;
    if private.paid_cents(ordered.id) >= ordered.total_cents and private.pool_starts_at(held.pool_id) is not null
      and not (ordered.state = 'lapsed' and exists (select from public.bookings b where b.order_id = ordered.id and b.voucher_cents > 0))
      and (held.state = 'live' or private.has_capacity(pool, held.places)) then
      perform private.seat_order(ordered.id);
    else
      perform private.expire_order(ordered.id);
      update public.bookings b set state = 'cancelled', cancelled_by = 'studio', cancelled_at = clock_timestamp()
      where b.order_id = ordered.id and b.state in ('pending', 'lapsed');
      perform private.settle_money(ordered.id, 'paid_too_late');
      perform private.add_job('mail.too_late', jsonb_build_object('order_id', ordered.id), key => 'too late ' || ordered.id);
      perform private.settle_pool(held.pool_id);
    end if;
  else
    perform private.settle_money(ordered.id, 'paid_twice');
  end if;
  perform private.add_job('mail.receipt', jsonb_build_object('order_id', ordered.id, 'provider_ref', provider_ref),
    key => 'receipt ' || provider_ref);
  return private.describe_order(ordered.id);
end
$$;
comment on function public.card_payment_received is
  'Records a card payment once; money for a place that is gone is refunded, and the buyer is notified.';

-- A checkout page that ran out, or a payment that failed. Of several pages only the last one that was opened says that
-- nobody pays.
create function public.card_payment_failed(order_id uuid, checkout text default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  pool uuid := (select h.pool_id from public.holds h where h.order_id = card_payment_failed.order_id);
  last_opened text;
begin
  if not private.is_trusted() then
    raise exception 'Only the program itself can do this.' using errcode = '42501';
  end if;
  if pool is not null then
    perform private.lock_pool(pool);
  end if;
  -- A checkout that is being opened is waited for, too.
  perform from public.orders o where o.id = card_payment_failed.order_id for update;
  select c.reference into last_opened from private.card_checkouts c where c.order_id = card_payment_failed.order_id
    order by c.opened_at desc, c.reference limit 1;
  if last_opened is distinct from card_payment_failed.checkout and last_opened is not null then
    return private.describe_order(card_payment_failed.order_id);
  end if;
  perform private.expire_order(card_payment_failed.order_id);
  if pool is not null then
    perform private.settle_pool(pool);
  end if;
  return private.describe_order(card_payment_failed.order_id);
end
$$;
comment on function public.card_payment_failed is 'Ends an order whose card payment failed.';

create function public.check_payment_mismatch(mismatch_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  checked public.payment_mismatches;
begin
  perform private.require_staff();
  update public.payment_mismatches m set checked_at = clock_timestamp(), checked_by = (select private.current_user_id())
  where m.id = mismatch_id and m.checked_at is null returning * into checked;
  if checked.id is not null then
    perform private.add_timeline_entry('checked a card payment', order_id => checked.order_id,
      details => jsonb_build_object('amount_cents', checked.amount_cents));
  elsif not exists (select from public.payment_mismatches m where m.id = mismatch_id) then
    perform private.fail(404, 'no_mismatch', 'Payment not found.');
  end if;
end
$$;
comment on function public.check_payment_mismatch is 'Marks a mismatched card payment as checked by staff.';

-- ---------- rights ----------
revoke all on function public.record_payment, public.refund_order, public.complete_refund, public.card_refund_failed,
  public.retry_refund, public.card_payment_received, public.card_payment_failed,
  public.check_payment_mismatch from public, anon, authenticated;
grant execute on function public.record_payment, public.refund_order, public.complete_refund, public.retry_refund,
  public.check_payment_mismatch to authenticated, service_role;
grant execute on function public.card_refund_failed, public.card_payment_received, public.card_payment_failed to service_role;
