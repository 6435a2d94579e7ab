-- Orders as staff work with them: found among many, read, booked by hand, cancelled. Every function requires staff
-- first.

-- Ids of the orders that match: by what the buyer entered, or by the name of an attendee.
create function private.orders_condition(patterns text[]) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select format('select x.id from public.orders x where %s union all select b.order_id from public.bookings b where %s',
    private.text_condition($e$x.number || ' ' || x.buyer_name || ' ' || x.buyer_email || ' ' || x.buyer_phone$e$, patterns),
    private.text_condition('b.name', patterns))
$$;

-- The condition of a filter of orders, on "o". Its parameters: $1 patterns, $2 state, $3 offering, $4 and $5 bounds of the day
-- it was ordered, $6 payment method.
create function private.order_filter(patterns text[], only_state text, unpaid boolean, of_offering uuid, from_day date, to_day date,
  only_method text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select concat_ws(' and ', 'true',
    case when cardinality(patterns) > 0 then format('o.id in (%s)', private.orders_condition(patterns)) end,
    case when only_state is not null then 'o.state = $2' end,
    case when unpaid then $c$o.state = 'confirmed' and o.total_cents > o.paid_cents$c$ end,
    case when of_offering is not null then 'o.id in (select b.order_id from public.bookings b
      join public.sessions s on s.pool_id = b.pool_id where s.offering_id = $3)' end,
    case when from_day is not null then 'o.created_at >= $4' end,
    case when to_day is not null then 'o.created_at < $5' end,
    case when only_method is not null then 'o.method = $6' end)
$$;

create function public.list_orders(query text default '', only_state text default null, unpaid boolean default false,
  of_offering uuid default null, from_day date default null, to_day date default null, only_method text default null,
  before_at timestamptz default null, before_id uuid default null,
  after_at timestamptz default null, after_id uuid default null, max_rows integer default 40)
