-- What is wrong with a booking form: every problem at once, each with its field ("email", "attendees.1.born_on",
-- "attendees.0.answers.<question>").

create function private.person_problems(person jsonb) returns jsonb language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when private.cleaned(person, 'name') = '' then private.problem('name', 'name_missing', 'Enter your name.')
      else private.length_problems(private.cleaned(person, 'name'), 120, 'name') end
    || case when private.is_email(private.cleaned(person, 'email')) then '[]'
      else private.problem('email', 'bad_email', 'Enter a valid email address.') end
    || private.length_problems(private.cleaned(person, 'phone'), 40, 'phone')
$$;

create function private.answer_problems(offering uuid, given jsonb, prefix text) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
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
      problems := problems || private.problem(field, 'answer_missing', format('Answer this question: %s', question.label),
        parameters => jsonb_build_object('question', question.label));
    elsif value <> '' and question.kind = 'choice' and not value = any (question.choices)
      or value <> '' and question.kind = 'yes_no' and value not in ('yes', 'no') then
      problems := problems || private.problem(field, 'bad_answer',
        format('Choose one of the answers: %s', question.label),
        parameters => jsonb_build_object('question', question.label));
    else
      problems := problems || private.length_problems(value, 1000, field);
    end if;
  end loop;
  return problems;
end
$$;

-- By the text of the question when it was answered; what was not asked is left out. Two questions with the same text share one line.
create function private.save_answers(offering uuid, given jsonb) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(a.label, a.answer), '{}')
  from (
    select q.label, string_agg(private.cleaned(given, q.id::text), ', ' order by q.position, q.id) as answer
    from public.questions q where q.offering_id = offering and private.cleaned(given, q.id::text) <> '' group by q.label
  ) a
$$;

create function private.attendee_problems(offering uuid, person jsonb, prefix text) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  problems jsonb := '[]';
  born text := btrim(coalesce(person ->> 'born_on', ''));
begin
  if coalesce(person ->> 'participant_id', '') <> '' then
    if (private.own_participant(person ->> 'participant_id')).id is null then
      problems := private.problem(prefix || 'participant_id', 'no_such_person', 'This person is not in your family.');
    end if;
  else
    if private.cleaned(person, 'name') = '' then
      problems := private.problem(prefix || 'name', 'name_missing', 'Enter a name for this place.', 'place_name_missing');
    end if;
    problems := problems || private.length_problems(private.cleaned(person, 'name'), 120, prefix || 'name');
    if born <> '' then
      problems := problems || private.birthday_text_problem(born, prefix || 'born_on', 'bad_date');
    elsif person ->> 'is_buyer' is distinct from 'true'
      and exists (select from public.offerings o where o.id = offering and o.age_to < 18) then
      problems := problems || private.problem(prefix || 'born_on', 'birthday_missing',
        'Enter the date of birth: this class is for certain ages.');
    end if;
  end if;
  return problems || private.length_problems(private.cleaned(person, 'note'), 1000, prefix || 'note')
    || private.answer_problems(offering, person -> 'answers', prefix || 'answers.');
end
$$;

-- The same person twice on one date: named twice here, or someone of the caller's family who has a place already.
create function private.repetition_problems(held public.holds, people jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  member uuid;
  who text;
  seen text[] := '{}';
  problems jsonb := '[]';
begin
  for place in 0 .. jsonb_array_length(people) - 1 loop
    member := (private.own_participant(people -> place ->> 'participant_id')).id;
    who := coalesce(member::text, lower(private.cleaned(people -> place, 'name')));
    if who <> '' and who = any (seen) or exists (
      select from public.bookings b where b.pool_id = held.pool_id and b.participant_id = member and b.state = 'seated'
    ) then
      problems := problems || private.problem(
        format('attendees.%s.%s', place, case when member is null then 'name' else 'participant_id' end),
        'already_booked', 'This person already has a place on this date.');
    end if;
    seen := seen || who;
  end loop;
  return problems;
end
$$;

create function private.voucher_balance(voucher uuid) returns integer language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(delta_cents), 0)::integer from public.voucher_entries where voucher_id = voucher
$$;

create function private.pass_balance(pass uuid) returns integer language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(delta), 0)::integer from public.pass_entries where pass_id = pass
$$;

create function private.pass_problems(given text, needed integer, dates integer) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  pass public.passes;
begin
  select * into pass from public.passes p where p.code = upper(btrim(coalesce(given, '')));
  if pass.id is null or not pass.is_active or pass.valid_until <= now() then
    return private.problem('pass_code', 'no_pass', 'No valid pass has this code.');
  elsif dates > 1 then
    return private.problem('pass_code', 'not_for_courses', 'A pass can be used for single dates, not for a whole course.');
  elsif private.pass_balance(pass.id) < needed then
    return private.problem('pass_code', 'pass_empty', format('This pass has %s left.',
      case private.pass_balance(pass.id) when 1 then '1 entry' else private.pass_balance(pass.id) || ' entries' end),
      parameters => jsonb_build_object('count', private.pass_balance(pass.id)));
  end if;
  return '[]';
