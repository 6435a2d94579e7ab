-- What one row of an import says and becomes: a person, a booking, the details of a track.

create function private.import_date(data jsonb, field text) returns date
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  given text := private.text_of(data, field, 40);
  parts text[];
begin
  if given = '' then
    return null;
  end if;
  parts := regexp_match(given, '^(\d{4})-(\d{1,2})-(\d{1,2})$');
  if parts is null then
    parts := regexp_match(given, '^(\d{1,2})\.(\d{1,2})\.(\d{4})$');
    parts := array[parts[3], parts[2], parts[1]];
  end if;
  begin
    if parts[1] is null then
      raise invalid_datetime_format;
    end if;
    return make_date(parts[1]::integer, parts[2]::integer, parts[3]::integer);
  exception when others then
    perform private.fail(422, 'bad_date', format('"%s" is not a date. Use the form 2026-01-31.', given),
      jsonb_build_object('message_name', 'not_a_date', 'values', jsonb_build_object('text', given)));
  end;
end
$$;

create function private.import_cents(data jsonb, field text) returns integer
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  given text := private.text_of(data, field, 40);
  plain text := regexp_replace(given, '[^0-9.,-]', '', 'g');
begin
  if given = '' then
    return null;
  end if;
  -- The last of point and comma parts the cents, when two digits or one follow it.
  plain := case when plain ~ '[.,]\d{1,2}$' then regexp_replace(regexp_replace(plain, '[.,](?=.*[.,])', '', 'g'), ',', '.')
    else regexp_replace(plain, '[.,]', '', 'g') end;
  if plain !~ '^\d{1,6}(\.\d{1,2})?$' then
    perform private.fail(422, 'bad_price', format('"%s" is not a price.', given),
      jsonb_build_object('values', jsonb_build_object('text', given)));
  end if;
  return round(plain::numeric * 100);
end
$$;

create function private.import_email(data jsonb) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  given text := lower(private.text_of(data, 'email', 254));
begin
  if given <> '' and given !~ '^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$' then
    perform private.fail(422, 'bad_email', format('"%s" is not an email address.', given),
      jsonb_build_object('message_name', 'not_an_email', 'values', jsonb_build_object('text', given)));
  end if;
  return given;
end
$$;

-- The household of an address or a name; null when there is none yet. An import, too, gives people only to
-- accounts that have proven their address.
create function private.import_household(email text, called text) returns uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  found uuid[];
begin
  if email <> '' then
    select array_agg(distinct home) into found from (
      select g.household_id as home from public.guardians g join auth.users u on u.id = g.user_id
      join private.proven_addresses a on a.user_id = u.id and a.email = lower(u.email)
      where lower(u.email) = import_household.email
      union select h.id from public.households h where lower(h.email) = import_household.email
    ) homes;
  elsif called <> '' then
    select array_agg(h.id) into found from public.households h where lower(h.name) = lower(called) and not h.is_demo;
  end if;
  if cardinality(found) > 1 then
    perform private.fail(409, 'two_households', format('%s households match "%s". Add the email address.', cardinality(found),
      coalesce(nullif(called, ''), email)), jsonb_build_object('values', jsonb_build_object('count', cardinality(found), 'text', coalesce(nullif(called, ''), email))));
  end if;
  return found[1];
end
$$;

