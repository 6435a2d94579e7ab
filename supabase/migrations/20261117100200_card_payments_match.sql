-- Card money counts for an order when it is what was asked for: paid on a checkout page that was opened for this order, in its
-- amount and currency. Anything else is written down for staff, and the order stays as it was.

-- Which pages were opened with the card service, for what. Written by the program when it opens one.
create table private.card_checkouts (
  reference text primary key check (length(reference) between 1 and 255),
  order_id uuid not null references public.orders (id) on delete cascade,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  opened_at timestamptz not null default clock_timestamp()
);
create index card_checkouts_order on private.card_checkouts (order_id, opened_at desc);

create table public.payment_mismatches (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  reason text not null check (reason in ('amount', 'currency', 'checkout', 'payment', 'state')),
  -- What the card service reported.
  amount_cents bigint not null,
  currency text not null check (length(currency) <= 10),
  provider_ref text not null check (length(provider_ref) <= 255),
  -- What was asked for, where that is known.
  expected_cents integer,
  expected_currency text,
  received_at timestamptz not null default clock_timestamp(),
  checked_at timestamptz,
  checked_by uuid references auth.users (id) on delete set null,
  -- The service reports an event until it is taken, and sometimes again.
  constraint payment_mismatches_once unique (order_id, provider_ref, reason)
);
create index payment_mismatches_open on public.payment_mismatches (received_at desc) where checked_at is null;
create index payment_mismatches_checked_by on public.payment_mismatches (checked_by);
alter table public.payment_mismatches enable row level security;
revoke all on public.payment_mismatches from public, anon, authenticated, service_role;
grant select on public.payment_mismatches to authenticated, service_role;
create policy "staff read payments that did not match" on public.payment_mismatches for select to authenticated
  using ((select public.is_staff()));
do $$
begin
  -- A later migration closes every table to applications; where it ran first, this one is closed here.
  if to_regprocedure('private.close_to_applications(regclass)') is not null then
    execute 'select private.close_to_applications(''public.payment_mismatches'')';
  end if;
end
$$;
create trigger audited after insert or update or delete on public.payment_mismatches
  for each row execute function private.audit_row('money', 'order_id');

create function private.add_payment_mismatch(mismatch public.payment_mismatches) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.payment_mismatches (order_id, reason, amount_cents, currency, provider_ref, expected_cents, expected_currency)
  values (mismatch.order_id, mismatch.reason, mismatch.amount_cents, mismatch.currency, mismatch.provider_ref,
    mismatch.expected_cents, mismatch.expected_currency)
  on conflict on constraint payment_mismatches_once do nothing;
  if found then
    perform private.note('card payment did not match', order_id => mismatch.order_id,
      details => jsonb_build_object('amount_cents', mismatch.amount_cents, 'reason', mismatch.reason));
  end if;
end
$$;

-- Card money. A repeated event changes nothing. Money for a place that is gone is sent back, and the buyer is told.
drop function public.card_payment_received(uuid, integer, text, text);
create function public.card_payment_received(order_id uuid, amount_cents bigint, currency text, provider_ref text, checkout text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  held public.holds;
  pool public.pools;
  opened private.card_checkouts;
  wrong public.payment_mismatches;
  is_open boolean;
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
  perform private.note('paid by card', order_id => ordered.id, details => jsonb_build_object('amount_cents', amount_cents));
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
      and (held.state = 'live' or private.has_room(pool, held.places)) then
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

-- A checkout page that ran out, or a payment that failed. Of several pages only the last one that was opened says that nobody pays.
drop function public.card_payment_failed(uuid);
create function public.card_payment_failed(order_id uuid, checkout text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  pool uuid := (select h.pool_id from public.holds h where h.order_id = card_payment_failed.order_id);
  last_opened text := (select c.reference from private.card_checkouts c where c.order_id = card_payment_failed.order_id
    order by c.opened_at desc, c.reference limit 1);
begin
  if not private.is_trusted() then
    raise exception 'Only the program itself may do this.' using errcode = '42501';
  end if;
  if last_opened is distinct from card_payment_failed.checkout and last_opened is not null then
    return private.describe_order(card_payment_failed.order_id);
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

-- Staff have looked at it: refunded at the card service, or recorded by hand.
create function public.check_payment_mismatch(mismatch_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  checked public.payment_mismatches;
begin
  perform private.require_desk();
  update public.payment_mismatches m set checked_at = clock_timestamp(), checked_by = auth.uid()
  where m.id = mismatch_id and m.checked_at is null returning * into checked;
  if checked.id is not null then
    perform private.note('checked a card payment', order_id => checked.order_id,
      details => jsonb_build_object('amount_cents', checked.amount_cents));
  elsif not exists (select from public.payment_mismatches m where m.id = mismatch_id) then
    perform private.fail(404, 'no_mismatch', 'There is no such payment to check.');
  end if;
end
$$;

revoke all on function private.add_payment_mismatch(public.payment_mismatches) from public, anon, authenticated, service_role;
revoke all on function public.card_payment_received(uuid, bigint, text, text, text), public.card_payment_failed(uuid, text),
  public.check_payment_mismatch(uuid) from public, anon, authenticated;
grant execute on function public.card_payment_received(uuid, bigint, text, text, text), public.card_payment_failed(uuid, text)
to service_role;
grant execute on function public.check_payment_mismatch(uuid) to authenticated, service_role;
