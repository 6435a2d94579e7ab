-- Hosts reach what is theirs: recordings of their shows and of their own live sessions, and the tracks they uploaded.
-- And guardians give and withdraw the consents that staff read.

-- ---------- recordings ----------
create function private.is_own_episode(show uuid, live_session uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('host') and (
    exists (select from public.radio_show_hosts h where h.show_id = show and h.user_id = auth.uid())
    or exists (select from public.radio_live_sessions l where l.id = live_session and l.user_id = auth.uid()))
$$;
revoke all on function private.is_own_episode(uuid, uuid) from public, anon;
grant execute on function private.is_own_episode(uuid, uuid) to authenticated;

create policy "hosts read their recordings" on public.radio_episodes for select to authenticated
  using (private.is_own_episode(show_id, live_session_id));
-- Another show is staff's to choose: a host cannot put a recording under a show that is not theirs.
create policy "hosts edit their recordings" on public.radio_episodes for update to authenticated
  using (private.is_own_episode(show_id, live_session_id)) with check (private.is_own_episode(show_id, live_session_id));

-- ---------- tracks ----------
create policy "hosts read their tracks" on public.radio_tracks for select to authenticated
  using (added_by = (select auth.uid()) and (select public.has_role('host')));
create policy "hosts correct their tracks" on public.radio_tracks for update to authenticated
  using (added_by = (select auth.uid()) and (select public.has_role('host')))
  with check (added_by = (select auth.uid()) and (select public.has_role('host')));

-- ---------- an account's name at a show ----------
-- Who has no public profile yet gets one with their name alone; content editors can fill it in.
create function public.name_show_host(show_id uuid, user_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
  full_name text;
  base text;
begin
  if not public.is_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501', hint = 'staff_only';
  end if;
  if not exists (select from public.roles r where r.user_id = name_show_host.user_id and r.role = 'host') then
    perform private.fail(422, 'not_a_host', 'This account does not have the role of host.');
  end if;
  select a.person_id into person from public.person_accounts a where a.user_id = name_show_host.user_id;
  if person is null then
    select btrim(p.name) into full_name from public.profiles p where p.user_id = name_show_host.user_id;
    if coalesce(full_name, '') = '' then
      perform private.fail(422, 'no_name', 'This account has no name yet.');
    end if;
    base := coalesce(nullif(btrim(regexp_replace(lower(normalize(full_name, nfkd)), '[^a-z0-9]+', '-', 'g'), '-'), ''), 'host');
    insert into public.people (slug, name, line, bio)
    values (case when exists (select from public.people p where p.slug = base) then base || '-' || substr(gen_random_uuid()::text, 1, 6)
      else base end, full_name, '', '')
    returning id into person;
    insert into public.person_accounts (person_id, user_id) values (person, name_show_host.user_id);
  end if;
  update public.shows s set host_id = person where s.id = name_show_host.show_id;
  if not found then
    perform private.fail(404, 'no_show', 'There is no such show.');
  end if;
  insert into public.radio_show_hosts (show_id, user_id) values (name_show_host.show_id, name_show_host.user_id)
  on conflict do nothing;
  return person;
end
$$;
revoke all on function public.name_show_host(uuid, uuid) from public, anon;
grant execute on function public.name_show_host(uuid, uuid) to authenticated, service_role;

-- ---------- consents ----------
-- One consent in force of each kind and person; a withdrawn one stays written with its date. The words that hold today
-- are version 1.
create function public.set_consent(participant_id uuid, kind text, is_given boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (private.own_participant(set_consent.participant_id::text)).id is null then
    perform private.fail(404, 'no_such_person', 'This person is not of your family.');
  elsif set_consent.kind <> 'photos' then
    perform private.fail(422, 'bad_kind', 'There is no such consent.');
  end if;
  perform from public.participants p where p.id = set_consent.participant_id for update;
  if is_given then
    insert into public.consents (user_id, participant_id, kind, version)
    select auth.uid(), set_consent.participant_id, set_consent.kind, '1'
    where not exists (select from public.consents c where c.participant_id = set_consent.participant_id
      and c.kind = set_consent.kind and c.withdrawn_at is null);
  else
    update public.consents c set withdrawn_at = clock_timestamp()
    where c.participant_id = set_consent.participant_id and c.kind = set_consent.kind and c.withdrawn_at is null;
  end if;
end
$$;
revoke all on function public.set_consent(uuid, text, boolean) from public, anon;
grant execute on function public.set_consent(uuid, text, boolean) to authenticated, service_role;

create function public.my_photo_consents() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select c.participant_id from public.consents c join public.participants p on p.id = c.participant_id
  join public.guardians g on g.household_id = p.household_id
  where g.user_id = auth.uid() and c.kind = 'photos' and c.withdrawn_at is null
$$;
revoke all on function public.my_photo_consents() from public, anon;
grant execute on function public.my_photo_consents() to authenticated, service_role;
