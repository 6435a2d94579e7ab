-- From an account to somebody who teaches, in one step: whoever works here can be named in a class at once.

-- Accounts that may teach and are nobody on the public pages yet.
create function public.teachers_to_be() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_desk();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('user_id', c.user_id, 'name', c.name) order by c.name, c.user_id), '[]')
    from (
      select u.id as user_id, coalesce(nullif(btrim(f.name), ''), split_part(u.email, '@', 1)) as name
      from auth.users u left join public.profiles f on f.user_id = u.id
      where exists (select from public.roles r where r.user_id = u.id and r.role in ('teacher', 'staff', 'owner'))
        and not exists (select from public.person_accounts a where a.user_id = u.id)
        and u.email is not null
      limit 200
    ) c
  );
end
$$;

-- The person as whom an account teaches; made when there is none. The role comes with it.
create function public.teach_as(account uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  called text;
  person uuid;
begin
  perform private.require_desk();
  select coalesce(nullif(btrim(f.name), ''), split_part(u.email, '@', 1)) into called
  from auth.users u left join public.profiles f on f.user_id = u.id
  where u.id = account and u.email is not null
    and exists (select from public.roles r where r.user_id = u.id and r.role in ('teacher', 'staff', 'owner'));
  if called is null then
    perform private.fail(404, 'no_account', 'Nobody who works here has this account.');
  end if;
  -- Two clicks make one person.
  perform pg_advisory_xact_lock(hashtextextended('teach_as ' || account::text, 0));
  select a.person_id into person from public.person_accounts a where a.user_id = account;
  if person is null then
    insert into public.people (slug, name, line, bio, is_public, position)
    values (private.free_slug('people', called), called, 'Teaches at the studio.', '', true,
      (select coalesce(max(p.position), 0) + 1 from public.people p))
    returning id into person;
    insert into public.person_accounts (person_id, user_id) values (person, account);
  end if;
  insert into public.roles (user_id, role, granted_by) values (account, 'teacher', auth.uid()) on conflict do nothing;
  return person;
end
$$;

revoke all on function public.teachers_to_be(), public.teach_as(uuid) from public, anon;
grant execute on function public.teachers_to_be(), public.teach_as(uuid) to authenticated, service_role;
