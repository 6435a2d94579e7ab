-- The studio's letter as a choice of who is signed in; it goes along with the rest of what is known of a person.

-- Whether the letter comes; with a wish, makes it so. The address of an account is proven: it needs no second mail.
create function public.my_letter(wanted boolean default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  reader uuid;
begin
  select lower(u.email) into address from auth.users u
  where u.id = auth.uid() and u.email_confirmed_at is not null and not u.is_anonymous;
  if address is null then
    if wanted then
      perform private.fail(409, 'no_address', 'The letter needs an email address. Add one under Security first.');
    end if;
    return false;
  end if;
  if wanted then
    insert into public.newsletter_subscribers as s (email, state, confirmed_at) values (address, 'confirmed', now())
    on conflict (email) do update set state = 'confirmed', confirmed_at = now(), left_at = null
      where s.state <> 'confirmed'
    returning s.id into reader;
    if reader is not null then
      insert into private.newsletter_links (subscriber_id, token) values (reader, private.new_token())
      on conflict (subscriber_id) do nothing;
    end if;
  elsif not wanted then
    update public.newsletter_subscribers s set state = 'left', left_at = now() where s.email = address and s.state <> 'left';
  end if;
  return exists (select from public.newsletter_subscribers s where s.email = address and s.state = 'confirmed');
end
$$;

alter function public.my_data() rename to account_data;
alter function public.account_data() set schema private;
create function public.my_data() returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.account_data() || jsonb_build_object('letter', (
    select to_jsonb(s) - 'id' from public.newsletter_subscribers s join auth.users u on lower(u.email) = s.email
    where u.id = auth.uid()
  ))
$$;

alter function public.delete_my_account(text) rename to delete_account;
alter function public.delete_account(text) set schema private;
create function public.delete_my_account(typed text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text := (select lower(email) from auth.users where id = auth.uid());
begin
  -- Refuses by an exception, which undoes nothing but itself: what follows only happens when the account is gone.
  perform private.delete_account(typed);
  delete from public.newsletter_subscribers s where s.email = address;
end
$$;

revoke all on function private.account_data(), private.delete_account(text) from public, anon, authenticated;
revoke all on function public.my_letter(boolean), public.my_data(), public.delete_my_account(text) from public, anon;
grant execute on function public.my_letter(boolean), public.my_data(), public.delete_my_account(text) to authenticated;
