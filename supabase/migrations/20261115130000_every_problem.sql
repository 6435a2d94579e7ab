-- A refused form names every problem it has, each at its field: nobody mends one thing only to be told of the next.
-- Fields are named as the caller wrote them: "email", "attendees.1.born_on", "attendees.0.answers.<question>".

-- Problems are a JSON array in the order in which a person meets the fields; none is an empty one.
create function private.problem(field text, reason text, sentence text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_array(jsonb_build_object('field', field, 'reason', reason, 'message', sentence))
$$;
create function private.refuse_problems(problems jsonb) returns void language plpgsql set search_path = '' as $$
begin
  if jsonb_array_length(problems) > 0 then
    perform private.fail(422, problems -> 0 ->> 'reason', problems -> 0 ->> 'message',
      jsonb_build_object('field', problems -> 0 ->> 'field', 'problems', problems));
  end if;
end
$$;

create function private.cleaned(given jsonb, field text) returns text language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(coalesce(given ->> field, ''), '[\x01-\x1f\x7f]+', ' ', 'g'))
$$;
create or replace function private.text_of(given jsonb, field text, longest integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  value text := private.cleaned(given, field);
begin
  if length(value) > longest then
    perform private.fail(422, 'too_long', format('"%s" is longer than %s characters.', field, longest),
      jsonb_build_object('field', field));
  end if;
  return value;
end
$$;
create function private.length_problems(value text, longest integer, field text) returns jsonb
language sql immutable set search_path = '' as $$
  select case when length(value) > longest
    then private.problem(field, 'too_long', format('Please keep this under %s characters.', longest)) else '[]' end
$$;

create function private.is_email(given text) returns boolean language sql immutable set search_path = '' as $$
  select given ~ '^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$' and length(given) <= 254
$$;
create or replace function private.check_email(given text) returns text language plpgsql immutable set search_path = '' as $$
begin
  if not private.is_email(given) then
    perform private.fail(422, 'bad_email', 'Please give an email address that we can write to.', '{"field":"email"}');
  end if;
  return given;
end
$$;

create function private.person_problems(person jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select case when private.cleaned(person, 'name') = '' then private.problem('name', 'name_missing', 'Please tell us your name.')
      else private.length_problems(private.cleaned(person, 'name'), 120, 'name') end
    || case when private.is_email(private.cleaned(person, 'email')) then '[]'
      else private.problem('email', 'bad_email', 'Please give an email address that we can write to.') end
    || private.length_problems(private.cleaned(person, 'phone'), 40, 'phone')
$$;

-- ---------- what an offering asks ----------
create function private.answer_problems(offering uuid, given jsonb, prefix text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  question public.questions;
  value text;
  field text;
  problems jsonb := '[]';
begin
  for question in select * from public.questions where offering_id = offering order by position loop
    value := private.cleaned(coalesce(given, '{}'), question.id::text);
    field := prefix || question.id;
    if value = '' and question.is_required then
      problems := problems || private.problem(field, 'answer_missing', format('Please answer: %s', question.label));
    elsif value <> '' and question.kind = 'choice' and not value = any (question.choices)
      or value <> '' and question.kind = 'yes_no' and value not in ('yes', 'no') then
      problems := problems || private.problem(field, 'bad_answer',
        format('Please choose one of the answers: %s', question.label));
    else
      problems := problems || private.length_problems(value, 1000, field);
    end if;
  end loop;
  return problems;
end
$$;
-- By the words of the question, as they were when it was answered; what was not asked is left out.
create function private.kept_answers(offering uuid, given jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(q.label, private.cleaned(given, q.id::text)), '{}')
  from public.questions q where q.offering_id = offering and private.cleaned(given, q.id::text) <> ''
$$;
drop function private.check_answers(uuid, jsonb);

-- ---------- who comes ----------
create function private.own_participant(wanted text) returns public.participants
language sql stable security definer set search_path = '' as $$
  select p.* from public.participants p join public.guardians g on g.household_id = p.household_id
  where p.id::text = wanted and g.user_id = auth.uid()
$$;
-- A date of birth, or nothing: null for what is no date, and for one that cannot be.
create function private.read_birthday(given text) returns date language plpgsql stable set search_path = '' as $$
declare
  born date;
begin
  born := given::date;
  return case when born between date '1900-01-02' and current_date then born end;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end
$$;
create function private.attendee_problems(offering uuid, person jsonb, prefix text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  problems jsonb := '[]';
  born text := btrim(coalesce(person ->> 'born_on', ''));
begin
  if coalesce(person ->> 'participant_id', '') <> '' then
    if (private.own_participant(person ->> 'participant_id')).id is null then
      problems := private.problem(prefix || 'participant_id', 'no_such_person', 'This person is not of your family.');
    end if;
  else
    if private.cleaned(person, 'name') = '' then
      problems := private.problem(prefix || 'name', 'name_missing', 'Please give a name for this place.');
    end if;
    problems := problems || private.length_problems(private.cleaned(person, 'name'), 120, prefix || 'name');
    if born <> '' and private.read_birthday(born) is null then
      problems := problems || private.problem(prefix || 'born_on', 'bad_date',
        'A date of birth looks like 2015-04-30, and lies behind us.');
    end if;
  end if;
  return problems || private.length_problems(private.cleaned(person, 'note'), 1000, prefix || 'note')
    || private.answer_problems(offering, person -> 'answers', prefix || 'answers.');
end
$$;
-- Writes what attendee_problems() found nothing wrong with.
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
      born is not null and (extract(year from age(begins, born)) < offering.age_from
        or extract(year from age(begins, born)) > coalesce(offering.age_to, 200)),
      'pending', held.price_cents, held.currency, held.policy, held.dates);
  end loop;
end
$$;

-- ---------- how it is paid ----------
create function private.pass_problems(given text, needed integer, dates integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  pass public.passes;
begin
  select * into pass from public.passes p where p.code = upper(btrim(coalesce(given, '')));
  if pass.id is null or not pass.is_active or pass.valid_until <= now() then
    return private.problem('pass_code', 'no_pass', 'There is no pass with this code, or it has run out.');
  elsif dates > 1 then
    return private.problem('pass_code', 'not_for_courses', 'A pass is for single dates, not for a whole course.');
  elsif private.pass_balance(pass.id) < needed then
    return private.problem('pass_code', 'pass_empty', format('This pass has %s entries left.', private.pass_balance(pass.id)));
  end if;
  return '[]';
end
$$;
create or replace function private.spend_pass(code text, wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pass public.passes;
  needed integer;
  dates integer;
begin
  -- Locked first: of two orders at once, the second sees what the first has left.
  select * into pass from public.passes p where p.code = upper(btrim(spend_pass.code)) for update;
  select count(*), coalesce(max(b.dates), 1) into needed, dates from public.bookings b where b.order_id = wanted;
  perform private.refuse_problems(private.pass_problems(spend_pass.code, needed, dates));
  insert into public.pass_entries (pass_id, delta, booking_id, reason)
  select pass.id, -1, id, 'entry' from public.bookings where order_id = wanted;
  update public.bookings set pass_id = pass.id where order_id = wanted;
end
$$;
create function private.voucher_problems(given text, currency text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  voucher public.vouchers;
begin
  select * into voucher from public.vouchers v where v.code = upper(btrim(given));
  if voucher.id is null or not voucher.is_active then
    return private.problem('voucher_code', 'no_voucher', 'There is no voucher with this code.');
  elsif private.voucher_balance(voucher.id) <= 0 then
    return private.problem('voucher_code', 'voucher_empty', 'This voucher has been used up.');
  elsif voucher.currency <> voucher_problems.currency then
    return private.problem('voucher_code', 'other_currency', 'This voucher is in another currency.');
  end if;
  return '[]';
end
$$;
create or replace function private.spend_voucher(code text, wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  left_cents integer;
  booking public.bookings;
  used integer := 0;
begin
  select * into voucher from public.vouchers v where v.code = upper(btrim(spend_voucher.code)) for update;
  perform private.refuse_problems(private.voucher_problems(spend_voucher.code,
    (select o.currency from public.orders o where o.id = wanted)));
  left_cents := private.voucher_balance(voucher.id);
  for booking in select * from public.bookings where order_id = wanted order by created_at, id loop
    exit when used >= left_cents;
    update public.bookings set voucher_cents = least(left_cents - used, price_cents) where id = booking.id;
    used := used + least(left_cents - used, booking.price_cents);
  end loop;
  if used > 0 then
    insert into public.voucher_entries (voucher_id, delta_cents, order_id, reason) values (voucher.id, -used, wanted, 'spent');
  end if;
end
$$;

-- ---------- the whole form ----------
create function private.booking_problems(held public.holds, booking jsonb) returns jsonb
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
  elsif way = 'pass' then
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
  insert into public.orders (number, state, user_id, buyer_name, buyer_email, buyer_phone, method, currency, total_cents)
  values (private.new_number(), 'pending', auth.uid(), private.text_of(buyer, 'name', 120), private.text_of(buyer, 'email', 254),
    private.text_of(buyer, 'phone', 40), way, held.currency, 0)
  returning id into made;
  insert into private.order_links (order_id, token) values (made, private.new_token());
  perform private.add_bookings(made, held, booking -> 'attendees');
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
