-- The caller's own household, taken over by the address that was proven; participants, consents and profile.

-- A household that was imported without a login becomes the family of the person who proves its address: signs up with it and
-- answers the email, comes by a provider that has proven it, or changes to it. An address that is only claimed opens
-- nothing: behind it are children.
create function private.take_over_households(person uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
    -- Another transaction may have been first while this one waited for the row.
    continue when exists (select from public.guardians g where g.household_id = orphan.id);
    select count(*) into people from public.participants p where p.household_id = orphan.id;
    if home is null then
      home := orphan.id;
      insert into public.guardians (user_id, household_id) values (person, home);
      -- The parent is often in the list: an adult of the same name. Children are not matched.
      update public.participants p set user_id = person where p.id = (
        select p.id from public.participants p where p.household_id = home and p.user_id is null
          and private.unaccent_text(btrim(p.name)) = private.unaccent_text(called)
          and (p.born_on is null or p.born_on <= current_date - interval '18 years')
        order by p.created_at, p.id limit 1
      );
      if not found then
        insert into public.participants (household_id, user_id, name) values (home, person, left(called, 120));
      end if;
    else
      continue when not private.is_staff();
      -- Recorded like any other merge, so that staff can undo it.
      perform public.merge_households(home, orphan.id, 'Its address was confirmed by the family.',
        (public.preview_merge(home, orphan.id)) -> 'same');
    end if;
    update public.orders o set user_id = person where o.user_id is null and lower(o.buyer_email) = address and exists (
      select from public.bookings b join public.participants p on p.id = b.participant_id
      where b.order_id = o.id and p.household_id = home);
    perform private.audit('households', 'taken_over_by_a_confirmed_address', orphan.name,
      jsonb_build_object('household', orphan.id, 'into', home, 'people', people), person);
  end loop;
  return home;
end
$$;

create function private.follow_proof() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.email_confirmed_at is null or coalesce(new.email, '') = '' then
    return null;
  end if;
  -- A code that was sent there came back; or the new address of a change did; or someone who has proven it vouches for it.
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
        -- An imported list must not prevent a sign-in; the household stays for staff to check.
        raise warning 'household of % was not taken over: %', new.id, sqlerrm;
      end;
    end if;
  end if;
  return null;
end
$$;

-- The household of the caller, made at the first need with the caller in it. A household that was imported for a proven
-- address is found first.
create function private.own_household() returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := private.current_user_id();
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

create function private.own_participant(wanted text) returns public.participants
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.* from public.participants p join public.guardians g on g.household_id = p.household_id
  where p.id::text = wanted and g.user_id = (select private.current_user_id())
$$;

-- One statement would only see what was there before it: the household is found or made first.
create function public.my_family() returns setof public.participants
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  home uuid := private.own_household();
begin
  return query select p.* from public.participants p where p.household_id = home
    order by p.user_id is distinct from (select private.current_user_id()), p.created_at, p.id;
end
$$;
comment on function public.my_family is 'The people of the caller''s household, found or created at the first call.';

create function public.save_family_member(name text, born_on date default null, note text default '', id uuid default null)
returns public.participants
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  home uuid := private.own_household();
  saved public.participants;
begin
  if length(btrim(coalesce(name, ''))) = 0 then
    perform private.fail(422, 'name_missing', 'Enter a name.', '{"message_name":"enter_a_name"}');
  end if;
  if id is null then
    -- Two guardians at once: the second sees whom the first has added.
    perform from public.households h where h.id = home for no key update;
    if (select count(*) from public.participants p where p.household_id = home) >= 30 then
      perform private.fail(422, 'family_full', 'A family can have at most 30 people.');
    end if;
    insert into public.participants (household_id, name, born_on, note)
    values (home, btrim(name), born_on, coalesce(note, '')) returning * into saved;
    return saved;
  end if;
  update public.participants p set name = btrim(save_family_member.name), born_on = save_family_member.born_on,
    note = coalesce(save_family_member.note, '')
  where p.id = save_family_member.id and p.household_id = home returning * into saved;
  if saved.id is null then
    perform private.fail(404, 'no_such_person', 'This person is not in your family.');
  end if;
  return saved;
end
$$;
comment on function public.save_family_member is 'Adds a person to the caller''s household or changes one.';

create function public.remove_family_member(id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.participants p
  where p.id = remove_family_member.id and p.household_id = private.own_household() and p.user_id is distinct from (select private.current_user_id());
  if not found then
    perform private.fail(404, 'no_such_person', 'This person is not in your family.');
  end if;
end
$$;
comment on function public.remove_family_member is 'Removes a person from the caller''s household.';

-- A household without a guardian is nobody's: what it knew about children goes with the last account.
create function private.remove_empty_household() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.households h where h.id = old.household_id and not h.is_demo
    and not exists (select from public.guardians g where g.household_id = h.id);
  return null;
end
$$;

-- When a child leaves a family, registers still show the booked name and nothing else.
create function private.forget_participant() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.bookings set born_on = null, note = '', answers = '{}' where participant_id = old.id;
  return old;
end
$$;

-- One consent in force of each kind and person. The text that holds today is version 1.
create function public.set_consent(participant_id uuid, kind text, is_given boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (private.own_participant(set_consent.participant_id::text)).id is null then
    perform private.fail(404, 'no_such_person', 'This person is not in your family.');
  elsif set_consent.kind <> 'photos' then
    perform private.fail(422, 'bad_kind', 'Unknown kind of consent.', '{"message_name":"unknown_consent"}');
  end if;
  perform from public.participants p where p.id = set_consent.participant_id for update;
  if is_given then
    insert into public.consents (user_id, participant_id, kind, version)
    select private.current_user_id(), set_consent.participant_id, set_consent.kind, '1'
    where not exists (select from public.consents c where c.participant_id = set_consent.participant_id
      and c.kind = set_consent.kind and c.withdrawn_at is null);
  else
    update public.consents c set withdrawn_at = clock_timestamp()
    where c.participant_id = set_consent.participant_id and c.kind = set_consent.kind and c.withdrawn_at is null;
  end if;
end
$$;
comment on function public.set_consent is 'Gives or withdraws a consent for a participant; a withdrawn one stays with its date.';

create function public.my_photo_consents() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.participant_id from public.consents c join public.participants p on p.id = c.participant_id
  join public.guardians g on g.household_id = p.household_id
  where g.user_id = (select private.current_user_id()) and c.kind = 'photos' and c.withdrawn_at is null
$$;
comment on function public.my_photo_consents is 'Participants of the caller''s household with a photo consent in force.';

create function public.my_profile() returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  home uuid := private.own_household();
begin
  return (
    select jsonb_build_object('name', p.name, 'phone', p.phone, 'born_on', h.born_on, 'note', coalesce(h.note, ''))
    from public.profiles p left join public.participants h on h.user_id = p.user_id and h.household_id = home
    where p.user_id = (select private.current_user_id())
  );
end
$$;
comment on function public.my_profile is 'Name, phone, birthday and note of the caller.';

create function public.save_my_profile(name text, phone text default '', born_on date default null, note text default '') returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  home uuid := private.own_household();
  given text := btrim(coalesce(save_my_profile.name, ''));
begin
  if length(given) not between 1 and 120 then
    perform private.fail(422, 'name_missing', 'Enter your name.', '{"field":"name"}');
  elsif btrim(coalesce(save_my_profile.phone, '')) !~ '^([+0-9][0-9 ()./-]{4,39})?$' then
    perform private.fail(422, 'bad_phone', 'Enter a phone number with digits, for example +351 912 345 678.',
      '{"field":"phone"}');
  elsif length(coalesce(save_my_profile.note, '')) > 1000 then
    perform private.fail(422, 'bad_note', 'Use at most 1,000 characters.', '{"field":"note","message_name":"profile_note_max_length"}');
  end if;
  perform private.fail_problems(private.birthday_problem(save_my_profile.born_on, 'born_on', 'bad_birthday'));
  update public.profiles p set name = given, phone = btrim(coalesce(save_my_profile.phone, '')) where p.user_id = (select private.current_user_id());
  update public.participants h set name = given, born_on = save_my_profile.born_on, note = btrim(coalesce(save_my_profile.note, ''))
  where h.user_id = (select private.current_user_id()) and h.household_id = home;
end
$$;
comment on function public.save_my_profile is 'Saves name, phone, birthday and note of the caller.';

-- ---------- triggers ----------
create trigger remove_empty_household after delete on public.guardians
  for each row execute function private.remove_empty_household();
create trigger forget_participant before delete on public.participants
  for each row execute function private.forget_participant();
create trigger onda_proof after update of email, email_confirmed_at on auth.users
  for each row execute function private.follow_proof();

-- ---------- rights ----------
revoke all on function public.my_family, public.save_family_member, public.remove_family_member, public.set_consent,
  public.my_photo_consents, public.my_profile, public.save_my_profile from public, anon, authenticated;
grant execute on function public.my_family, public.save_family_member, public.remove_family_member, public.set_consent,
  public.my_photo_consents, public.my_profile, public.save_my_profile to authenticated, service_role;
