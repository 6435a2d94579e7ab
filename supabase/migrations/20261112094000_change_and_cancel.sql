-- Looking at an order, cancelling places of it, moving a place to another date, and the money that follows.

create function private.paid_cents(wanted uuid) returns integer language sql stable set search_path = '' as $$
  select (coalesce((select sum(amount_cents) from public.payments where order_id = wanted), 0)
    - coalesce((select sum(amount_cents) from public.refunds where order_id = wanted), 0))::integer
$$;

-- Brings the total in line with the bookings and gives back what is paid beyond it, the way it came.
create function private.settle_money(wanted uuid, cause text, about uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  too_much integer;
  ordered public.orders;
  way text;
  refund uuid;
begin
  update public.orders set total_cents = private.order_due(wanted) where id = wanted returning * into ordered;
  too_much := private.paid_cents(wanted) - ordered.total_cents;
  if too_much <= 0 then
    return 0;
  end if;
  select case p.method when 'card' then 'card' when 'transfer' then 'transfer' else 'desk' end into way
  from public.payments p where p.order_id = wanted order by p.received_at desc limit 1;
  insert into public.refunds (order_id, booking_id, amount_cents, currency, method, reason)
  values (wanted, about, too_much, ordered.currency, way, cause) returning id into refund;
  if way = 'card' then
    perform private.add_job('card.refund', jsonb_build_object('refund_id', refund), key => 'refund ' || refund);
  end if;
  return too_much;
end
$$;

create function private.give_credit(about public.bookings, cents integer, cause text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  if cents <= 0 then
    return;
  end if;
  insert into public.vouchers (code, currency, booking_id, user_id, email)
  select 'C' || private.new_number(11), about.currency, about.id, o.user_id, o.buyer_email
  from public.orders o where o.id = about.order_id returning id into made;
  insert into public.voucher_entries (voucher_id, delta_cents, order_id, reason) values (made, cents, about.order_id, cause);
end
$$;

create function private.first_date(about public.bookings) returns timestamptz language sql stable set search_path = '' as $$
  select min(starts_at) from public.sessions where pool_id = about.pool_id and starts_at > about.created_at
    and status = 'planned'
$$;
create function private.is_early(about public.bookings) returns boolean language sql stable set search_path = '' as $$
  select coalesce(now() <= private.first_date(about) - make_interval(hours => (about.policy ->> 'full_until_h')::integer), false)
$$;
create function private.share_to_come(about public.bookings) returns numeric language sql stable set search_path = '' as $$
  select least(1, (select count(*) from public.sessions where pool_id = about.pool_id and status = 'planned'
    and starts_at > now())::numeric / about.dates)
$$;

-- Frees one seat, once: a booking that is not seated is left as it is. The pool is locked by the caller.
create function private.cancel_booking(wanted uuid, canceller text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  about public.bookings;
  is_full boolean;
  is_paid boolean;
  percent integer;
  money integer;
  credit integer;
begin
  select * into about from public.bookings where id = wanted for update;
  if about.state <> 'seated' then
    return false;
  end if;
  is_full := canceller = 'studio' or private.is_early(about);
  if not is_full and private.share_to_come(about) = 0 then
    perform private.fail(409, 'begun', 'This date has begun, so the place can no longer be given back.');
  end if;
  is_paid := private.paid_cents(about.order_id) >= (select total_cents from public.orders where id = about.order_id);
  money := case when about.pass_id is null then about.price_cents - about.voucher_cents else 0 end;
  percent := (about.policy ->> 'late_credit_percent')::integer;
  update public.bookings set state = 'cancelled', cancelled_at = clock_timestamp(), cancelled_by = canceller,
    kept_cents = case when is_full then 0 when is_paid then money else money - (money * percent / 100) end,
    seats_when_cancelled = case when is_full then null else (select seats from public.pools where id = about.pool_id) end
  where id = wanted;
  if is_full then
    perform private.give_credit(about, about.voucher_cents, 'voucher back');
    if about.pass_id is not null then
      insert into public.pass_entries (pass_id, delta, booking_id, reason) values (about.pass_id, 1, wanted, 'entry back');
    end if;
  else
    credit := round(private.share_to_come(about) * percent / 100 * (about.voucher_cents
      + case when is_paid then money else 0 end
      + coalesce((select entry_value_cents from public.passes where id = about.pass_id), 0)));
    perform private.give_credit(about, credit, 'late cancellation');
  end if;
  return true;
end
$$;

-- Somebody sits where somebody cancelled late: the rest of the money goes back after all.
create function private.repay_replaced(pool uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  about public.bookings;
  money integer;
  spent integer;
  credit record;
begin
  for about in
    select b.* from public.bookings b join public.pools p on p.id = b.pool_id
    where b.pool_id = pool and b.state = 'cancelled' and b.seats_when_cancelled <= p.seats
    order by b.cancelled_at for update of b
  loop
    money := case when about.pass_id is null then about.price_cents - about.voucher_cents else 0 end;
    spent := 0;
    for credit in
      select v.id, private.voucher_balance(v.id) as balance,
        (select coalesce(sum(e.delta_cents), 0) from public.voucher_entries e where e.voucher_id = v.id and e.delta_cents > 0) as issued
      from public.vouchers v where v.booking_id = about.id for update of v
    loop
      spent := spent + credit.issued - credit.balance;
      if credit.balance > 0 then
        insert into public.voucher_entries (voucher_id, delta_cents, order_id, reason)
        values (credit.id, -credit.balance, about.order_id, 'replaced by full repayment');
      end if;
    end loop;
    update public.bookings set kept_cents = least(spent, money), seats_when_cancelled = null where id = about.id;
    perform private.give_credit(about, about.voucher_cents - greatest(0, spent - money), 'voucher back');
    if about.pass_id is not null and spent = 0 then
      insert into public.pass_entries (pass_id, delta, booking_id, reason) values (about.pass_id, 1, about.id, 'entry back');
    end if;
    perform private.settle_money(about.order_id, 'somebody else took the place', about.id);
    perform private.add_job('mail.replaced', jsonb_build_object('order_id', about.order_id, 'booking_id', about.id),
      key => 'replaced ' || about.id);
    perform private.note('replaced', order_id => about.order_id);
  end loop;
end
$$;

create function private.describe_order(wanted uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.describe_booked(o.id) || jsonb_build_object(
    'kind', o.kind, 'buyer', jsonb_build_object('name', o.buyer_name, 'email', o.buyer_email, 'phone', o.buyer_phone),
    'created_at', o.created_at, 'due_at', o.due_at,
    'paid_cents', private.paid_cents(o.id),
    'hold_token', (select l.token from public.holds h join private.hold_links l on l.hold_id = h.id where h.order_id = o.id),
    'hold_expires_at', (select h.expires_at from public.holds h where h.order_id = o.id and h.state = 'live'),
    'bookings', coalesce((select jsonb_agg(jsonb_build_object(
        'id', b.id, 'name', b.name, 'state', b.state, 'price_cents', b.price_cents, 'voucher_cents', b.voucher_cents,
        'by_pass', b.pass_id is not null, 'kept_cents', b.kept_cents, 'policy', b.policy, 'pool_id', b.pool_id,
        'is_outside_age', b.is_outside_age, 'cancelled_by', b.cancelled_by,
        'gets_back', case when b.state <> 'seated' then 'nothing' when private.is_early(b) then 'everything'
          when private.share_to_come(b) > 0 then 'credit' else 'nothing' end
      ) order by b.created_at, b.id) from public.bookings b where b.order_id = o.id), '[]'),
    'dates', coalesce((select jsonb_agg(jsonb_build_object(
        'id', s.id, 'pool_id', s.pool_id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'zone', s.zone, 'status', s.status,
        'sequence', s.sequence, 'room', r.name, 'title', f.title, 'slug', f.slug, 'kind', f.kind, 'discipline', f.discipline,
        'teacher', t.name, 'bring', f.bring
      ) order by s.starts_at)
      from public.sessions s join public.offerings f on f.id = s.offering_id join public.rooms r on r.id = s.room_id
      left join public.people t on t.id = coalesce(s.teacher_id, f.teacher_id)
      where s.pool_id in (select b.pool_id from public.bookings b where b.order_id = o.id)
        and s.ends_at > o.created_at), '[]'),
    'refunds', coalesce((select jsonb_agg(jsonb_build_object('amount_cents', f.amount_cents, 'method', f.method, 'state', f.state,
        'reason', f.reason) order by f.created_at) from public.refunds f where f.order_id = o.id), '[]'),
    'credits', coalesce((select jsonb_agg(jsonb_build_object('code', v.code, 'balance_cents', private.voucher_balance(v.id))
        order by v.created_at) from public.vouchers v
        where v.is_active and (v.order_id = o.id or v.booking_id in (select b.id from public.bookings b where b.order_id = o.id))
          and private.voucher_balance(v.id) > 0), '[]'),
    'passes', coalesce((select jsonb_agg(jsonb_build_object('code', p.code, 'entries', private.pass_balance(p.id), 'name', y.name,
        'is_active', p.is_active, 'valid_until', p.valid_until))
        from public.passes p join public.pass_types y on y.id = p.type_id where p.order_id = o.id), '[]')
  )
  from public.orders o where o.id = wanted
$$;

-- The order that a secret link, or the caller's own account, opens.
create function private.open_order(order_token text, wanted uuid default null) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  opened uuid;
begin
  if order_token is not null then
    select l.order_id into opened from private.order_links l where l.token = order_token;
  else
    select o.id into opened from public.orders o where o.id = wanted and (o.user_id = auth.uid() or private.is_desk());
  end if;
  if opened is null then
    perform private.fail(404, 'no_order', 'There is no such booking.');
  end if;
  return opened;
end
$$;

create function public.booking_status(order_token text default null, order_id uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.describe_order(private.open_order(booking_status.order_token, booking_status.order_id))
$$;

create function public.cancel_bookings(booking_ids uuid[], order_token text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened uuid;
  pool uuid;
  wanted uuid;
  cancelled uuid[] := '{}';
begin
  opened := private.open_order(order_token,
    (select b.order_id from public.bookings b where b.id = any (booking_ids) limit 1));
  if exists (select from public.bookings b where b.id = any (booking_ids) and b.order_id <> opened) then
    perform private.fail(404, 'no_booking', 'These places are not all of this booking.');
  end if;
  for pool in select distinct b.pool_id from public.bookings b where b.id = any (booking_ids) order by 1 loop
    perform private.lock_pool(pool);
  end loop;
  perform from public.orders o where o.id = opened for update;
  for wanted in select b.id from public.bookings b where b.id = any (booking_ids) order by b.id loop
    if private.cancel_booking(wanted, 'guest') then
      cancelled := cancelled || wanted;
    end if;
  end loop;
  if cardinality(cancelled) > 0 then
    perform private.settle_money(opened, 'cancelled');
    update public.orders o set state = 'cancelled' where o.id = opened
      and not exists (select from public.bookings b where b.order_id = opened and b.state in ('seated', 'pending'));
    for pool in select distinct b.pool_id from public.bookings b where b.id = any (cancelled) order by 1 loop
      perform private.settle_pool(pool);
    end loop;
    perform private.note('cancelled', order_id => opened, details => jsonb_build_object('places', cardinality(cancelled)));
    perform private.add_job('mail.cancellation', jsonb_build_object('order_id', opened, 'booking_ids', to_jsonb(cancelled)));
  end if;
  return private.describe_order(opened);
end
$$;

-- To another date of the same offering, at the price and policy of the first one.
create function public.move_booking(booking_id uuid, to_session uuid, order_token text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  about public.bookings;
  target public.sessions := private.open_session(to_session);
  opened uuid;
  pool uuid;
begin
  select b.* into about from public.bookings b where b.id = move_booking.booking_id;
  opened := private.open_order(order_token, about.order_id);
  if about.id is null or about.order_id <> opened then
    perform private.fail(404, 'no_booking', 'There is no such place in this booking.');
  end if;
  for pool in select distinct p from unnest(array[about.pool_id, target.pool_id]) p order by 1 loop
    perform private.lock_pool(pool);
  end loop;
  select b.* into about from public.bookings b where b.id = move_booking.booking_id for update;
  if about.pool_id = target.pool_id then
    return private.describe_order(opened);
  end if;
  if about.state <> 'seated' then
    perform private.fail(409, 'not_seated', 'This place was given back already.');
  elsif about.dates > 1 or (select count(*) from public.sessions s where s.pool_id = target.pool_id) > 1 then
    perform private.fail(409, 'course', 'The dates of a course belong together.');
  elsif not exists (select from public.sessions s where s.pool_id = about.pool_id and s.offering_id = target.offering_id) then
    perform private.fail(409, 'other_offering', 'A place can only move to another date of the same class.');
  elsif not private.is_early(about) and not private.is_desk() then
    perform private.fail(409, 'too_late', 'It is too late to change the date. You can still give the place back.');
  elsif not private.has_room((select p from public.pools p where p.id = target.pool_id), 1) then
    perform private.fail(409, 'full', 'Every place of that date is taken.');
  end if;
  update public.bookings b set pool_id = target.pool_id where b.id = about.id;
  perform private.settle_pool(about.pool_id);
  perform private.note('moved', order_id => opened, session_id => to_session, details => jsonb_build_object('booking_id', about.id));
  perform private.add_job('mail.changed', jsonb_build_object('order_id', opened, 'session_id', to_session),
    key => format('changed %s %s %s', about.id, to_session, clock_timestamp()));
  if target.starts_at > now() + interval '26 hours' then
    perform private.add_job('mail.reminder', jsonb_build_object('order_id', opened, 'session_id', to_session),
      target.starts_at - interval '24 hours', format('reminder %s %s %s', opened, to_session, target.starts_at));
  end if;
  return private.describe_order(opened);
end
$$;

-- For a booking that began without an account: who signs in with the same, proven address makes it theirs by the link.
create function public.claim_booking(order_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened uuid := private.open_order(order_token);
begin
  if auth.uid() is null then
    raise exception 'Sign in first.' using errcode = '42501', hint = 'sign_in';
  end if;
  update public.orders o set user_id = auth.uid() where o.id = opened and o.user_id is null;
  return private.describe_order(opened);
end
$$;

revoke all on function public.booking_status(text, uuid), public.cancel_bookings(uuid[], text),
  public.move_booking(uuid, uuid, text), public.claim_booking(text) from public;
grant execute on function public.booking_status(text, uuid), public.cancel_bookings(uuid[], text),
  public.move_booking(uuid, uuid, text) to anon, authenticated, service_role;
revoke all on function public.claim_booking(text) from anon;
grant execute on function public.claim_booking(text) to authenticated, service_role;
