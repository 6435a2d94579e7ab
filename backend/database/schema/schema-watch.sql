-- Notifies every running host that the schema of the database changed, so that its schema cache is read again.
-- Temporary objects change no API and are left out.
create or replace function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql
as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_ddl_commands() as command
    where command.schema_name is distinct from 'pg_temp'
  ) then
    perform pg_catalog.pg_notify('pgrst', 'reload schema');
  end if;
end
$$;

create or replace function extensions.pgrst_drop_watch() returns event_trigger
language plpgsql
as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_dropped_objects() as dropped
    where not dropped.is_temporary
  ) then
    perform pg_catalog.pg_notify('pgrst', 'reload schema');
  end if;
end
$$;

revoke all on function extensions.pgrst_ddl_watch(), extensions.pgrst_drop_watch() from public;

do $$
begin
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  end if;
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_drop_watch') then
    create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
  end if;
end
$$;
