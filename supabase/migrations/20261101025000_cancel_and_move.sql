-- Cancelling places of an order, moving them to another session, and the money that follows.

-- Brings the total in line with the bookings and refunds what is paid beyond it, by the same method.
create function private.settle_money(wanted uuid, cause text, about uuid default null) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  too_much integer;
  ordered public.orders;
  way text;
  refund uuid;
begin
  -- Locked before the sum is read: an update that waits would write the sum of before.
  perform from public.orders where id = wanted for no key update;
  update public.orders set total_cents = private.order_due(wanted) where id = wanted returning * into ordered;
  too_much := private.paid_cents(wanted) - ordered.total_cents;
  if too_much <= 0 then
    return 0;
  end if;
  select case p.method when 'card' then 'card' when 'transfer' then 'transfer' else 'studio' end into way
  from public.payments p where p.order_id = wanted order by p.received_at desc limit 1;
  insert into public.refunds (order_id, booking_id, amount_cents, currency, method, cause)
  values (wanted, about, too_much, ordered.currency, way, cause) returning id into refund;
  if way = 'card' then
    perform private.add_job('card.refund', jsonb_build_object('refund_id', refund), key => 'refund ' || refund);
  end if;
  return too_much;
end
$$;

create function private.give_credit(about public.bookings, cents integer, cause text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made uuid;
begin
  if cents <= 0 then
    return;
  end if;
  insert into public.vouchers (code, currency, booking_id, user_id, email)
  select 'C' || private.new_number(11), about.currency, about.id, o.user_id, o.buyer_email
  from public.orders o where o.id = about.order_id returning id into made;
  insert into public.voucher_entries (voucher_id, delta_cents, order_id, cause) values (made, cents, about.order_id, cause);
end
$$;

-- Frees one seat, once: a booking that is not seated is left as it is. The pool is locked by the caller.
create function private.cancel_booking(wanted uuid, canceller text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
  if not is_full and private.upcoming_share(about) = 0 then
    perform private.fail(409, 'begun', 'This date has started, so the booking can no longer be cancelled.',
      '{"message_name":"begun_not_cancellable"}');
  end if;
  is_paid := private.paid_cents(about.order_id) >= (select total_cents from public.orders where id = about.order_id);
  money := case when about.pass_id is null then about.price_cents - about.voucher_cents else 0 end;
  percent := (about.policy ->> 'late_credit_percent')::integer;
  update public.bookings set state = 'cancelled', cancelled_at = clock_timestamp(), cancelled_by = canceller,
    retained_cents = case when is_full then 0 when is_paid then money else money - (money * percent / 100) end,
    seats_when_cancelled = case when is_full then null else (select seats from public.capacity_pools where id = about.pool_id) end
  where id = wanted;
  if is_full then
    perform private.give_credit(about, about.voucher_cents, 'voucher_back');
    if about.pass_id is not null then
      insert into public.pass_entries (pass_id, delta, booking_id, cause) values (about.pass_id, 1, wanted, 'entry_back');
    end if;
  else
    credit := round(private.upcoming_share(about) * percent / 100 * (about.voucher_cents
      + case when is_paid then money else 0 end
      + coalesce((select entry_value_cents from public.passes where id = about.pass_id), 0)));
    perform private.give_credit(about, credit, 'late_cancellation');
  end if;
  return true;
end
$$;

-- Someone took a place that was cancelled late: the rest of the money is refunded. Who came after the cancellation counts
-- once they have paid: otherwise a friend's booking, cancelled in turn, would undo any fee.
create function private.repay_replaced(pool uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  about public.bookings;
  money integer;
  spent integer;
  credit record;
begin
  for about in
    select b.* from public.bookings b join public.capacity_pools p on p.id = b.pool_id
    where b.pool_id = pool and b.state = 'cancelled' and b.seats_when_cancelled <= p.seats - (
      select count(*) from public.bookings n join public.orders o on o.id = n.order_id
      where n.pool_id = pool and n.state = 'seated' and o.confirmed_at > b.cancelled_at and o.total_cents > o.paid_cents)
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
        insert into public.voucher_entries (voucher_id, delta_cents, order_id, cause)
        values (credit.id, -credit.balance, about.order_id, 'replaced_by_full_repayment');
      end if;
    end loop;
    update public.bookings set retained_cents = least(spent, money), seats_when_cancelled = null where id = about.id;
    perform private.give_credit(about, about.voucher_cents - greatest(0, spent - money), 'voucher_back');
    if about.pass_id is not null and spent = 0 then
      insert into public.pass_entries (pass_id, delta, booking_id, cause) values (about.pass_id, 1, about.id, 'entry_back');
    end if;
    perform private.settle_money(about.order_id, 'someone_else_took_the_place', about.id);
    perform private.add_job('mail.replaced', jsonb_build_object('order_id', about.order_id, 'booking_id', about.id),
      key => 'replaced ' || about.id);
    perform private.add_timeline_entry('replaced', order_id => about.order_id);
  end loop;
end
$$;

create function private.cancel_places(opened uuid, booking_ids uuid[], canceller text, more jsonb default '{}') returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  pool uuid;
  wanted uuid;
  cancelled uuid[] := '{}';
begin
  if exists (select from public.bookings b where b.id = any (booking_ids) and b.order_id <> opened) then
    perform private.fail(404, 'no_booking', 'Some of these places do not belong to this booking.',
      '{"message_name":"places_of_another_booking"}');
  end if;
  for pool in select distinct b.pool_id from public.bookings b where b.id = any (booking_ids) order by 1 loop
    perform private.lock_pool(pool);
  end loop;
  perform from public.orders o where o.id = opened for update;
  for wanted in select b.id from public.bookings b where b.id = any (booking_ids) order by b.id loop
    if private.cancel_booking(wanted, canceller) then
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
    perform private.add_timeline_entry('cancelled', order_id => opened,
      details => jsonb_build_object('places', cardinality(cancelled)) || more);
    perform private.add_job('mail.cancellation', jsonb_build_object('order_id', opened, 'booking_ids', to_jsonb(cancelled)));
  end if;
  return cardinality(cancelled);
end
$$;

create function public.cancel_bookings(booking_ids uuid[], order_token text default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  opened uuid := private.open_order(order_token,
    (select b.order_id from public.bookings b where b.id = any (booking_ids) limit 1));
begin
  perform private.cancel_places(opened, booking_ids, 'guest');
  return private.describe_order(opened);
end
$$;
comment on function public.cancel_bookings is 'Cancels bookings under the policy they were booked with.';

create function public.move_bookings(booking_ids uuid[], to_session uuid, order_token text default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  target public.sessions := private.open_session(to_session);
  opened uuid := private.open_order(order_token, (select b.order_id from public.bookings b where b.id = booking_ids[1]));
  pool uuid;
  old_pools uuid[];
  moving uuid[];
begin
  if coalesce(cardinality(booking_ids), 0) not between 1 and 100 or exists (
    select from unnest(booking_ids) i left join public.bookings b on b.id = i and b.order_id = opened where b.id is null
  ) then
    perform private.fail(404, 'no_booking', 'This place does not belong to this booking.', '{"message_name":"place_of_another_booking"}');
  end if;
  for pool in
    select b.pool_id from public.bookings b where b.id = any (booking_ids) union select target.pool_id order by 1
  loop
    perform private.lock_pool(pool);
  end loop;
  perform from public.bookings b where b.id = any (booking_ids) order by b.id for update;
  select array_agg(b.id), array_agg(distinct b.pool_id) into moving, old_pools
  from public.bookings b where b.id = any (booking_ids) and b.pool_id <> target.pool_id;
  if moving is null then
    return private.describe_order(opened);
  end if;
  if exists (select from public.bookings b where b.id = any (moving) and b.state <> 'seated') then
    perform private.fail(409, 'not_seated', 'This booking was already cancelled.');
  elsif exists (select from public.bookings b where b.id = any (moving) and b.dates > 1)
    or (select count(*) from public.sessions s where s.pool_id = target.pool_id) > 1 then
    perform private.fail(409, 'course', 'The dates of a course cannot be booked or moved one by one.');
  elsif exists (select from unnest(old_pools) p where not exists (
    select from public.sessions s where s.pool_id = p and s.offering_id = target.offering_id)) then
    perform private.fail(409, 'other_offering', 'You can only change to another date of the same class.');
  elsif not private.is_staff() and exists (select from public.bookings b where b.id = any (moving) and not private.is_early(b)) then
    perform private.fail(409, 'too_late', 'It is too late to change the date. You can still cancel the booking.');
  elsif not private.has_capacity((select p from public.capacity_pools p where p.id = target.pool_id), cardinality(moving)) then
    if cardinality(moving) = 1 then
      perform private.fail(409, 'full', 'That date is full.', '{"message_name":"date_full"}');
    end if;
    perform private.fail(409, 'full', format('That date does not have %s places left.', cardinality(moving)),
      jsonb_build_object('message_name', 'date_lacks_places', 'values', jsonb_build_object('count', cardinality(moving))));
  end if;
  update public.bookings b set pool_id = target.pool_id where b.id = any (moving);
  foreach pool in array old_pools loop
    perform private.settle_pool(pool);
  end loop;
  perform private.add_timeline_entry('moved', order_id => opened, session_id => to_session,
    details => jsonb_build_object('booking_id', moving[1], 'places', cardinality(moving)));
  perform private.add_job('mail.changed', jsonb_build_object('order_id', opened, 'session_id', to_session,
      'booking_ids', to_jsonb(moving), 'left_session_ids', (select jsonb_agg(s.id) from public.sessions s where s.pool_id = any (old_pools))),
    key => format('changed %s %s %s', moving[1], to_session, clock_timestamp()));
  if target.starts_at > now() + interval '26 hours' then
    perform private.add_job('mail.reminder', jsonb_build_object('order_id', opened, 'session_id', to_session),
      target.starts_at - interval '24 hours', format('reminder %s %s %s', opened, to_session, target.starts_at));
  end if;
  return private.describe_order(opened);
end
$$;
comment on function public.move_bookings is
  'Moves bookings to another session of the same offering at their old price and policy, all or none.';

create function public.move_booking(booking_id uuid, to_session uuid, order_token text default null) returns jsonb
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select public.move_bookings(array[booking_id], to_session, order_token)
$$;
comment on function public.move_booking is 'Moves one booking to another session of the same offering.';

-- A place that someone waits for is theirs: such a pool reads as full.
create function private.freed_places() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('sessionId', f.id, 'title', f.title, 'translations', f.translations,
    'startsAt', f.starts_at, 'places', f.places) order by f.starts_at, f.id), '[]')
  from (
    select s.id, o.title, private.session_translations(o.translations, '{}') as translations, s.starts_at, p.capacity - p.taken as places
    from public.studio t
    join public.sessions s on s.local_date = (now() at time zone t.zone)::date
    join public.offerings o on o.id = s.offering_id
    join public.capacity_pools p on p.id = s.pool_id
    where s.status = 'planned' and s.starts_at > now() and o.published_at <= now() and p.taken < p.capacity
      and exists (select from public.bookings b where b.pool_id = p.id
        and b.cancelled_at >= timezone(t.zone, (now() at time zone t.zone)::date::timestamp))
    order by s.starts_at, s.id limit 3
  ) f
$$;
comment on function private.freed_places is 'Sessions later today in which a place was cancelled today and can be booked, the next one first.';

-- ---------- rights ----------
revoke all on function private.freed_places from public, anon, authenticated;
revoke all on function public.cancel_bookings, public.move_bookings, public.move_booking from public, anon, authenticated;
grant execute on function public.cancel_bookings, public.move_bookings, public.move_booking to anon, authenticated, service_role;
