-- What the site promises is what is charged and asked: the price of a first class, transfers only where there is an
-- account and time for them, ages for adults too, an accepted offer with its own deadline, and parties that move together.

-- ---------- the price of a first class ----------
-- What one place of this date costs somebody whose household has never come to a class; null where there is no such
-- price, or they have. A place that was cancelled in time, or never paid, does not count.
create function private.first_class_cents(wanted uuid, email text) returns integer
language sql stable security definer set search_path = '' as $$
  select t.first_class_price_cents
  from public.studio t, public.sessions d join public.offerings f on f.id = d.offering_id
  where d.id = wanted and f.kind = 'class' and f.currency = t.currency and t.first_class_price_cents < f.price_cents
    and not exists (
      select from public.orders o join public.bookings b on b.order_id = o.id
      where (b.state in ('pending', 'seated') or b.kept_cents > 0)
        and exists (select from public.sessions s join public.offerings c on c.id = s.offering_id
          where s.pool_id = b.pool_id and c.kind = 'class')
        and (lower(o.buyer_email) = lower(first_class_cents.email) or o.user_id = auth.uid()
          or b.participant_id in (select p.id from public.participants p
            join public.guardians g on g.household_id = p.household_id where g.user_id = auth.uid())))
$$;
revoke all on function private.first_class_cents(uuid, text) from public, anon, authenticated;

