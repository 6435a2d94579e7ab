-- A birthday that cannot be one is refused in words that say what is wrong with it, wherever it comes from.
create function private.birthday_problem(born date) returns text language sql stable set search_path = '' as $$
  select case
    when born > current_date then 'A birthday lies in the past.'
    when born < date '1900-01-02' then format('Please check the year: nobody alive was born in %s.', abs(extract(year from born)))
  end
$$;

-- Whatever writes: a form, an import, the desk. What stands already stays as it is.
-- Whoever writes a row calls it, also the service role, which does not come into the private schema by itself.
create function private.refuse_bad_birthday() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  problem text := private.birthday_problem(new.born_on);
begin
  if problem is not null then
    perform private.fail(422, 'bad_birthday', problem, '{"field":"born_on"}');
  end if;
  return new;
end
$$;
create trigger birthday_is_one before insert or update of born_on on public.participants
  for each row when (new.born_on is not null) execute function private.refuse_bad_birthday();
create trigger birthday_is_one before insert or update of born_on on public.bookings
  for each row when (new.born_on is not null) execute function private.refuse_bad_birthday();

-- As before; a birthday by the sentence above.
create or replace function public.save_my_profile(name text, phone text default '', born_on date default null, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.own_household();
  given text := btrim(coalesce(save_my_profile.name, ''));
begin
  if length(given) not between 1 and 120 then
    perform private.fail(422, 'name_missing', 'Please tell us your name.', '{"field":"name"}');
  elsif btrim(coalesce(save_my_profile.phone, '')) !~ '^([+0-9][0-9 ()./-]{4,39})?$' then
    perform private.fail(422, 'bad_phone', 'A phone number has digits, with a plus in front if you like.', '{"field":"phone"}');
  elsif private.birthday_problem(save_my_profile.born_on) is not null then
    perform private.fail(422, 'bad_birthday', private.birthday_problem(save_my_profile.born_on), '{"field":"born_on"}');
  elsif length(coalesce(save_my_profile.note, '')) > 1000 then
    perform private.fail(422, 'bad_note', 'Fewer words, please: 1000 letters at most.', '{"field":"note"}');
  end if;
  update public.profiles p set name = given, phone = btrim(coalesce(save_my_profile.phone, '')) where p.user_id = auth.uid();
  update public.participants h set name = given, born_on = save_my_profile.born_on, note = btrim(coalesce(save_my_profile.note, ''))
  where h.user_id = auth.uid() and h.household_id = home;
end
$$;

-- The words for a birthday in a booking: how to write one, or what is wrong with the one that was written.
create function private.birthday_words(given text) returns text language plpgsql stable set search_path = '' as $$
begin
  return private.birthday_problem(given::date);
exception when datetime_field_overflow or invalid_datetime_format then
  return 'A date of birth looks like 2015-04-30.';
end
$$;
create or replace function private.attendee_problems(offering uuid, person jsonb, prefix text) returns jsonb
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
    if born <> '' and private.birthday_words(born) is not null then
      problems := problems || private.problem(prefix || 'born_on', 'bad_date', private.birthday_words(born));
    end if;
  end if;
  return problems || private.length_problems(private.cleaned(person, 'note'), 1000, prefix || 'note')
    || private.answer_problems(offering, person -> 'answers', prefix || 'answers.');
end
$$;