returns table (id uuid, number text, kind text, state text, buyer_name text, buyer_email text, method text, currency text,
  total_cents integer, paid_cents integer, due_at timestamptz, created_at timestamptz, title text, places integer, starts_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  patterns text[] := private.search_patterns(query);
  zone text := (select s.zone from public.studio s);
  wanted text := private.order_filter(patterns, only_state, unpaid, of_offering, from_day, to_day, only_method);
begin
  perform private.require_staff();
  if after_at is not null then
    wanted := wanted || ' and (o.created_at, o.id) > ($7, $8) order by o.created_at, o.id';
  elsif before_at is not null then
    wanted := wanted || ' and (o.created_at, o.id) < ($9, $10) order by o.created_at desc, o.id desc';
  else
    wanted := wanted || ' order by o.created_at desc, o.id desc';
  end if;
  return query execute format($q$
    with page as (select o.* from public.orders o where %s limit $11)
    select o.id, o.number, o.kind, o.state, o.buyer_name, private.real_email(o.buyer_email), o.method, o.currency, o.total_cents, o.paid_cents,
      o.due_at, o.created_at, f.title, coalesce(f.places, 0)::integer, f.starts_at
    from page o left join lateral (
      select string_agg(distinct g.title, ', ') as title, count(distinct b.id) filter (where b.state in ('seated', 'pending')) as places,
        coalesce(min(s.starts_at) filter (where b.state in ('seated', 'pending')), min(s.starts_at)) as starts_at
      from public.bookings b join public.sessions s on s.pool_id = b.pool_id and s.ends_at > b.created_at
      join public.offerings g on g.id = s.offering_id where b.order_id = o.id
    ) f on true
    order by o.created_at desc, o.id desc$q$, wanted)
  using patterns, only_state, of_offering, timezone(zone, from_day::timestamp), timezone(zone, (to_day + 1)::timestamp), only_method,
    after_at, after_id, before_at, before_id, least(greatest(coalesce(max_rows, 40), 1), 200);
end
$$;
comment on function public.list_orders is 'A page of orders, filtered, newest first.';

create function public.sum_orders(query text default '', only_state text default null, unpaid boolean default false,
  of_offering uuid default null, from_day date default null, to_day date default null, only_method text default null)
returns table (currency text, orders integer, total_cents bigint, due_cents bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  patterns text[] := private.search_patterns(query);
  zone text := (select s.zone from public.studio s);
begin
  perform private.require_staff();
  return query execute format($q$
    select o.currency, count(*)::integer,
      coalesce(sum(o.total_cents) filter (where o.state in ('confirmed', 'pending')), 0)::bigint,
      coalesce(sum(greatest(o.total_cents - o.paid_cents, 0)) filter (where o.state = 'confirmed'), 0)::bigint
    from public.orders o where %s group by o.currency order by count(*) desc, o.currency$q$,
    private.order_filter(patterns, only_state, unpaid, of_offering, from_day, to_day, only_method))
  using patterns, only_state, of_offering, timezone(zone, from_day::timestamp), timezone(zone, (to_day + 1)::timestamp), only_method;
end
$$;
comment on function public.sum_orders is 'How many orders a filter finds, what they cost and what is unpaid, by currency.';

create function public.get_order(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  ordered public.orders;
begin
  perform private.require_staff();
  select * into ordered from public.orders o where o.id = get_order.order_id;
  if ordered.id is null then
    perform private.fail(404, 'no_order', 'Order not found.');
  end if;
  return private.describe_order(ordered.id) || jsonb_build_object(
    'allowed_cents', ordered.allowed_cents, 'has_account', ordered.user_id is not null, 'confirmed_at', ordered.confirmed_at,
    'household_id', (select coalesce(
      (select g.household_id from public.guardians g where g.user_id = ordered.user_id),
      (select p.household_id from public.participants p join public.bookings b on b.participant_id = p.id
        where b.order_id = ordered.id limit 1))),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'at', p.received_at, 'amount_cents', p.amount_cents,
        'method', p.method, 'by', r.name) order by p.received_at, p.id), '[]')
      from public.payments p left join public.profiles r on r.user_id = p.recorded_by where p.order_id = ordered.id),
    'refunds', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'at', f.created_at, 'amount_cents', f.amount_cents,
        'method', f.method, 'state', f.state, 'cause', f.cause, 'reason', f.reason, 'done_at', f.done_at, 'by', r.name,
        'problem', f.last_error) order by f.created_at, f.id), '[]')
      from public.refunds f left join public.profiles r on r.user_id = f.recorded_by where f.order_id = ordered.id),
    'places', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'note', b.note, 'answers', b.answers, 'born_on', b.born_on,
        'participant_id', b.participant_id, 'cancelled_at', b.cancelled_at) order by b.created_at, b.id), '[]')
      from public.bookings b where b.order_id = ordered.id),
    'timeline', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'at', t.at, 'what', t.what, 'details', t.details,
        'by', r.name, 'is_buyer', t.actor = ordered.user_id) order by t.id desc), '[]')
      from (select * from public.timeline t where t.order_id = ordered.id order by t.id desc limit 200) t
      left join public.profiles r on r.user_id = t.actor),
    -- Where a place of this order could move to: other single dates of the same class with a place free.
    'moves', (select coalesce(jsonb_agg(jsonb_build_object('session_id', m.id, 'offering_id', m.offering_id, 'title', m.title,
        'starts_at', m.starts_at, 'pool_id', m.pool_id, 'free', m.free) order by m.starts_at), '[]')
      from (
        select s.id, s.offering_id, g.title, s.starts_at, s.pool_id, p.capacity - p.taken as free
        from public.sessions s join public.capacity_pools p on p.id = s.pool_id join public.offerings g on g.id = s.offering_id
        where s.status = 'planned' and s.starts_at > now() and p.taken < p.capacity
          and s.offering_id in (select o.offering_id from public.sessions o join public.bookings b on b.pool_id = o.pool_id
            where b.order_id = ordered.id and b.state = 'seated' and b.dates = 1)
          and not exists (select from public.sessions other where other.pool_id = s.pool_id and other.id <> s.id)
        order by s.starts_at limit 40
      ) m)
  );
end
$$;
comment on function public.get_order is 'One order with everything that belongs to it, for staff.';

