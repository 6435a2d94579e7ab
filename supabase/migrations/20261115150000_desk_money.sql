-- Money at the desk: what an order has been paid is kept beside it, part of it can be given back in any way that suits,
-- and what is given back out of kindness is no longer owed.

-- Kept by triggers, so that the list of what is unpaid needs no sums over the ledger.
alter table public.orders
  add column paid_cents integer not null default 0,
  -- Given back though the place was kept: it lowers what the order asks for.
  add column allowed_cents integer not null default 0 check (allowed_cents >= 0);
update public.orders set paid_cents = private.paid_cents(id)
where id in (select order_id from public.payments union select order_id from public.refunds);

create function private.count_paid() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid := case tg_op when 'DELETE' then old.order_id else new.order_id end;
begin
  update public.orders set paid_cents = private.paid_cents(wanted) where id = wanted;
  return null;
end
$$;
create trigger counted after insert or delete on public.payments for each row execute function private.count_paid();
create trigger counted after insert or delete or update of amount_cents on public.refunds
  for each row execute function private.count_paid();

-- The list of orders turns its pages by time and id; what is unpaid has a way of its own.
drop index public.orders_newest;
create index orders_newest on public.orders (created_at desc, id desc);
create index orders_unpaid on public.orders (created_at desc, id desc) where state = 'confirmed' and total_cents > paid_cents;

create or replace function private.order_due(wanted uuid) returns integer language sql stable set search_path = '' as $$
  select greatest(0, coalesce(sum(case
    when b.pass_id is not null then 0
    when b.state = 'cancelled' then b.kept_cents
    else b.price_cents - b.voucher_cents end), 0)
    - coalesce((select o.allowed_cents from public.orders o where o.id = wanted), 0))::integer
  from public.bookings b where b.order_id = wanted
$$;

alter table public.refunds
  drop constraint refunds_method_check,
  add constraint refunds_method_check check (method in ('card', 'desk', 'transfer', 'credit')),
  add column recorded_by uuid references auth.users (id) on delete set null;
create index refunds_recorded_by on public.refunds (recorded_by);
create index payments_recorded_by on public.payments (recorded_by);

-- Gives back part of what was paid, or all of it: in cash, by transfer, to the card it came from, or as credit.
-- Without a way named it goes back as the last payment came.
drop function public.refund_order(uuid, integer, text);
create function public.refund_order(order_id uuid, amount_cents integer, reason text, method text default null,
  is_done boolean default false, idempotency_key text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  way text := method;
  made uuid;
  credit uuid;
  kindness integer;
begin
  perform private.require_desk();
  if private.answered('refund', idempotency_key) is not null then
    return private.describe_order(refund_order.order_id);
  end if;
  select * into ordered from public.orders o where o.id = refund_order.order_id for update;
  if ordered.id is null then
    perform private.fail(404, 'no_order', 'There is no such order.');
  elsif coalesce(amount_cents, 0) <= 0 or amount_cents > ordered.paid_cents then
    perform private.fail(422, 'bad_amount', 'Between one cent and what was paid can be given back.', '{"field":"amount"}');
  elsif length(btrim(coalesce(reason, ''))) not between 3 and 500 then
    perform private.fail(422, 'reason_missing', 'Please write down why.', '{"field":"reason"}');
  elsif way is not null and way not in ('card', 'desk', 'transfer', 'credit') then
    perform private.fail(422, 'bad_method', 'Money goes back in cash, by transfer, to the card or as credit.', '{"field":"method"}');
  end if;
  if way is null then
    select case p.method when 'card' then 'card' when 'transfer' then 'transfer' else 'desk' end into way
    from public.payments p where p.order_id = ordered.id order by p.received_at desc limit 1;
  end if;
  if way = 'card' and refund_order.amount_cents > (
    coalesce((select sum(p.amount_cents) from public.payments p where p.order_id = ordered.id and p.method = 'card'), 0)
    - coalesce((select sum(r.amount_cents) from public.refunds r where r.order_id = ordered.id and r.method = 'card'), 0)
  ) then
    perform private.fail(422, 'not_by_card', 'That much did not come by card, so it cannot go back to one.', '{"field":"method"}');
  end if;
  kindness := greatest(0, refund_order.amount_cents - greatest(0, ordered.paid_cents - ordered.total_cents));
  insert into public.refunds (order_id, amount_cents, currency, method, reason, recorded_by, state, done_at)
  values (ordered.id, refund_order.amount_cents, ordered.currency, way, btrim(refund_order.reason), auth.uid(),
    case when way = 'credit' or (is_done and way <> 'card') then 'done' else 'due' end,
    case when way = 'credit' or (is_done and way <> 'card') then now() end)
  returning id into made;
  update public.orders o set allowed_cents = o.allowed_cents + kindness,
    total_cents = case when o.kind = 'booking' then o.total_cents else greatest(0, o.total_cents - kindness) end
  where o.id = ordered.id;
  if ordered.kind = 'booking' then
    update public.orders o set total_cents = private.order_due(o.id) where o.id = ordered.id;
  elsif refund_order.amount_cents = ordered.paid_cents then
    -- Given back in full: what was bought with it no longer works.
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
    insert into public.voucher_entries (voucher_id, delta_cents, order_id, reason)
    values (credit, refund_order.amount_cents, ordered.id, 'given back as credit');
  end if;
  perform private.remember('refund', idempotency_key, jsonb_build_object('refund_id', made));
  perform private.note('refunded', order_id => ordered.id,
    details => jsonb_build_object('amount_cents', amount_cents, 'method', way, 'reason', btrim(reason)));
  perform private.add_job('mail.refund', jsonb_build_object('order_id', ordered.id, 'refund_id', made), key => 'refund mail ' || made);
  return private.describe_order(ordered.id);
end
$$;

create or replace function public.complete_refund(refund_id uuid, provider_ref text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  done public.refunds;
begin
  perform private.require_desk();
  update public.refunds r set state = 'done', done_at = now(), last_error = null,
    provider_ref = coalesce(complete_refund.provider_ref, r.provider_ref)
  where r.id = complete_refund.refund_id and r.state <> 'done' returning * into done;
  if done.id is not null then
    perform private.note('gave the money back', order_id => done.order_id,
      details => jsonb_build_object('amount_cents', done.amount_cents, 'method', done.method));
  end if;
end
$$;

revoke all on function public.refund_order(uuid, integer, text, text, boolean, text) from public, anon;
grant execute on function public.refund_order(uuid, integer, text, text, boolean, text) to authenticated, service_role;
