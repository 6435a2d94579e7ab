-- A household that was brought here without a login becomes the family of whoever proves its address: signs up with it and
-- answers the mail, comes by a provider that has proven it, or changes to it. An address that is only claimed opens
-- nothing: behind it are children.
create table private.proven_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  at timestamptz not null default now()
);
alter table private.proven_addresses enable row level security;

-- Confirmed is not proven: where accounts are confirmed unasked, or by hand, no mail was answered.
create function private.is_vouched_for(person uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.identities i where i.user_id = person and i.provider not in ('email', 'phone')
      and lower(i.identity_data ->> 'email') = lower(address) and i.identity_data ->> 'email_verified' = 'true'
  )
$$;

create function private.take_over_households(person uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  called text;
  home uuid;
  orphan public.households;
  people integer;
begin
  select lower(u.email), coalesce(nullif(btrim(r.name), ''), split_part(u.email, '@', 1)) into address, called
  from private.proven_addresses a join auth.users u on u.id = a.user_id and lower(u.email) = lower(a.email)
  left join public.profiles r on r.user_id = u.id
  where a.user_id = person and u.email_confirmed_at is not null and not u.is_anonymous;
  if address is null then
    return null;
  end if;
  select g.household_id into home from public.guardians g where g.user_id = person;
  for orphan in
    select h.* from public.households h where lower(h.email) = address and not h.is_demo and h.id is distinct from home
      and not exists (select from public.guardians g where g.household_id = h.id)
    order by h.created_at, h.id for update
  loop
    -- Somebody else may have come in while the row was waited for.
    continue when exists (select from public.guardians g where g.household_id = orphan.id);
    select count(*) into people from public.participants p where p.household_id = orphan.id;
    if home is null then
      home := orphan.id;
      insert into public.guardians (user_id, household_id) values (person, home);
      -- The parent is often in the list: an adult of the same name. Children keep to themselves.
      update public.participants p set user_id = person where p.id = (
        select p.id from public.participants p where p.household_id = home and p.user_id is null
          and private.plain(btrim(p.name)) = private.plain(called)
          and (p.born_on is null or p.born_on <= current_date - interval '18 years')
        order by p.created_at, p.id limit 1
      );
      if not found then
        insert into public.participants (household_id, user_id, name) values (home, person, left(called, 120));
      end if;
    else
      continue when not private.is_desk();
      -- Written down like any other merge, so that the desk can take it apart.
      perform public.merge_households(home, orphan.id, 'Its address was confirmed by the family.',
        (public.preview_merge(home, orphan.id)) -> 'same');
    end if;
    update public.orders o set user_id = person where o.user_id is null and lower(o.buyer_email) = address and exists (
      select from public.bookings b join public.participants p on p.id = b.participant_id
      where b.order_id = o.id and p.household_id = home);
    perform private.audit('households', 'taken over by a confirmed address', orphan.name,
      jsonb_build_object('household', orphan.id, 'into', home, 'people', people), person);
  end loop;
  return home;
end
$$;

create function private.follow_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is null or coalesce(new.email, '') = '' then
    return null;
  end if;
  -- A code that was sent there came back; or the new address of a change did; or somebody who has proven it vouches for it.
  if lower(old.email) = lower(new.email) and old.email_confirmed_at is null
      and (old.confirmation_sent_at is not null or old.recovery_sent_at is not null)
    or lower(old.email) is distinct from lower(new.email)
      and lower(old.email_change) = lower(new.email) and old.email_change_sent_at is not null
    or private.is_vouched_for(new.id, new.email) then
    insert into private.proven_addresses as a (user_id, email) values (new.id, lower(new.email))
    on conflict (user_id) do update set email = excluded.email, at = now() where a.email <> excluded.email;
    if not new.is_anonymous then
      begin
        perform private.take_over_households(new.id);
      exception when others then
        -- Nobody is kept from signing in by what a list once said; the household stays for the desk to look at.
        raise warning 'household of % was not taken over: %', new.id, sqlerrm;
      end;
    end if;
  end if;
  return null;
end
$$;
create trigger onda_proof after update of email, email_confirmed_at on auth.users
  for each row execute function private.follow_proof();

-- Who answered a mail before this came.
insert into private.proven_addresses (user_id, email, at)
select u.id, lower(u.email), u.email_confirmed_at from auth.users u
where u.email_confirmed_at is not null and coalesce(u.email, '') <> ''
  and (u.confirmation_sent_at <= u.email_confirmed_at or private.is_vouched_for(u.id, u.email))
on conflict do nothing;

revoke all on function private.is_vouched_for(uuid, text), private.take_over_households(uuid), private.follow_proof()
  from public, anon, authenticated;

-- As before; a family that was brought here for a proven address is found first.
create or replace function private.own_household() returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  home uuid;
  my_name text;
begin
  if me is null then
    raise exception 'Sign in first.' using errcode = '42501', hint = 'sign_in';
  end if;
  select household_id into home from public.guardians where user_id = me;
  if home is not null then
    return home;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('household of ' || me::text, 0));
  select household_id into home from public.guardians where user_id = me;
  if home is not null then
    return home;
  end if;
  home := private.take_over_households(me);
  if home is not null then
    return home;
  end if;
  select coalesce(nullif(btrim(p.name), ''), split_part(u.email, '@', 1), 'Me') into my_name
  from auth.users u left join public.profiles p on p.user_id = u.id where u.id = me;
  insert into public.households (name) values (my_name) returning id into home;
  insert into public.guardians (user_id, household_id) values (me, home);
  insert into public.participants (household_id, user_id, name) values (home, me, left(my_name, 120));
  return home;
