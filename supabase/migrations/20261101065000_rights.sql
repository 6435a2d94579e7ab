-- Least rights for the API roles: what nobody needs is revoked, so that a wrong row policy opens as little as possible.
-- supabase/rights.txt lists what is left. And what the browser receives live: tables of the realtime
-- publication and private channels.

-- Over all other policies of a table, whatever they allow.
create function private.close_to_applications(wanted regclass) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from pg_catalog.pg_policy where polrelid = wanted and polname = 'closed to applications') then
    execute format('create policy "closed to applications" on %s as restrictive for all to authenticated
      using ((select not private.is_application()))', wanted);
  end if;
end
$$;

-- A table that is made later is closed as it is made.
create function private.close_new_tables_to_applications() returns event_trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
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

do $$
declare
  item record;
begin
  -- The inner functions: what calls them runs as their owner. Those that row policies, constraints and indexes call as the
  -- caller have rights of their own, granted where they are defined.
  for item in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'private'::regnamespace loop
    execute format('revoke all on routine %s from public', item.name);
  end loop;
  -- Functions that came with extensions would be callable under /rest/v1/rpc.
  for item in
    select p.oid::regprocedure as name from pg_proc p
      join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
    where p.pronamespace = 'public'::regnamespace and pg_has_role(p.proowner, 'usage')
  loop
    execute format('revoke all on routine %s from public, anon, authenticated', item.name);
    execute format('grant execute on routine %s to service_role', item.name);
  end loop;
  -- Messages from the database are sent by functions of ours that run as their owner.
  for item in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'realtime'::regnamespace and p.proname in ('send', 'broadcast_changes') and pg_has_role(p.proowner, 'usage')
  loop
    execute format('revoke all on routine %s from public, anon, authenticated', item.name);
  end loop;
end
$$;

-- private.searchable() is called by indexes, as the writer of the row.
do $$
declare
  home text := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent');
begin
  execute format('grant execute on function %I.unaccent(regdictionary, text) to authenticated, service_role', home);
end
$$;

-- ---------- realtime ----------
-- Places left are public anyway; of everything else, row policies decide who receives it.
do $$
declare
  name text;
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables) then
    foreach name in array array['capacity_pools', 'sessions', 'offerings', 'orders', 'waitlist_entries', 'refunds', 'contact_messages', 'attendance',
      'substitute_requests', 'media', 'contents', 'radio_plays', 'radio_requests', 'radio_connections', 'radio_events',
      'radio_webhook_deliveries']
    loop
      if not exists (select from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = name) then
        execute format('alter publication supabase_realtime add table public.%I', name);
      end if;
    end loop;
  end if;
end
$$;

do $$
begin
  if to_regclass('realtime.messages') is null then
    return;
  end if;
  create policy "everyone receives the radio chat" on realtime.messages for select to anon, authenticated
    using (extension = 'broadcast' and (select realtime.topic()) = 'radio:chat');
  create policy "staff receive the live counts" on realtime.messages for select to authenticated
    using (extension = 'broadcast' and (select realtime.topic()) = 'dashboard:counts' and (select public.is_staff()));
  -- People who edit the same thing see each other on channels named editing:<thing>. Staff only: nobody else may make
  -- them believe that something changed.
  create policy "staff see who else edits" on realtime.messages for select to authenticated
    using (extension in ('presence', 'broadcast') and (select realtime.topic()) like 'editing:%' and (select public.is_staff()));
  create policy "staff announce that they edit" on realtime.messages for insert to authenticated
    with check (extension in ('presence', 'broadcast') and (select realtime.topic()) like 'editing:%' and (select public.is_staff()));
end
$$;