create function public.search_people(query text, max_rows integer default 8)
returns table (participant_id uuid, name text, born_on date, household_id uuid, guardian text, email text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  patterns text[] := private.search_patterns(query);
  wanted text;
begin
  perform private.require_staff();
  if cardinality(patterns) = 0 then
    return;
  end if;
  if (select max(length(p)) from unnest(patterns) p) < 5 then
    -- Too little to look within names: whose name begins with it, read off in their order.
    wanted := 'public.participants p where private.searchable(p.name) like substr(($1)[1], 2) and private.searchable(p.name) like all ($1)';
  else
    wanted := format('public.participants p where p.id in (
      select x.id from public.participants x where %s
      union all select x.id from public.guardians g join public.participants x on x.household_id = g.household_id
        where g.user_id in (select r.user_id from public.profiles r where %s)
          or g.user_id in (select u.id from auth.users u where lower(u.email) like all ($1)))',
      private.text_condition('x.name', patterns), private.text_condition('r.name', patterns));
  end if;
  return query execute format($q$
    select p.id, p.name, p.born_on, p.household_id, r.name, u.email::text
    from (select p.* from %s order by private.searchable(p.name), p.id limit $2) p
    left join lateral (select g.user_id from public.guardians g where g.household_id = p.household_id order by g.since limit 1) g on true
    left join public.profiles r on r.user_id = g.user_id
    left join auth.users u on u.id = g.user_id
    order by private.searchable(p.name), p.id$q$, wanted)
  using patterns, least(greatest(coalesce(max_rows, 8), 1), 30);
end
$$;
comment on function public.search_people is 'People whom staff can book for, found by their name or by their guardian.';

