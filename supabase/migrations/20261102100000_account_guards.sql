-- Rights hold for who may use them now: not banned, and proven by the second factor where there is one.
-- Otherwise a stolen password alone would open everything that the second factor was meant to close.
create function private.is_proven() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
      select from auth.users where id = auth.uid() and (banned_until is null or banned_until <= now())
    )
    and (
      coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
      or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
    )
$$;
revoke all on function private.is_proven() from public;

-- Being a member is no right over others: it asks for no second factor.
create or replace function public.has_role(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.roles where user_id = auth.uid() and role = wanted)
    and (wanted = 'member' or private.is_proven())
$$;
create or replace function public.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.roles where user_id = auth.uid() and role in ('staff', 'owner'))
    and private.is_proven()
$$;

-- Mails hold codes that open accounts. Staff read those of members, and their own; those of staff and owners only an
-- owner reads: else any member of staff could ask for the owner's new password and read the code here.
drop policy "staff read the outbox" on public.outbox;
create policy "owners read the outbox" on public.outbox for select to authenticated using ((select public.has_role('owner')));
create policy "staff read the outbox of others than staff" on public.outbox for select to authenticated using (
  (select public.is_staff())
  and (
    user_id = (select auth.uid())
    or not exists (
      select from public.roles where roles.user_id = outbox.user_id and roles.role in ('staff', 'owner')
    )
  )
);