-- For the form, before anybody has typed an address: of a guest nothing is known yet.
create function public.first_class_price(session_id uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select private.first_class_cents(session_id, coalesce((select u.email from auth.users u where u.id = auth.uid()), ''))
$$;
revoke all on function public.first_class_price(uuid) from public;
grant execute on function public.first_class_price(uuid) to anon, authenticated, service_role;

-- ---------- bank transfers ----------
-- Until when a transfer for these dates must have arrived: never after the first of them has begun.
create function private.transfer_due(wanted_session uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(now() + make_interval(days => b.transfer_days), s.starts_at)
  from public.booking_settings b, public.sessions s where s.id = wanted_session
$$;
revoke all on function private.transfer_due(uuid) from public, anon, authenticated;

create function private.transfer_problems(wanted_session uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select btrim(b.transfer_account) from public.booking_settings b) = '' then
    return private.problem('method', 'no_account', 'Bank transfer is not possible here. Choose another way to pay.');
  elsif (select s.starts_at < now() + interval '24 hours' from public.sessions s where s.id = wanted_session) then
    return private.problem('method', 'too_late_for_transfer',
      'A bank transfer would not arrive before it begins. Choose another way to pay.');
  end if;
  return '[]';
end
$$;
revoke all on function private.transfer_problems(uuid) from public, anon, authenticated;

create or replace function private.booking_problems(held public.holds, booking jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  problems jsonb := private.person_problems(coalesce(booking -> 'buyer', '{}'));
  people jsonb := booking -> 'attendees';
  way text := coalesce(booking ->> 'method', 'desk');
  voucher text := btrim(coalesce(booking ->> 'voucher_code', ''));
  offering uuid := (select s.offering_id from public.sessions s where s.id = held.session_id);
begin
  if jsonb_typeof(people) is distinct from 'array' or jsonb_array_length(people) <> held.places then
    problems := problems || private.problem('attendees', 'bad_attendees', format('Please name exactly %s.',
      case held.places when 1 then 'one person' else held.places || ' people' end));
  else
    for place in 0 .. held.places - 1 loop
      problems := problems || private.attendee_problems(offering, people -> place, format('attendees.%s.', place));
    end loop;
  end if;
  if way not in ('desk', 'transfer', 'card', 'pass') then
    problems := problems || private.problem('method', 'bad_method', 'There is no such way to pay.');
  elsif way = 'transfer' then
    problems := problems || private.transfer_problems(held.session_id);
  end if;
  if way = 'pass' then
    problems := problems || private.pass_problems(booking ->> 'pass_code', held.places, held.dates);
  elsif voucher <> '' then
    problems := problems || private.voucher_problems(voucher, held.currency);
  end if;
  if booking ->> 'accepts_policy' is distinct from 'true' then
    problems := problems || private.problem('accepts_policy', 'policy', 'Please agree to what holds when you cannot come.');
  end if;
  return problems;
end
$$;
create or replace function public.book(hold_token text, booking jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  held public.holds;
  pool public.pools;
  buyer jsonb := coalesce(booking -> 'buyer', '{}');
  way text := coalesce(booking ->> 'method', 'desk');
  made uuid;
  due integer;
  rules public.booking_settings;
  first_cents integer;
begin
  select h.* into held from public.holds h join private.hold_links l on l.hold_id = h.id where l.token = hold_token;
  if held.id is null then
    perform private.fail(404, 'no_hold', 'This link holds no place.');
  end if;
  pool := private.lock_pool(held.pool_id);
  select h.* into held from public.holds h where h.id = held.id for update;
  -- Twice the same: a double click, a second tab, a repeated request after a lost answer.
  if held.order_id is not null then
    return private.describe_booked(held.order_id);
  end if;
  if held.state = 'released' then
    perform private.fail(409, 'hold_released', 'This place was let go.');
  end if;
  perform private.open_session(held.session_id);
  if held.state = 'expired' then
    if not private.has_room(pool, held.places) then
      perform private.fail(409, 'hold_expired', 'The time ran out and the place went to somebody else.');
    end if;
    update public.holds set state = 'live', expires_at = clock_timestamp() + interval '1 minute' where id = held.id;
  end if;
  perform private.refuse_problems(private.booking_problems(held, booking));
  select * into rules from public.booking_settings;
  -- Two orders of one person at once: one of them is the first.
  perform pg_advisory_xact_lock(hashtext('first class'), hashtext(lower(private.text_of(buyer, 'email', 254))));
  first_cents := private.first_class_cents(held.session_id, private.text_of(buyer, 'email', 254));
  insert into public.orders (number, state, user_id, buyer_name, buyer_email, buyer_phone, method, currency, total_cents)
  values (private.new_number(), 'pending', auth.uid(), private.text_of(buyer, 'name', 120), private.text_of(buyer, 'email', 254),
    private.text_of(buyer, 'phone', 40), way, held.currency, 0)
  returning id into made;
  insert into private.order_links (order_id, token) values (made, private.new_token());
  perform private.add_bookings(made, held, booking -> 'attendees');
  if first_cents is not null and way <> 'pass' then
    update public.bookings b set price_cents = first_cents
    where b.id = (select f.id from public.bookings f where f.order_id = made order by f.created_at, f.id limit 1);
  end if;
  if way = 'pass' then
    perform private.spend_pass(coalesce(booking ->> 'pass_code', ''), made);
  elsif btrim(coalesce(booking ->> 'voucher_code', '')) <> '' then
    perform private.spend_voucher(booking ->> 'voucher_code', made);
  end if;
  due := private.order_due(made);
  update public.orders set total_cents = due,
    method = case when way = 'pass' then 'pass' when due = 0 then 'none' else way end,
    due_at = case when due > 0 and way = 'transfer' then private.transfer_due(held.session_id) end
  where id = made;
  update public.holds set order_id = made where id = held.id;
  perform private.note('booked', order_id => made, session_id => held.session_id,
    details => jsonb_build_object('places', held.places, 'method', way));
  if due > 0 and way = 'card' then
    update public.holds set expires_at = clock_timestamp() + make_interval(mins => rules.card_hold_min) where id = held.id;
  else
    perform private.seat_order(made);
  end if;
  return private.describe_booked(made);
end
$$;

-- A pass or a voucher is bought by transfer only where there is an account.
create or replace function public.buy(kind text, buyer jsonb, method text, pass_type text default null, amount_cents integer default null,
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
    || case when method = 'transfer' then private.transfer_problems() when method in ('desk', 'card') then '[]'
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

-- At the desk staff know best how it will be paid; only the deadline must fit.
create or replace function public.desk_book(session_id uuid, buyer jsonb, attendees jsonb, method text default 'desk',
  paid_by text default null, queue_reason text default null, idempotency_key text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted public.sessions;
  offering public.offerings;
  pool public.pools;
  known jsonb;
  made uuid;
  person jsonb;
  member public.participants;
  full_name text;
  born date;
  account uuid;
  address text := private.text_of(coalesce(buyer, '{}'), 'email', 254);
  count_dates integer;
begin
  perform private.require_desk();
  known := private.answered('desk book', idempotency_key);
  if known is not null then
    return public.desk_order((known ->> 'order_id')::uuid);
  end if;
  select * into wanted from public.sessions s where s.id = desk_book.session_id;
  if wanted.id is null then
    perform private.fail(404, 'no_session', 'There is no such date.', '{"field":"session"}');
  elsif wanted.status = 'cancelled' then
    perform private.fail(409, 'cancelled', 'This date was cancelled.', '{"field":"session"}');
  elsif wanted.ends_at <= now() then
    perform private.fail(409, 'over', 'This date is over.', '{"field":"session"}');
  elsif jsonb_typeof(attendees) is distinct from 'array' or jsonb_array_length(attendees) not between 1 and 20 then
    perform private.fail(422, 'bad_attendees', 'Please name between 1 and 20 people.', '{"field":"attendees"}');
  elsif private.text_of(buyer, 'name', 120) = '' then
    perform private.fail(422, 'name_missing', 'Please write down who books.', '{"field":"name"}');
  elsif method not in ('desk', 'transfer') then
    perform private.fail(422, 'bad_method', 'At the desk it is paid in hand or by transfer.', '{"field":"method"}');
  end if;
  address := case when address = '' then 'nobody@invalid' else private.check_email(address) end;
  pool := private.lock_pool(wanted.pool_id);
  if pool.seats + pool.held + pool.offered + jsonb_array_length(attendees) > pool.capacity then
    perform private.fail(409, 'full', format('Only %s left.', greatest(0, pool.capacity - pool.seats - pool.held - pool.offered)),
      '{"field":"session"}');
  elsif pool.waiting > 0 and length(btrim(coalesce(queue_reason, ''))) < 3 then
    perform private.fail(409, 'people_wait', 'People wait for this date. Passing them needs a written reason.', '{"field":"queue_reason"}');
  end if;
  select * into offering from public.offerings o where o.id = wanted.offering_id;
  count_dates := private.dates_to_come(wanted.pool_id, offering.kind);
  insert into public.orders (number, state, buyer_name, buyer_email, buyer_phone, method, currency, total_cents)
  values (private.new_number(), 'pending', private.text_of(buyer, 'name', 120), address, private.text_of(buyer, 'phone', 40),
    desk_book.method, offering.currency, 0) returning id into made;
  insert into private.order_links (order_id, token) values (made, private.new_token());
  for person in select value from jsonb_array_elements(attendees) loop
    member := null;
    if coalesce(person ->> 'participant_id', '') <> '' then
      select p.* into member from public.participants p where p.id::text = person ->> 'participant_id';
      if member.id is null then
        perform private.fail(422, 'no_such_person', 'There is no such person.', '{"field":"attendees"}');
      end if;
      account := coalesce(account, (select g.user_id from public.guardians g where g.household_id = member.household_id
        order by g.since limit 1));
    end if;
    full_name := coalesce(member.name, private.text_of(person, 'name', 120));
    if full_name = '' then
      perform private.fail(422, 'name_missing', 'Please give a name for every place.', '{"field":"attendees"}');
    end if;
    born := member.born_on;
    insert into public.bookings (order_id, pool_id, participant_id, name, born_on, note, is_outside_age, state, price_cents, currency,
      policy, dates)
    select made, wanted.pool_id, member.id, full_name, born, private.text_of(person, 'note', 1000),
      born is not null and (extract(year from age(wanted.local_date, born)) < offering.age_from
        or extract(year from age(wanted.local_date, born)) > coalesce(offering.age_to, 200)),
      'pending', offering.price_cents * count_dates, offering.currency, to_jsonb(c), count_dates
    from public.cancellation_policies c where c.id = offering.policy_id;
  end loop;
  update public.orders o set user_id = account, total_cents = private.order_due(made),
    method = case when private.order_due(made) = 0 then 'none' else o.method end,
    due_at = case when desk_book.method = 'transfer' and private.order_due(made) > 0
      then greatest(now(), private.transfer_due(wanted.id)) end
  where o.id = made;
  perform private.note('booked at the desk', order_id => made, session_id => wanted.id,
    details => jsonb_strip_nulls(jsonb_build_object('places', jsonb_array_length(attendees), 'queue_reason', nullif(btrim(queue_reason), ''))));
  perform private.seat_order(made);
  if paid_by is not null and private.order_due(made) > 0 then
    perform public.record_payment(made, private.order_due(made), paid_by);
  end if;
  perform private.remember('desk book', idempotency_key, jsonb_build_object('order_id', made));
  return public.desk_order(made);
end
$$;

-- ---------- ages ----------
-- Whoever books for themselves is grown up: in a class for children they are outside its ages, birthday or not.
create or replace function private.add_bookings(wanted uuid, held public.holds, people jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  offering public.offerings;
  begins date;
  person jsonb;
  member public.participants;
  born date;
begin
  select o.* into offering from public.sessions s join public.offerings o on o.id = s.offering_id where s.id = held.session_id;
  select local_date into begins from public.sessions where id = held.session_id;
  for person in select value from jsonb_array_elements(people) loop
    member := private.own_participant(person ->> 'participant_id');
    born := coalesce(member.born_on, private.read_birthday(nullif(btrim(coalesce(person ->> 'born_on', '')), '')));
    insert into public.bookings (order_id, pool_id, participant_id, name, born_on, note, answers, is_outside_age, state,
      price_cents, currency, policy, dates)
    values (wanted, held.pool_id, member.id, coalesce(member.name, private.text_of(person, 'name', 120)), born,
      private.text_of(person, 'note', 1000), private.kept_answers(offering.id, person -> 'answers'),
      case when born is null then person ->> 'is_buyer' = 'true' and coalesce(offering.age_to, 200) < 18
        else extract(year from age(begins, born)) < offering.age_from
          or extract(year from age(begins, born)) > coalesce(offering.age_to, 200) end is true,
      'pending', held.price_cents, held.currency, held.policy, held.dates);
  end loop;
end
$$;

-- ---------- an accepted offer keeps its deadline, and what was said when joining ----------
create or replace function public.accept_offer(wait_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  entry public.wait_entries := private.open_wait(wait_token);
  for_session uuid;
  made uuid;
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
    made := private.make_hold(for_session, entry.places, entry.id);
    update public.holds h set expires_at = greatest(h.expires_at,
      least(entry.offer_ends_at, (select s.starts_at from public.sessions s where s.id = for_session)))
    where h.id = made;
    perform private.note('accepted the offer', wait_id => entry.id);
  elsif entry.state <> 'accepted' then
    perform private.fail(409, case entry.state when 'waiting' then 'no_offer' else 'offer_over' end,
      case entry.state when 'waiting' then 'No place has been offered yet.'
        else 'This offer is over: the place went on to the next in line.' end);
  end if;
  return private.describe_wait(entry.id);
end
$$;
create or replace function private.describe_hold(wanted uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'hold_token', l.token, 'state', case when h.state = 'live' and h.expires_at <= clock_timestamp() then 'expired' else h.state end,
    'session_id', h.session_id, 'places', h.places,
    'expires_at', h.expires_at, 'created_at', h.created_at,
    'seconds_left', greatest(0, floor(extract(epoch from h.expires_at - clock_timestamp())))::integer,
    'price_cents', h.price_cents, 'currency', h.currency, 'policy', h.policy, 'dates', h.dates,
    'person', (select jsonb_build_object('name', w.name, 'email', w.email, 'phone', w.phone)
      from public.wait_entries w where w.id = h.wait_id),
    'order_token', (select o.token from private.order_links o where o.order_id = h.order_id)
  )
  from public.holds h join private.hold_links l on l.hold_id = h.id where h.id = wanted
$$;

-- ---------- a party moves together or one by one ----------
-- To another date of the same offering, at the price and policy of the first one: all of the places, or none.
create function public.move_bookings(booking_ids uuid[], to_session uuid, order_token text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
    perform private.fail(404, 'no_booking', 'There is no such place in this booking.');
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
    perform private.fail(409, 'not_seated', 'This place was given back already.');
  elsif exists (select from public.bookings b where b.id = any (moving) and b.dates > 1)
    or (select count(*) from public.sessions s where s.pool_id = target.pool_id) > 1 then
    perform private.fail(409, 'course', 'The dates of a course belong together.');
  elsif exists (select from unnest(old_pools) p where not exists (
    select from public.sessions s where s.pool_id = p and s.offering_id = target.offering_id)) then
    perform private.fail(409, 'other_offering', 'A place can only move to another date of the same class.');
  elsif not private.is_desk() and exists (select from public.bookings b where b.id = any (moving) and not private.is_early(b)) then
    perform private.fail(409, 'too_late', 'It is too late to change the date. You can still give the place back.');
  elsif not private.has_room((select p from public.pools p where p.id = target.pool_id), cardinality(moving)) then
    perform private.fail(409, 'full', case when cardinality(moving) = 1 then 'Every place of that date is taken.'
      else format('That date does not have %s places left.', cardinality(moving)) end);
  end if;
  update public.bookings b set pool_id = target.pool_id where b.id = any (moving);
  foreach pool in array old_pools loop
    perform private.settle_pool(pool);
  end loop;
  perform private.note('moved', order_id => opened, session_id => to_session,
    details => jsonb_build_object('booking_id', moving[1], 'places', cardinality(moving)));
  perform private.add_job('mail.changed', jsonb_build_object('order_id', opened, 'session_id', to_session, 'left_session_ids',
      (select jsonb_agg(s.id) from public.sessions s where s.pool_id = any (old_pools))),
    key => format('changed %s %s %s', moving[1], to_session, clock_timestamp()));
  if target.starts_at > now() + interval '26 hours' then
    perform private.add_job('mail.reminder', jsonb_build_object('order_id', opened, 'session_id', to_session),
      target.starts_at - interval '24 hours', format('reminder %s %s %s', opened, to_session, target.starts_at));
  end if;
  return private.describe_order(opened);
end
$$;
revoke all on function public.move_bookings(uuid[], uuid, text) from public;
grant execute on function public.move_bookings(uuid[], uuid, text) to anon, authenticated, service_role;

create or replace function public.move_booking(booking_id uuid, to_session uuid, order_token text default null) returns jsonb
language sql security definer set search_path = '' as $$
  select public.move_bookings(array[booking_id], to_session, order_token)
$$;

-- ---------- sample content stays away from customers ----------
-- Once the studio has an owner, its sample classes can be looked at and tried by staff, but nobody else books them.
create or replace function private.open_session(wanted uuid) returns public.sessions
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
  elsif not private.is_desk() and exists (select from public.offerings o where o.id = found_session.offering_id and o.is_demo)
    and exists (select from private.setup u where u.used_at is not null) then
    perform private.fail(409, 'sample', 'This class is a sample and cannot be booked.');
  elsif found_session.starts_at <= now() then
    perform private.fail(409, 'begun', 'This date has begun.');
  end if;
  return found_session;
end
$$;

-- Studios that were set up before: the sample account, phone and first price are nobody's.
update public.booking_settings set transfer_account = '' where transfer_account like 'PT50 0000 0000 0000%'
  and exists (select from private.setup u where u.used_at is not null);
update public.pass_types set is_sold = false where is_demo and exists (select from private.setup u where u.used_at is not null);
update public.studio set phone = '', phone_hours = '' where phone = '+00 22 555 0140'
  and exists (select from private.setup u where u.used_at is not null);
