-- book(): from a held place to an order with one booking for each person.

create function private.text_of(given jsonb, field text, longest integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  value text := btrim(regexp_replace(coalesce(given ->> field, ''), '[\x01-\x1f\x7f]+', ' ', 'g'));
begin
  if length(value) > longest then
    perform private.fail(422, 'too_long', format('"%s" is longer than %s characters.', field, longest),
      jsonb_build_object('field', field));
  end if;
  return value;
end
$$;

create function private.check_email(given text) returns text language plpgsql immutable set search_path = '' as $$
begin
  if given !~ '^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$' or length(given) > 254 then
    perform private.fail(422, 'bad_email', 'Please give an email address that we can write to.', '{"field":"email"}');
  end if;
  return given;
end
$$;

-- Answers in the form that the offering asks for; what it does not ask is left out.
create function private.check_answers(offering uuid, given jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  question public.questions;
  value text;
  kept jsonb := '{}';
begin
  for question in select * from public.questions where offering_id = offering order by position loop
    value := private.text_of(coalesce(given, '{}'), question.id::text, 1000);
    if value = '' and question.is_required then
      perform private.fail(422, 'answer_missing', format('Please answer: %s', question.label),
        jsonb_build_object('field', 'question-' || question.id));
    elsif value <> '' and question.kind = 'choice' and not value = any (question.choices)
      or value <> '' and question.kind = 'yes_no' and value not in ('yes', 'no') then
      perform private.fail(422, 'bad_answer', format('Please choose one of the answers: %s', question.label),
        jsonb_build_object('field', 'question-' || question.id));
    end if;
    if value <> '' then
      kept := kept || jsonb_build_object(question.label, value);
    end if;
  end loop;
  return kept;
end
$$;

create function private.voucher_balance(voucher uuid) returns integer language sql stable set search_path = '' as $$
  select coalesce(sum(delta_cents), 0)::integer from public.voucher_entries where voucher_id = voucher
$$;
create function private.pass_balance(pass uuid) returns integer language sql stable set search_path = '' as $$
  select coalesce(sum(delta), 0)::integer from public.pass_entries where pass_id = pass
$$;

-- Takes entries from a pass, one for each booking of the order.
create function private.spend_pass(code text, wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pass public.passes;
  needed integer := (select count(*) from public.bookings where order_id = wanted);
begin
  select * into pass from public.passes p where p.code = upper(btrim(spend_pass.code)) for update;
  if pass.id is null or not pass.is_active or pass.valid_until <= now() then
    perform private.fail(422, 'no_pass', 'There is no pass with this code, or it has run out.', '{"field":"pass_code"}');
  elsif exists (select from public.bookings where order_id = wanted and dates > 1) then
    perform private.fail(422, 'not_for_courses', 'A pass is for single dates, not for a whole course.', '{"field":"pass_code"}');
  elsif private.pass_balance(pass.id) < needed then
    perform private.fail(422, 'pass_empty',
      format('This pass has %s entries left.', private.pass_balance(pass.id)), '{"field":"pass_code"}');
  end if;
  insert into public.pass_entries (pass_id, delta, booking_id, reason)
  select pass.id, -1, id, 'entry' from public.bookings where order_id = wanted;
  update public.bookings set pass_id = pass.id where order_id = wanted;
end
$$;

-- Takes as much as a voucher holds, at most the price, shared out over the bookings in order.
create function private.spend_voucher(code text, wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  left_cents integer;
  booking public.bookings;
  used integer := 0;
begin
  select * into voucher from public.vouchers v where v.code = upper(btrim(spend_voucher.code)) for update;
  if voucher.id is null or not voucher.is_active then
    perform private.fail(422, 'no_voucher', 'There is no voucher with this code.', '{"field":"voucher_code"}');
  end if;
  left_cents := private.voucher_balance(voucher.id);
  if left_cents <= 0 then
    perform private.fail(422, 'voucher_empty', 'This voucher has been used up.', '{"field":"voucher_code"}');
  end if;
  for booking in select * from public.bookings where order_id = wanted order by created_at, id loop
    if booking.currency <> voucher.currency then
      perform private.fail(422, 'other_currency', 'This voucher is in another currency.', '{"field":"voucher_code"}');
    end if;
    exit when used >= left_cents;
    update public.bookings set voucher_cents = least(left_cents - used, price_cents) where id = booking.id;
    used := used + least(left_cents - used, booking.price_cents);
  end loop;
  if used > 0 then
    insert into public.voucher_entries (voucher_id, delta_cents, order_id, reason) values (voucher.id, -used, wanted, 'spent');
  end if;
end
$$;

-- What an order still asks for in money, from its bookings.
create function private.order_due(wanted uuid) returns integer language sql stable set search_path = '' as $$
  select coalesce(sum(case
    when b.pass_id is not null then 0
    when b.state = 'cancelled' then b.kept_cents
    else b.price_cents - b.voucher_cents end), 0)::integer
  from public.bookings b where b.order_id = wanted
$$;

create function private.add_bookings(wanted uuid, held public.holds, people jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  offering public.offerings;
  begins date;
  person jsonb;
  member public.participants;
  born date;
  full_name text;
begin
  select o.* into offering from public.sessions s join public.offerings o on o.id = s.offering_id where s.id = held.session_id;
  select local_date into begins from public.sessions where id = held.session_id;
  for person in select value from jsonb_array_elements(people) loop
    member := null;
    if coalesce(person ->> 'participant_id', '') <> '' then
      select p.* into member from public.participants p join public.guardians g on g.household_id = p.household_id
      where p.id::text = person ->> 'participant_id' and g.user_id = auth.uid();
      if member.id is null then
        perform private.fail(422, 'no_such_person', 'This person is not of your family.', '{"field":"attendees"}');
      end if;
    end if;
    full_name := coalesce(member.name, private.text_of(person, 'name', 120));
    if full_name = '' then
      perform private.fail(422, 'name_missing', 'Please give a name for every place.', '{"field":"attendees"}');
    end if;
    begin
      born := coalesce(member.born_on, nullif(person ->> 'born_on', '')::date);
    exception when datetime_field_overflow or invalid_datetime_format then
      perform private.fail(422, 'bad_date', 'A date of birth looks like 2015-04-30.', '{"field":"attendees"}');
    end;
    if born is not null and (born > current_date or born < date '1900-01-02') then
      perform private.fail(422, 'bad_date', 'That date of birth cannot be.', '{"field":"attendees"}');
    end if;
    insert into public.bookings (order_id, pool_id, participant_id, name, born_on, note, answers, is_outside_age, state,
      price_cents, currency, policy, dates)
    values (wanted, held.pool_id, member.id, full_name, born, private.text_of(person, 'note', 1000),
      private.check_answers(offering.id, person -> 'answers'),
      born is not null and (extract(year from age(begins, born)) < offering.age_from
        or extract(year from age(begins, born)) > coalesce(offering.age_to, 200)),
      'pending', held.price_cents, held.currency, held.policy, held.dates);
  end loop;
end
$$;

create function private.describe_booked(wanted uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('order_token', l.token, 'order_id', o.id, 'number', o.number, 'state', o.state,
    'method', o.method, 'total_cents', o.total_cents, 'currency', o.currency)
  from public.orders o join private.order_links l on l.order_id = o.id where o.id = wanted
$$;

create function public.book(hold_token text, booking jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  held public.holds;
  pool public.pools;
  buyer jsonb := coalesce(booking -> 'buyer', '{}');
  people jsonb := booking -> 'attendees';
  way text := coalesce(booking ->> 'method', 'desk');
  made uuid;
  due integer;
  rules public.booking_settings;
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
  if jsonb_typeof(people) is distinct from 'array' or jsonb_array_length(people) <> held.places then
    perform private.fail(422, 'bad_attendees', format('Please name exactly %s.',
      case held.places when 1 then 'one person' else held.places || ' people' end), '{"field":"attendees"}');
  end if;
  if way not in ('desk', 'transfer', 'card', 'pass') then
    perform private.fail(422, 'bad_method', 'There is no such way to pay.', '{"field":"method"}');
  end if;
  if booking ->> 'accepts_policy' is distinct from 'true' then
    perform private.fail(422, 'policy', 'Please agree to what holds when you cannot come.', '{"field":"accepts_policy"}');
  end if;
  if private.text_of(buyer, 'name', 120) = '' then
    perform private.fail(422, 'name_missing', 'Please tell us your name.', '{"field":"name"}');
  end if;
  select * into rules from public.booking_settings;
  insert into public.orders (number, state, user_id, buyer_name, buyer_email, buyer_phone, method, currency, total_cents)
  values (private.new_number(), 'pending', auth.uid(), private.text_of(buyer, 'name', 120),
    private.check_email(private.text_of(buyer, 'email', 254)), private.text_of(buyer, 'phone', 40), way, held.currency, 0)
  returning id into made;
  insert into private.order_links (order_id, token) values (made, private.new_token());
  perform private.add_bookings(made, held, people);
  if way = 'pass' then
    perform private.spend_pass(coalesce(booking ->> 'pass_code', ''), made);
  elsif btrim(coalesce(booking ->> 'voucher_code', '')) <> '' then
    perform private.spend_voucher(booking ->> 'voucher_code', made);
  end if;
  due := private.order_due(made);
  update public.orders set total_cents = due,
    method = case when way = 'pass' then 'pass' when due = 0 then 'none' else way end,
    due_at = case when due > 0 and way = 'transfer' then now() + make_interval(days => rules.transfer_days) end
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
revoke all on function public.book(text, jsonb) from public;
grant execute on function public.book(text, jsonb) to anon, authenticated, service_role;