create function private.import_person(data jsonb, out outcome text, out message text, out reason jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  called text := private.text_of(data, 'name', 120);
  family text := private.text_of(data, 'household', 120);
  mail text := private.import_email(data);
  tel text := private.text_of(data, 'phone', 40);
  birth date := private.import_date(data, 'born_on');
  remark text := private.text_of(data, 'note', 1000);
  home uuid;
  known public.participants;
begin
  if called = '' then
    perform private.fail(422, 'name_missing', 'The name is missing.', '{"message_name":"import_name_missing"}');
  end if;
  if birth > current_date or birth < date '1900-01-02' then
    perform private.fail(422, 'bad_date', format('%s is not a possible date of birth.', birth),
      jsonb_build_object('message_name', 'impossible_birthday', 'values', jsonb_build_object('date', birth)));
  end if;
  home := private.import_household(mail, coalesce(nullif(family, ''), called));
  if home is null then
    insert into public.households (name, email, phone)
    values (coalesce(nullif(family, ''), called), nullif(mail, ''), nullif(tel, '')) returning id into home;
  else
    update public.households h set phone = tel where h.id = home and coalesce(h.phone, '') = '' and tel <> '';
    select p.* into known from public.participants p
    where p.household_id = home and lower(p.name) = lower(called) and (p.born_on is null or birth is null or p.born_on = birth)
    order by p.born_on is null, p.created_at limit 1;
  end if;
  if known.id is null then
    perform from public.households h where h.id = home for no key update;
    if (select count(*) from public.participants p where p.household_id = home) >= 30 then
      perform private.fail(422, 'family_full', 'A household can have at most 30 people.', '{"message_name":"household_full"}');
    end if;
    insert into public.participants (household_id, name, born_on, note) values (home, called, birth, remark);
    outcome := 'created';
    select 'Added to ' || h.name || '.', jsonb_build_object('message_name', 'import_added_to', 'values', jsonb_build_object('household', h.name))
    into message, reason from public.households h where h.id = home;
    return;
  end if;
  -- What the studio knows already counts more than what a file says: only gaps are filled.
  update public.participants p set born_on = coalesce(p.born_on, birth), note = case when p.note = '' then remark else p.note end
  where p.id = known.id and ((p.born_on is null and birth is not null) or (p.note = '' and remark <> ''));
  outcome := case when found then 'changed' else 'matched' end;
  message := case when found then 'Already there; missing details added.' else 'Already there.' end;
  reason := case when found then '{"message_name":"import_details_added"}' else '{"message_name":"import_already_there"}' end;
end
$$;

create function private.import_booking(data jsonb, out outcome text, out message text, out reason jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  called text := private.text_of(data, 'name', 120);
  class text := private.text_of(data, 'class', 200);
  mail text := private.import_email(data);
  day date := private.import_date(data, 'date');
  hour text := private.text_of(data, 'time', 8);
  birth date := private.import_date(data, 'born_on');
  asked integer := private.import_cents(data, 'price');
  paid text := lower(private.text_of(data, 'paid', 20));
  planned record;
  pool public.capacity_pools;
  choices integer;
  price integer;
  settled integer;
  dates integer;
  made uuid;
begin
  if called = '' then
    perform private.fail(422, 'name_missing', 'The name is missing.', '{"message_name":"import_name_missing"}');
  elsif mail = '' then
    perform private.fail(422, 'bad_email', 'The email address is missing.', '{"message_name":"import_email_missing"}');
  elsif class = '' or day is null then
    perform private.fail(422, 'no_session', 'The class or its date is missing.', '{"message_name":"import_class_missing"}');
  elsif hour <> '' and hour !~ '^([01]?\d|2[0-3]):[0-5]\d(:\d\d)?$' then
    perform private.fail(422, 'bad_time', format('"%s" is not a time of day.', hour),
      jsonb_build_object('values', jsonb_build_object('text', hour)));
  end if;
  select count(*) into choices from public.sessions s join public.offerings o on o.id = s.offering_id
  where (lower(o.slug) = lower(class) or lower(o.title) = lower(class)) and s.local_date = day and s.status = 'planned'
    and (hour = '' or s.local_time = hour::time);
  if choices = 0 and hour = '' then
    perform private.fail(404, 'no_session', format('No session of "%s" on %s.', class, day),
      jsonb_build_object('message_name', 'no_session_on', 'values', jsonb_build_object('title', class, 'day', day)));
  elsif choices = 0 then
    perform private.fail(404, 'no_session', format('No session of "%s" on %s at %s.', class, day, hour),
      jsonb_build_object('message_name', 'no_session_at', 'values', jsonb_build_object('title', class, 'day', day, 'time', hour)));
  elsif choices > 1 then
    perform private.fail(409, 'two_sessions', format('There are %s sessions of "%s" on %s. Add the time.', choices, class, day),
      jsonb_build_object('values', jsonb_build_object('count', choices, 'title', class, 'day', day)));
  end if;
  select s.id, s.pool_id, o.kind, o.price_cents, o.currency, o.policy_id into planned
  from public.sessions s join public.offerings o on o.id = s.offering_id
  where (lower(o.slug) = lower(class) or lower(o.title) = lower(class)) and s.local_date = day and s.status = 'planned'
    and (hour = '' or s.local_time = hour::time);
  pool := private.lock_pool(planned.pool_id);
  if exists (
    select from public.bookings b join public.orders d on d.id = b.order_id
    where b.pool_id = planned.pool_id and b.state = 'seated' and lower(b.name) = lower(called) and lower(d.buyer_email) = mail
  ) then
    outcome := 'matched';
    message := 'Already booked.';
    reason := '{"message_name":"import_already_booked"}';
    return;
  end if;
  if not private.has_capacity(pool, 1) then
    if pool.waiting > 0 then
      perform private.fail(409, 'full', 'People are on the waiting list for this session: they come first.',
        '{"message_name":"waiting_list_comes_first"}');
    end if;
    perform private.fail(409, 'full', 'This session is full.', '{"message_name":"session_full"}');
  end if;
  dates := case when planned.kind = 'course' then greatest(1, (select count(*)::integer from public.sessions s
    where s.pool_id = planned.pool_id and s.status = 'planned')) else 1 end;
  price := coalesce(asked, planned.price_cents * private.upcoming_dates(planned.pool_id, planned.kind));
  settled := case when paid in ('', 'no', 'n', 'false', '0', 'nein', 'não', 'nao') then 0
    when paid in ('yes', 'y', 'true', 'x', 'ja', 'sim', 'paid') then price else private.import_cents(data, 'paid') end;
  if settled > price then
    perform private.fail(422, 'overpaid', 'The amount paid is more than the price.');
  end if;
  insert into public.orders (number, state, user_id, buyer_name, buyer_email, buyer_phone, language, method, currency, total_cents,
    confirmed_at)
  values (private.new_number(), 'confirmed',
    (select u.id from auth.users u join private.proven_addresses a on a.user_id = u.id and a.email = lower(u.email)
      where lower(u.email) = mail limit 1),
    coalesce(nullif(private.text_of(data, 'buyer', 120), ''), called), mail, private.text_of(data, 'phone', 40),
    private.address_language(mail), case when price = 0 then 'none' else 'studio' end, planned.currency, price, now())
  returning id into made;
  insert into private.order_links (order_id, token) values (made, private.new_token());
  insert into public.bookings (order_id, pool_id, participant_id, name, born_on, note, state, price_cents, currency, policy, dates)
  select made, planned.pool_id, (
      select p.id from public.participants p join public.households h on h.id = p.household_id
      where lower(p.name) = lower(called) and (lower(h.email) = mail or exists (
        select from public.guardians g join private.proven_addresses a on a.user_id = g.user_id
        join auth.users u on u.id = a.user_id and lower(u.email) = a.email where g.household_id = h.id and a.email = mail)) limit 1
    ), called, birth, private.text_of(data, 'note', 1000), 'seated', price, planned.currency, to_jsonb(c), dates
  from public.cancellation_policies c where c.id = planned.policy_id;
  if settled > 0 then
    insert into public.payments (order_id, amount_cents, currency, method, recorded_by)
    values (made, settled, planned.currency, 'cash', private.current_user_id());
  end if;
  -- No confirmation is sent for imported bookings; reminders are.
  perform private.add_job('mail.reminder', jsonb_build_object('order_id', made, 'session_id', s.id), s.starts_at - interval '24 hours',
    format('reminder %s %s %s', made, s.id, s.starts_at))
  from public.sessions s where s.pool_id = planned.pool_id and s.status = 'planned' and s.starts_at > now() + interval '26 hours';
  perform private.add_timeline_entry('imported', order_id => made, session_id => planned.id);
  outcome := 'created';
  message := case when price = 0 then 'Booked, free.' when settled >= price then 'Booked, paid.' when settled > 0 then 'Booked, partly paid.'
    else 'Booked, not paid.' end;
  reason := case when price = 0 then '{"message_name":"import_booked_free"}' when settled >= price then '{"message_name":"import_booked_paid"}'
    when settled > 0 then '{"message_name":"import_booked_partly_paid"}' else '{"message_name":"import_booked_not_paid"}' end;
end
$$;

create function private.import_track(data jsonb, out outcome text, out message text, out reason jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  given_file text := private.text_of(data, 'file', 300);
  code text := upper(regexp_replace(private.text_of(data, 'isrc', 40), '[\s-]', '', 'g'));
  called text := private.text_of(data, 'title', 300);
  by_whom text := private.text_of(data, 'artist', 300);
  year_text text := private.text_of(data, 'year', 10);
  known public.radio_tracks;
  matches integer;
begin
  if given_file = '' and code = '' and called = '' then
    perform private.fail(422, 'nothing_to_find', 'Add a file name, an ISRC or a title to find the track.');
  elsif year_text <> '' and year_text !~ '^[12]\d{3}$' then
    perform private.fail(422, 'bad_year', format('"%s" is not a year.', year_text),
      jsonb_build_object('values', jsonb_build_object('text', year_text)));
  end if;
  select count(*), (array_agg(t.id order by t.added_at))[1] into matches, known.id from public.radio_tracks t
  where case when given_file <> '' then lower(t.source_name) = lower(given_file) or t.file = given_file
    when code <> '' and exists (select from public.radio_tracks x where x.isrc = code)
      then t.isrc = code
    else lower(t.title) = lower(called) and (by_whom = '' or lower(t.artist) = lower(by_whom)) end;
  if matches = 0 then
    perform private.fail(404, 'no_track', 'Track not found in the library. Upload the file first.');
  elsif matches > 1 then
    perform private.fail(409, 'two_tracks', format('%s tracks match. Add the file name.', matches),
      jsonb_build_object('values', jsonb_build_object('count', matches)));
  end if;
  update public.radio_tracks t set
    title = coalesce(nullif(called, ''), t.title), artist = coalesce(nullif(by_whom, ''), t.artist),
    album = coalesce(nullif(private.text_of(data, 'album', 300), ''), t.album),
    genre = coalesce(nullif(private.text_of(data, 'genre', 120), ''), t.genre),
    year = coalesce(nullif(year_text, '')::smallint, t.year), isrc = coalesce(nullif(code, ''), t.isrc),
    composer = coalesce(nullif(private.text_of(data, 'composer', 300), ''), t.composer),
    label = coalesce(nullif(private.text_of(data, 'label', 300), ''), t.label)
  where t.id = known.id and (t.title, t.artist, t.album, t.genre, t.year, t.isrc, t.composer, t.label) is distinct from (
    coalesce(nullif(called, ''), t.title), coalesce(nullif(by_whom, ''), t.artist),
    coalesce(nullif(private.text_of(data, 'album', 300), ''), t.album),
    coalesce(nullif(private.text_of(data, 'genre', 120), ''), t.genre),
    coalesce(nullif(year_text, '')::smallint, t.year), coalesce(nullif(code, ''), t.isrc),
    coalesce(nullif(private.text_of(data, 'composer', 300), ''), t.composer),
    coalesce(nullif(private.text_of(data, 'label', 300), ''), t.label));
  outcome := case when found then 'changed' else 'matched' end;
  message := case when found then 'Details updated.' else 'No change.' end;
  reason := case when found then '{"message_name":"import_details_updated"}' else '{"message_name":"import_no_change"}' end;
end
$$;