end
$$;

create function private.voucher_problems(given text, currency text) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  voucher public.vouchers;
begin
  select * into voucher from public.vouchers v where v.code = upper(btrim(given));
  if voucher.id is null or not voucher.is_active then
    return private.problem('voucher_code', 'no_voucher', 'No voucher has this code.');
  elsif private.voucher_balance(voucher.id) <= 0 then
    return private.problem('voucher_code', 'voucher_empty', 'This voucher has no credit left.');
  elsif voucher.currency <> voucher_problems.currency then
    return private.problem('voucher_code', 'other_currency', 'This voucher is in another currency.');
  end if;
  return '[]';
end
$$;

-- Until when a transfer for these dates must have arrived: never after the first of them has begun.
create function private.transfer_due(wanted_session uuid) returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select least(now() + make_interval(days => b.transfer_days), s.starts_at)
  from public.booking_settings b, public.sessions s where s.id = wanted_session
$$;

create function private.transfer_problems(wanted_session uuid default null) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select btrim(b.transfer_account) from public.booking_settings b) = '' then
    return private.problem('method', 'no_account', 'Bank transfer is not available. Choose another payment method.', 'transfer_not_available');
  elsif (select s.starts_at < now() + interval '24 hours' from public.sessions s where s.id = wanted_session) then
    return private.problem('method', 'too_late_for_transfer',
      'A bank transfer would arrive too late. Choose another payment method.');
  end if;
  return '[]';
end
$$;

create function private.booking_problems(held public.holds, booking jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  problems jsonb := private.person_problems(coalesce(booking -> 'buyer', '{}'));
  people jsonb := booking -> 'attendees';
  way text := coalesce(booking ->> 'method', 'studio');
  voucher text := btrim(coalesce(booking ->> 'voucher_code', ''));
  offering uuid := (select s.offering_id from public.sessions s where s.id = held.session_id);
begin
  if jsonb_typeof(people) is distinct from 'array' or jsonb_array_length(people) <> held.places then
    problems := problems || private.problem('attendees', 'bad_attendees', format('Enter the names of exactly %s.',
      case held.places when 1 then 'one person' else held.places || ' people' end), 'attendee_names',
      jsonb_build_object('count', held.places));
  else
    for place in 0 .. held.places - 1 loop
      problems := problems || private.attendee_problems(offering, people -> place, format('attendees.%s.', place));
    end loop;
    problems := problems || private.repetition_problems(held, people);
  end if;
  if way not in ('studio', 'transfer', 'card', 'pass') then
    problems := problems || private.problem('method', 'bad_method', 'Choose a payment method.');
  elsif way = 'transfer' then
    problems := problems || private.transfer_problems(held.session_id);
  end if;
  if way = 'pass' then
    problems := problems || private.pass_problems(booking ->> 'pass_code', held.places, held.dates);
  elsif voucher <> '' then
    problems := problems || private.voucher_problems(voucher, held.currency);
  end if;
  if booking ->> 'accepts_policy' is distinct from 'true' then
    problems := problems || private.problem('accepts_policy', 'policy', 'Accept the cancellation policy.');
  end if;
  return problems;
end
$$;

-- Takes entries from a pass, one for each booking of the order.
create function private.spend_pass(code text, wanted uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  pass public.passes;
  needed integer;
  dates integer;
begin
  -- Locked first: of two orders at once, the second sees what the first has left.
  select * into pass from public.passes p where p.code = upper(btrim(spend_pass.code)) for no key update;
  select count(*), coalesce(max(b.dates), 1) into needed, dates from public.bookings b where b.order_id = wanted;
  perform private.fail_problems(private.pass_problems(spend_pass.code, needed, dates));
  insert into public.pass_entries (pass_id, delta, booking_id, cause)
  select pass.id, -1, id, 'entry' from public.bookings where order_id = wanted;
  update public.bookings set pass_id = pass.id where order_id = wanted;
end
$$;

-- Takes as much as a voucher holds, at most the price, shared out over the bookings in order.
create function private.spend_voucher(code text, wanted uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  voucher public.vouchers;
  left_cents integer;
  booking public.bookings;
  used integer := 0;
begin
  select * into voucher from public.vouchers v where v.code = upper(btrim(spend_voucher.code)) for no key update;
  perform private.fail_problems(private.voucher_problems(spend_voucher.code,
    (select o.currency from public.orders o where o.id = wanted)));
  left_cents := private.voucher_balance(voucher.id);
  for booking in select * from public.bookings where order_id = wanted order by created_at, id loop
    exit when used >= left_cents;
    update public.bookings set voucher_cents = least(left_cents - used, price_cents) where id = booking.id;
    used := used + least(left_cents - used, booking.price_cents);
  end loop;
  if used > 0 then
    insert into public.voucher_entries (voucher_id, delta_cents, order_id, cause) values (voucher.id, -used, wanted, 'spent');
  end if;
end
$$;