-- It may be for a class that has begun. Staff know best how it will be paid; only the deadline must fit.
create function public.book_for_person(session_id uuid, buyer jsonb, attendees jsonb, method text default 'studio',
  paid_by text default null, position_reason text default null, idempotency_key text default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted public.sessions;
  offering public.offerings;
  pool public.capacity_pools;
  known jsonb;
  made uuid;
  person jsonb;
  member public.participants;
  full_name text;
  born date;
  problem jsonb;
  account uuid;
  address text := private.text_of(coalesce(buyer, '{}'), 'email', 254);
  count_dates integer;
begin
  perform private.require_staff();
  known := private.find_answer('staff booking', idempotency_key);
  if known is not null then
    return public.get_order((known ->> 'order_id')::uuid);
  end if;
  select * into wanted from public.sessions s where s.id = book_for_person.session_id;
  if wanted.id is null then
    perform private.fail(404, 'no_session', 'Session not found.', '{"field":"session"}');
  elsif wanted.status = 'cancelled' then
    perform private.fail(409, 'cancelled', 'This date was cancelled.', '{"field":"session"}');
  elsif wanted.ends_at <= now() then
    perform private.fail(409, 'over', 'This date is over.', '{"field":"session"}');
  elsif jsonb_typeof(attendees) is distinct from 'array' or jsonb_array_length(attendees) not between 1 and 20 then
    perform private.fail(422, 'bad_attendees', 'Enter between 1 and 20 people.', '{"field":"attendees","message_name":"attendee_count"}');
  elsif private.text_of(buyer, 'name', 120) = '' then
    perform private.fail(422, 'name_missing', 'Enter the name of the person who books.',
      '{"field":"name","message_name":"buyer_name_missing"}');
  elsif method not in ('studio', 'transfer') then
    perform private.fail(422, 'bad_method', 'Choose payment at the studio or by transfer.',
      '{"field":"method","message_name":"choose_order_method"}');
  end if;
  address := case when address = '' then 'nobody@invalid' else private.check_email(address) end;
  pool := private.lock_pool(wanted.pool_id);
  if pool.seats + pool.held + pool.offered + jsonb_array_length(attendees) > pool.capacity then
    perform private.fail(409, 'full', format('Only %s left.', greatest(0, pool.capacity - pool.seats - pool.held - pool.offered)),
      jsonb_build_object('field', 'session', 'message_name', 'only_places_left',
        'values', jsonb_build_object('count', greatest(0, pool.capacity - pool.seats - pool.held - pool.offered))));
  elsif pool.waiting > 0 and length(btrim(coalesce(position_reason, ''))) < 3 then
    perform private.fail(409, 'people_wait', 'People are on the waiting list for this session. Give a reason to book ahead of them.',
      '{"field":"position_reason"}');
  end if;
  select * into offering from public.offerings o where o.id = wanted.offering_id;
  count_dates := private.upcoming_dates(wanted.pool_id, offering.kind);
  insert into public.orders (number, state, buyer_name, buyer_email, buyer_phone, language, method, currency, total_cents)
  values (private.new_number(), 'pending', private.text_of(buyer, 'name', 120), address, private.text_of(buyer, 'phone', 40),
    private.address_language(address), book_for_person.method, offering.currency, 0) returning id into made;
  insert into private.order_links (order_id, token) values (made, private.new_token());
  for person in select value from jsonb_array_elements(attendees) loop
    member := null;
    if coalesce(person ->> 'participant_id', '') <> '' then
      select p.* into member from public.participants p where p.id::text = person ->> 'participant_id';
      if member.id is null then
        perform private.fail(422, 'no_such_person', 'Person not found.', '{"field":"attendees","message_name":"no_person"}');
      end if;
      account := coalesce(account, (select g.user_id from public.guardians g where g.household_id = member.household_id
        order by g.since limit 1));
    end if;
    full_name := coalesce(member.name, private.text_of(person, 'name', 120));
    if full_name = '' then
      perform private.fail(422, 'name_missing', 'Enter a name for every place.',
        '{"field":"attendees","message_name":"every_place_name_missing"}');
    end if;
    -- The same family may call twice: once on the phone, once at the studio.
    if exists (
      select from public.bookings b join public.orders o on o.id = b.order_id
      where b.pool_id = wanted.pool_id and b.state in ('seated', 'pending') and (b.participant_id = member.id or member.id is null
        and private.searchable(b.name) = private.searchable(full_name)
        and private.searchable(o.buyer_name) = private.searchable(private.text_of(buyer, 'name', 120)))
    ) then
      perform private.fail(409, 'already_booked', 'This person already has a place on this date.', '{"field":"attendees"}');
    end if;
    born := coalesce(member.born_on, private.read_birthday(nullif(private.cleaned(person, 'born_on'), '')));
    -- Staff may not know every answer yet; a wrong one is rejected.
    select p into problem from jsonb_array_elements(private.answer_problems(offering.id, person -> 'answers', '')) p
    where p ->> 'reason' <> 'answer_missing' limit 1;
    if problem is not null then
      perform private.fail_problems(jsonb_build_array(problem || '{"field":"attendees"}'));
    end if;
    insert into public.bookings (order_id, pool_id, participant_id, name, born_on, note, answers, is_outside_age, state, price_cents,
      currency, policy, dates)
    select made, wanted.pool_id, member.id, full_name, born, private.text_of(person, 'note', 1000),
      private.save_answers(offering.id, person -> 'answers'),
      born is not null and (extract(year from age(wanted.local_date, born)) < offering.age_from
        or extract(year from age(wanted.local_date, born)) > coalesce(offering.age_to, 200)),
      'pending', offering.price_cents * count_dates, offering.currency, to_jsonb(c), count_dates
    from public.cancellation_policies c where c.id = offering.policy_id;
  end loop;
  update public.orders o set user_id = account, total_cents = private.order_due(made),
    method = case when private.order_due(made) = 0 then 'none' else o.method end,
    due_at = case when book_for_person.method = 'transfer' and private.order_due(made) > 0
      then greatest(now(), private.transfer_due(wanted.id)) end
  where o.id = made;
  perform private.add_timeline_entry('booked at the studio', order_id => made, session_id => wanted.id,
    details => jsonb_strip_nulls(jsonb_build_object('places', jsonb_array_length(attendees), 'position_reason', nullif(btrim(position_reason), ''))));
  perform private.seat_order(made);
  if paid_by is not null and private.order_due(made) > 0 then
    perform public.record_payment(made, private.order_due(made), paid_by);
  end if;
  perform private.save_answer('staff booking', idempotency_key, jsonb_build_object('order_id', made));
  return public.get_order(made);
end
$$;
comment on function public.book_for_person is
  'Books for a customer at the studio or on the phone; it needs no email address, and passes nobody on the waiting list unless a reason is given.';

create function public.cancel_for_person(booking_ids uuid[], everything_back boolean, reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  opened uuid := (select b.order_id from public.bookings b where b.id = any (booking_ids) limit 1);
begin
  perform private.require_staff();
  if opened is null then
    perform private.fail(404, 'no_booking', 'Booking not found.', '{"message_name":"booking_not_found"}');
  elsif length(btrim(coalesce(reason, ''))) not between 3 and 500 then
    perform private.fail(422, 'reason_missing', 'Give a reason.', '{"field":"reason"}');
  end if;
  if private.cancel_places(opened, booking_ids, case when everything_back then 'studio' else 'guest' end,
    jsonb_build_object('reason', btrim(reason), 'names', (select jsonb_agg(b.name order by b.created_at) from public.bookings b
      where b.id = any (booking_ids)))) = 0 then
    perform private.fail(409, 'not_seated', 'This booking was already cancelled.');
  end if;
  return public.get_order(opened);
end
$$;
comment on function public.cancel_for_person is 'Cancels bookings as staff, under their policy or with a full refund, with a reason.';

create function public.resend_confirmation(order_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ordered public.orders;
begin
  perform private.require_staff();
  select * into ordered from public.orders o where o.id = resend_confirmation.order_id for no key update;
  if ordered.id is null then
    perform private.fail(404, 'no_order', 'Order not found.');
  elsif ordered.state <> 'confirmed' then
    perform private.fail(409, 'not_confirmed', 'Only a confirmed order has a confirmation to send.',
      '{"message_name":"order_not_confirmed"}');
  elsif not private.has_email(ordered.buyer_email) then
    perform private.fail(409, 'no_address', 'This order has no email address.', '{"message_name":"order_without_email"}');
  elsif exists (select from public.timeline t where t.order_id = ordered.id and t.what = 'confirmation sent again'
      and t.at > clock_timestamp() - interval '1 minute') then
    perform private.fail(429, 'just_sent', 'The confirmation was just sent. Wait a minute before you send it again.');
  end if;
  perform private.add_job(
    case when exists (select from public.passes p where p.order_id = ordered.id and p.is_active)
      or (ordered.kind = 'voucher' and exists (select from public.vouchers v where v.order_id = ordered.id and v.is_active))
      then 'mail.bought' else 'mail.confirmation' end,
    jsonb_build_object('order_id', ordered.id));
  perform private.add_timeline_entry('confirmation sent again', order_id => ordered.id);
end
$$;
comment on function public.resend_confirmation is 'Sends the confirmation of an order again, at most once a minute.';

create function public.add_order_email(order_id uuid, email text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ordered public.orders;
  address text := private.check_email(btrim(coalesce(add_order_email.email, '')));
begin
  perform private.require_staff();
  select * into ordered from public.orders o where o.id = add_order_email.order_id for no key update;
  if ordered.id is null then
    perform private.fail(404, 'no_order', 'Order not found.');
  elsif private.has_email(ordered.buyer_email) then
    perform private.fail(409, 'has_address', 'This order has an email address already.');
  end if;
  update public.orders o set buyer_email = address where o.id = ordered.id;
  update public.passes p set email = address where p.order_id = ordered.id and not private.has_email(p.email);
  update public.vouchers v set email = address where v.order_id = ordered.id and not private.has_email(v.email);
  perform private.add_timeline_entry('email address added', order_id => ordered.id);
end
$$;
comment on function public.add_order_email is 'Gives an order that staff made without an email address one; nothing is sent.';

create function public.send_payment_reminder(order_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ordered public.orders;
begin
  perform private.require_staff();
  -- Two reminders at the same moment: the second waits and finds the first in the history.
  select * into ordered from public.orders o where o.id = send_payment_reminder.order_id for update;
  if ordered.id is null then
    perform private.fail(404, 'no_order', 'Order not found.');
  elsif ordered.state not in ('confirmed', 'pending') or ordered.total_cents <= ordered.paid_cents then
    perform private.fail(409, 'nothing_due', 'Nothing is due for this order.');
  elsif not private.has_email(ordered.buyer_email) then
    perform private.fail(409, 'no_address', 'This order has no email address.', '{"message_name":"order_without_email"}');
  elsif exists (select from public.timeline t where t.order_id = ordered.id and t.what = 'payment reminder sent'
      and t.at > clock_timestamp() - interval '1 day') then
    perform private.fail(429, 'reminded', 'A payment reminder was sent within the last 24 hours. Wait until tomorrow before you send another.');
  end if;
  perform private.add_job('mail.payment_reminder', jsonb_build_object('order_id', ordered.id));
  perform private.add_timeline_entry('payment reminder sent', order_id => ordered.id);
end
$$;
comment on function public.send_payment_reminder is 'Emails the buyer what is still due, at most once a day.';

-- ---------- rights ----------
revoke all on function public.list_orders, public.sum_orders, public.get_order, public.search_people, public.book_for_person, public.cancel_for_person,
  public.resend_confirmation, public.add_order_email, public.send_payment_reminder from public, anon, authenticated;
grant execute on function public.list_orders, public.sum_orders, public.get_order, public.search_people, public.book_for_person, public.cancel_for_person,
  public.resend_confirmation, public.add_order_email, public.send_payment_reminder to authenticated, service_role;
