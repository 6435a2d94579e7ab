-- What a member says of themselves: name, a phone to be called at, birthday, and what their teachers should know.
create function public.my_profile() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.own_household();
begin
  return (
    select jsonb_build_object('name', p.name, 'phone', p.phone, 'born_on', h.born_on, 'note', coalesce(h.note, ''))
    from public.profiles p left join public.participants h on h.user_id = p.user_id and h.household_id = home
    where p.user_id = auth.uid()
  );
end
$$;

create function public.save_my_profile(name text, phone text default '', born_on date default null, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.own_household();
  given text := btrim(coalesce(save_my_profile.name, ''));
begin
  if length(given) not between 1 and 120 then
    perform private.fail(422, 'name_missing', 'Please tell us your name.', '{"field":"name"}');
  elsif btrim(coalesce(save_my_profile.phone, '')) !~ '^([+0-9][0-9 ()./-]{4,39})?$' then
    perform private.fail(422, 'bad_phone', 'A phone number has digits, with a plus in front if you like.', '{"field":"phone"}');
  elsif save_my_profile.born_on not between date '1900-01-02' and current_date then
    perform private.fail(422, 'bad_birthday', 'A birthday lies in the past.', '{"field":"born_on"}');
  elsif length(coalesce(save_my_profile.note, '')) > 1000 then
    perform private.fail(422, 'bad_note', 'Fewer words, please: 1000 letters at most.', '{"field":"note"}');
  end if;
  update public.profiles p set name = given, phone = btrim(coalesce(save_my_profile.phone, '')) where p.user_id = auth.uid();
  update public.participants h set name = given, born_on = save_my_profile.born_on, note = btrim(coalesce(save_my_profile.note, ''))
  where h.user_id = auth.uid() and h.household_id = home;
end
$$;
revoke all on function public.my_profile(), public.save_my_profile(text, text, date, text) from public, anon;
grant execute on function public.my_profile(), public.save_my_profile(text, text, date, text) to authenticated, service_role;
