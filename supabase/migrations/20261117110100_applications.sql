-- Someone can let an application in with their account (OAuth). Its token names them, but it is not them: it opens what
-- its scopes say at /oauth/userinfo, and nothing of the studio. The gateway refuses it before the database is asked;
-- these rules hold behind any other gateway too.
create function private.is_application() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(auth.jwt() ? 'client_id', false)
$$;
revoke all on function private.is_application() from public, anon, authenticated;
grant execute on function private.is_application() to anon, authenticated, service_role;

create or replace function private.is_proven() returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.is_application()
    and exists (
      select from auth.users where id = auth.uid() and (banned_until is null or banned_until <= now())
    )
    and (
      coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
      or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
    )
$$;
create or replace function public.has_role(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.roles where user_id = auth.uid() and role = wanted)
    and (wanted = 'member' and not private.is_application() or private.is_proven())
$$;

-- Over all other policies of a table, whatever they allow.
create function private.close_to_applications(wanted regclass) returns void
language plpgsql set search_path = '' as $$
begin
  if not exists (select from pg_catalog.pg_policy where polrelid = wanted and polname = 'closed to applications') then
    execute format('create policy "closed to applications" on %s as restrictive for all to authenticated
      using ((select not private.is_application()))', wanted);
  end if;
end
$$;
revoke all on function private.close_to_applications(regclass) from public, anon, authenticated;

do $$
declare
  wanted regclass;
begin
  for wanted in
    select c.oid from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and (
      n.nspname = 'public'
      or (n.nspname, c.relname) in (('storage', 'objects'), ('storage', 'buckets'), ('realtime', 'messages'))
    )
  loop
    perform private.close_to_applications(wanted);
  end loop;
end
$$;

-- A table that is made later is closed as it is made.
create function private.close_new_tables_to_applications() returns event_trigger
language plpgsql set search_path = '' as $$
declare
  made record;
begin
  for made in select * from pg_catalog.pg_event_trigger_ddl_commands()
    where object_type = 'table' and schema_name = 'public'
  loop
    perform private.close_to_applications(made.objid::regclass);
  end loop;
end
$$;
revoke all on function private.close_new_tables_to_applications() from public, anon, authenticated;

do $$
begin
  create event trigger onda_close_new_tables on ddl_command_end
    when tag in ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO')
    execute function private.close_new_tables_to_applications();
exception
  -- A login without the right to it leaves new tables to the gateway.
  when insufficient_privilege then raise notice 'new tables are not closed to applications by themselves';
end
$$;