end
$$;

-- As before; an import, too, gives people only to accounts that have proven their address.
create or replace function private.import_household(email text, called text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
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
    perform private.fail(409, 'two_households', format('%s households answer to "%s": give the email.', cardinality(found),
      coalesce(nullif(called, ''), email)));
  end if;
  return found[1];
end
$$;

create or replace function private.import_booking(data jsonb, out outcome text, out words text)
language plpgsql security definer set search_path = '' as $$
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
  pool public.pools;
  choices integer;
  price integer;
  settled integer;
  dates integer;
  made uuid;
begin
  if called = '' then
    perform private.fail(422, 'name_missing', 'The name is missing.');
  elsif mail = '' then
    perform private.fail(422, 'bad_email', 'The email is missing: without it the booking would belong to nobody.');
  elsif class = '' or day is null then
    perform private.fail(422, 'no_session', 'The class and its date are needed.');
  elsif hour <> '' and hour !~ '^([01]?\d|2[0-3]):[0-5]\d(:\d\d)?$' then
    perform private.fail(422, 'bad_time', format('"%s" is no time of day.', hour));
  end if;
  select count(*) into choices from public.sessions s join public.offerings o on o.id = s.offering_id
  where (lower(o.slug) = lower(class) or lower(o.title) = lower(class)) and s.local_date = day and s.status = 'planned'
    and (hour = '' or s.local_time = hour::time);
  if choices = 0 then
    perform private.fail(404, 'no_session', format('There is no "%s" on %s%s.', class, day, case when hour = '' then '' else ' at ' || hour end));
  elsif choices > 1 then
    perform private.fail(409, 'two_sessions', format('There are %s of "%s" on %s: give the time.', choices, class, day));
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
    words := 'Booked already.';
    return;
  end if;
  if not private.has_room(pool, 1) then
    perform private.fail(409, 'full', case when pool.waiting > 0 then 'People are waiting for this date: a place goes to them first.'
      else 'No place is left on this date.' end);
  end if;
  dates := case when planned.kind = 'course' then greatest(1, (select count(*)::integer from public.sessions s
    where s.pool_id = planned.pool_id and s.status = 'planned')) else 1 end;
  price := coalesce(asked, planned.price_cents * private.dates_to_come(planned.pool_id, planned.kind));
  settled := case when paid in ('', 'no', 'n', 'false', '0', 'nein', 'não', 'nao') then 0
    when paid in ('yes', 'y', 'true', 'x', 'ja', 'sim', 'paid') then price else private.import_cents(data, 'paid') end;
  if settled > price then
    perform private.fail(422, 'overpaid', 'More is paid than the place costs.');
  end if;
  insert into public.orders (number, state, user_id, buyer_name, buyer_email, buyer_phone, method, currency, total_cents, confirmed_at)
  values (private.new_number(), 'confirmed',
    (select u.id from auth.users u join private.proven_addresses a on a.user_id = u.id and a.email = lower(u.email)
      where lower(u.email) = mail limit 1),
    coalesce(nullif(private.text_of(data, 'buyer', 120), ''), called), mail, private.text_of(data, 'phone', 40),
    case when price = 0 then 'none' else 'desk' end, planned.currency, price, now())
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
    values (made, settled, planned.currency, 'cash', auth.uid());
  end if;
  -- Nobody is written to about what they booked elsewhere long ago; they are reminded like everybody else.
  perform private.add_job('mail.reminder', jsonb_build_object('order_id', made, 'session_id', s.id), s.starts_at - interval '24 hours',
    format('reminder %s %s %s', made, s.id, s.starts_at))
  from public.sessions s where s.pool_id = planned.pool_id and s.status = 'planned' and s.starts_at > now() + interval '26 hours';
  perform private.note('imported', order_id => made, session_id => planned.id);
  outcome := 'created';
  words := case when price = 0 then 'A place, free.' when settled >= price then 'A place, paid.' when settled > 0 then 'A place, partly paid.'
    else 'A place, to be paid.' end;
end
$$;

-- As before; whoever comes for the first time sees the family that was just found or made, too: one statement would only
-- see what was there before it.
create or replace function public.my_family() returns setof public.participants
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.own_household();
begin
  return query select p.* from public.participants p where p.household_id = home
    order by p.user_id is distinct from auth.uid(), p.created_at, p.id;
end
$$;
