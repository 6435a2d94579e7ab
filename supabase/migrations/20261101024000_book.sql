-- From a held place to an order with one booking for each person.

create function private.describe_booked(wanted uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('order_token', l.token, 'order_id', o.id, 'number', o.number, 'state', o.state,
    'method', o.method, 'total_cents', o.total_cents, 'currency', o.currency)
  from public.orders o join private.order_links l on l.order_id = o.id where o.id = wanted
$$;

create function private.seat_order(wanted uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
  perform private.add_timeline_entry('confirmed', order_id => wanted);
end
$$;

-- Writes what attendee_problems() found nothing wrong with. A person who books for themselves is an adult: in a class for
-- children they are outside its ages, birthday or not.
create function private.add_bookings(wanted uuid, held public.holds, people jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
      private.text_of(person, 'note', 1000), private.save_answers(offering.id, person -> 'answers'),
      case when born is null then person ->> 'is_buyer' = 'true' and coalesce(offering.age_to, 200) < 18
        else extract(year from age(begins, born)) < offering.age_from
          or extract(year from age(begins, born)) > coalesce(offering.age_to, 200) end is true,
      'pending', held.price_cents, held.currency, held.policy, held.dates);
  end loop;
end
$$;

create function public.book(hold_token text, booking jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  held public.holds;
  pool public.capacity_pools;
  buyer jsonb := coalesce(booking -> 'buyer', '{}');
  way text := coalesce(booking ->> 'method', 'studio');
  made uuid;
  due integer;
  rules public.booking_settings;
  first_cents integer;
begin
  select h.* into held from public.holds h join private.hold_links l on l.hold_id = h.id where l.token = hold_token;
  if held.id is null then
    perform private.fail(404, 'no_hold', 'This link is not valid: no place is held for it.');
  end if;
  pool := private.lock_pool(held.pool_id);
  select h.* into held from public.holds h where h.id = held.id for update;
  -- Twice the same: a double click, a second tab, a repeated request after a lost answer.
  if held.order_id is not null then
    return private.describe_booked(held.order_id);
  end if;
  if held.state = 'released' then
    perform private.fail(409, 'hold_released', 'This place is no longer held for you.');
  end if;
  perform private.open_session(held.session_id);
  if held.state = 'expired' then
    if not private.has_capacity(pool, held.places) then
      perform private.fail(409, 'hold_expired', 'The time ran out and someone else took the place.');
    end if;
    update public.holds set state = 'live', expires_at = clock_timestamp() + interval '1 minute' where id = held.id;
  end if;
  perform private.fail_problems(private.booking_problems(held, booking));
  select * into rules from public.booking_settings;
  -- Two orders of one household at once: one of them is the first.
  perform private.lock_first_class(private.text_of(buyer, 'email', 254));
  first_cents := private.first_class_cents(held.session_id, private.text_of(buyer, 'email', 254));
  insert into public.orders (number, state, user_id, buyer_name, buyer_email, buyer_phone, buyer_address, buyer_tax_number, language, method, currency, total_cents)
  values (private.new_number(), 'pending', private.current_user_id(), private.text_of(buyer, 'name', 120), private.text_of(buyer, 'email', 254),
    private.text_of(buyer, 'phone', 40), private.text_of(buyer, 'address', 300), private.text_of(buyer, 'tax_number', 40),
    private.page_language(booking ->> 'language'), way, held.currency, 0)
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
  perform private.add_timeline_entry('booked', order_id => made, session_id => held.session_id,
    details => jsonb_build_object('places', held.places, 'method', way));
  if due > 0 and way = 'card' then
    update public.holds set expires_at = clock_timestamp() + make_interval(mins => rules.card_hold_min) where id = held.id;
  else
    perform private.seat_order(made);
  end if;
  return private.describe_booked(made);
end
$$;
comment on function public.book is 'Turns a hold into an order.';

-- Staff book for people who use no page: they get the language of their account, or of their last order.
create function private.address_language(address text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.email_language(
    (select u.id from auth.users u where lower(u.email) = lower(address) and u.email_confirmed_at is not null limit 1),
    (select o.language from public.orders o where lower(o.buyer_email) = lower(address) order by o.created_at desc limit 1)
  )
$$;

create function private.first_date(about public.bookings) returns timestamptz language sql stable set search_path = pg_catalog, pg_temp as $$
  select min(starts_at) from public.sessions where pool_id = about.pool_id and starts_at > about.created_at
    and status = 'planned'
$$;

create function private.is_early(about public.bookings) returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(now() <= private.first_date(about) - make_interval(hours => (about.policy ->> 'full_until_h')::integer), false)
$$;

create function private.upcoming_share(about public.bookings) returns numeric language sql stable set search_path = pg_catalog, pg_temp as $$
  select least(1, (select count(*) from public.sessions where pool_id = about.pool_id and status = 'planned'
    and starts_at > now())::numeric / about.dates)
$$;

-- The texts of a session in the other languages: those of its offering, and the names of its room and its teacher.
create function private.session_translations(offering jsonb, room jsonb, teacher jsonb default '{}') returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(language, jsonb_strip_nulls(jsonb_build_object('title', offering -> language -> 'title',
    'slug', offering -> language -> 'slug', 'bring', offering -> language -> 'bring', 'room', room -> language -> 'name',
    'teacher', teacher -> language -> 'name'))), '{}')
  from (select jsonb_object_keys(offering) union select jsonb_object_keys(room) union select jsonb_object_keys(teacher)) l (language)
$$;

create function private.describe_order(wanted uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.describe_booked(o.id) || jsonb_build_object(
    'kind', o.kind, 'buyer', jsonb_build_object('name', o.buyer_name, 'email', private.real_email(o.buyer_email), 'phone', o.buyer_phone),
    'created_at', o.created_at, 'due_at', o.due_at,
    'paid_cents', private.paid_cents(o.id),
    'hold_token', (select l.token from public.holds h join private.hold_links l on l.hold_id = h.id where h.order_id = o.id),
    'hold_expires_at', (select h.expires_at from public.holds h where h.order_id = o.id and h.state = 'live'),
    'bookings', coalesce((select jsonb_agg(jsonb_build_object(
        'id', b.id, 'name', b.name, 'state', b.state, 'price_cents', b.price_cents, 'voucher_cents', b.voucher_cents,
        'by_pass', b.pass_id is not null, 'retained_cents', b.retained_cents, 'policy', b.policy, 'pool_id', b.pool_id,
        'is_outside_age', b.is_outside_age, 'cancelled_by', b.cancelled_by,
        'gets_back', case when b.state <> 'seated' then 'nothing' when private.is_early(b) then 'everything'
          when private.upcoming_share(b) > 0 then 'credit' else 'nothing' end
      ) order by b.created_at, b.id) from public.bookings b where b.order_id = o.id), '[]'),
    'dates', coalesce((select jsonb_agg(jsonb_build_object(
        'id', s.id, 'pool_id', s.pool_id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'zone', s.zone, 'status', s.status,
        'sequence', s.sequence, 'is_online', s.is_online, 'room', r.name, 'title', f.title, 'slug', f.slug, 'kind', f.kind, 'discipline', f.discipline,
        'teacher', t.name, 'bring', f.bring, 'translations', private.session_translations(f.translations, r.translations, t.translations)
      ) order by s.starts_at)
      from public.sessions s join public.offerings f on f.id = s.offering_id join public.rooms r on r.id = s.room_id
      left join public.people t on t.id = coalesce(s.teacher_id, f.teacher_id)
      where s.pool_id in (select b.pool_id from public.bookings b where b.order_id = o.id)
        and s.ends_at > o.created_at), '[]'),
    'refunds', coalesce((select jsonb_agg(jsonb_build_object('amount_cents', f.amount_cents, 'method', f.method, 'state', f.state,
        'cause', f.cause, 'reason', f.reason) order by f.created_at) from public.refunds f where f.order_id = o.id), '[]'),
    'credits', coalesce((select jsonb_agg(jsonb_build_object('code', v.code, 'balance_cents', private.voucher_balance(v.id))
        order by v.created_at) from public.vouchers v
        where v.is_active and (v.order_id = o.id or v.booking_id in (select b.id from public.bookings b where b.order_id = o.id))
          and private.voucher_balance(v.id) > 0), '[]'),
    'passes', coalesce((select jsonb_agg(jsonb_build_object('code', p.code, 'entries', private.pass_balance(p.id), 'name', y.name,
        'translations', y.translations, 'is_active', p.is_active, 'valid_until', p.valid_until))
        from public.passes p join public.pass_types y on y.id = p.type_id where p.order_id = o.id), '[]')
  )
  from public.orders o where o.id = wanted
$$;

-- The order that a secret link, or the caller's own account, opens.
create function private.open_order(order_token text, wanted uuid default null) returns uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  opened uuid;
begin
  if order_token is not null then
    select l.order_id into opened from private.order_links l where l.token = order_token;
  else
    select o.id into opened from public.orders o where o.id = wanted and (o.user_id = (select private.current_user_id()) or private.is_staff());
  end if;
  if opened is null then
    perform private.fail(404, 'no_order', 'Booking not found.', '{"message_name":"booking_not_found"}');
  end if;
  return opened;
end
$$;

create function public.booking_status(order_token text default null, order_id uuid default null) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.describe_order(private.open_order(booking_status.order_token, booking_status.order_id))
$$;
comment on function public.booking_status is 'The order that a secret link or the caller''s account opens.';

-- A card order that was not paid: nothing was sold. Vouchers and entries go back.
create function private.expire_order(wanted uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  about public.bookings;
begin
  update public.orders set state = 'lapsed' where id = wanted and state = 'pending';
  if not found then
    return;
  end if;
  for about in update public.bookings set state = 'lapsed' where order_id = wanted and state = 'pending' returning * loop
    perform private.give_credit(about, about.voucher_cents, 'voucher_back');
  end loop;
  update public.holds set state = 'released' where order_id = wanted and state = 'live';
  perform private.add_timeline_entry('lapsed', order_id => wanted);
end
$$;

-- Passes and vouchers that were bought work from the moment they are paid.
create function private.activate_bought(wanted uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.passes set is_active = true where order_id = wanted and not is_active;
  -- Two weeks before a pass ends; one that is valid for less than eight weeks, in its last quarter.
  perform private.add_job('mail.pass_ends', jsonb_build_object('order_id', wanted),
    p.valid_until - least(interval '14 days', (p.valid_until - now()) / 4), 'pass ends ' || p.id)
  from public.passes p where p.order_id = wanted;
  update public.vouchers set is_active = true where order_id = wanted and not is_active;
  if found or exists (select from public.passes where order_id = wanted) then
    perform private.add_job('mail.bought', jsonb_build_object('order_id', wanted), key => 'bought ' || wanted);
  end if;
end
$$;

-- By transfer only where there is an account.
create function public.buy(kind text, buyer jsonb, method text, pass_type text default null, amount_cents integer default null,
  idempotency_key text default null, proof text default null, language text default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  type public.pass_types;
  known jsonb;
  made uuid;
  price integer := amount_cents;
  money text := (select s.currency from public.studio s);
  who jsonb := coalesce(buyer, '{}');
begin
  if not (select s.is_on from public.site_sections s where s.name = 'passes') then
    perform private.fail(404, 'not_sold', 'Passes and vouchers are not sold here.');
  end if;
  if kind = 'pass' then
    select * into type from public.pass_types t where t.id = pass_type and t.is_sold;
    if type.id is null then
      perform private.fail(404, 'no_pass_type', 'Pass not found.', '{"field":"what"}');
    end if;
    price := type.price_cents;
    money := type.currency;
  end if;
  perform private.fail_problems(
    case when kind = 'pass' or kind = 'voucher' and coalesce(amount_cents, 0) between 500 and 50000 then '[]'
      else private.problem('amount', 'bad_amount', 'Enter an amount between 5 and 500.', 'voucher_amount') end
    || private.person_problems(who)
    || case when method = 'transfer' then private.transfer_problems() when method in ('studio', 'card') then '[]'
      else private.problem('method', 'bad_method', 'Choose a payment method.') end);
  known := private.find_answer('buy', idempotency_key);
  if known is not null then
    return private.describe_order((known ->> 'order_id')::uuid);
  end if;
  if not private.use_proof(proof) then
    perform private.count_unproven('buy');
  end if;
  insert into public.orders (number, kind, state, user_id, buyer_name, buyer_email, buyer_phone, buyer_address, buyer_tax_number,
    language, method, currency, total_cents, due_at)
  values (private.new_number(), buy.kind, case when buy.method = 'card' then 'pending' else 'confirmed' end, private.current_user_id(),
    private.cleaned(who, 'name'), private.cleaned(who, 'email'), private.cleaned(who, 'phone'),
    private.text_of(who, 'address', 300), private.text_of(who, 'tax_number', 40), private.page_language(buy.language),
    buy.method, money, price,
    case when buy.method = 'transfer' then now() + make_interval(days => (select transfer_days from public.booking_settings)) end)
  returning id into made;
  insert into private.order_links (order_id, token) values (made, private.new_token());
  if buy.kind = 'pass' then
    with issued as (
      insert into public.passes (code, type_id, order_id, user_id, email, entry_value_cents, valid_until)
      select 'P' || private.new_number(11), type.id, made, private.current_user_id(), o.buyer_email, type.price_cents / type.entries,
        now() + make_interval(days => type.valid_days)
      from public.orders o where o.id = made returning id
    )
    insert into public.pass_entries (pass_id, delta, cause) select id, type.entries, 'bought' from issued;
  else
    with issued as (
      insert into public.vouchers (code, currency, order_id, user_id, email, is_active)
      select 'V' || private.new_number(11), money, made, private.current_user_id(), o.buyer_email, false from public.orders o where o.id = made
      returning id
    )
    insert into public.voucher_entries (voucher_id, delta_cents, order_id, cause) select id, price, made, 'bought' from issued;
  end if;
  perform private.save_answer('buy', idempotency_key, jsonb_build_object('order_id', made));
  perform private.add_timeline_entry('bought', order_id => made, details => jsonb_build_object('kind', buy.kind));
  if buy.method <> 'card' then
    perform private.add_job('mail.confirmation', jsonb_build_object('order_id', made), key => 'confirmation ' || made);
  end if;
  return private.describe_order(made);
end
$$;
comment on function public.buy is 'Buys a pass or a voucher.';

-- ---------- rights ----------
revoke all on function public.book, public.booking_status, public.buy from public, anon, authenticated;
grant execute on function public.book, public.booking_status, public.buy to anon, authenticated, service_role;
