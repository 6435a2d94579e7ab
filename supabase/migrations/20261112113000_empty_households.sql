-- A household without a guardian is nobody's: what it knew about children goes with the last account.
create function private.remove_empty_household() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.households h where h.id = old.household_id and not h.is_demo
    and not exists (select from public.guardians g where g.household_id = h.id);
  return null;
end
$$;
create trigger remove_empty_household after delete on public.guardians
  for each row execute function private.remove_empty_household();

-- When a child leaves a family, past and coming registers keep the name that was booked and forget the rest.
create function private.forget_participant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.bookings set born_on = null, note = '', answers = '{}' where participant_id = old.id;
  return old;
end
$$;
create trigger forget_participant before delete on public.participants
  for each row execute function private.forget_participant();
