-- The Supabase CLI drops every schema that supabase_admin does not own when it resets a database (db reset --db-url).
-- The schemas of the host's own services are not the project's to drop.
do $$
declare
  is_superuser boolean := (select rolsuper from pg_catalog.pg_roles where rolname = current_user);
  internal record;
begin
  for internal in
    select nspname from pg_catalog.pg_namespace
    where nspname in (
      'auth', 'storage', 'realtime', 'extensions', 'rate_limits', 'cron', 'net', 'pgmq', 'supabase_functions'
    ) and nspowner = current_user::regrole
  loop
    if not is_superuser then
      execute format('grant supabase_admin to %I', current_user);
      -- Only a role that may create schemas can be given one.
      execute format('grant create on database %I to supabase_admin', current_database());
    end if;
    execute format('alter schema %I owner to supabase_admin', internal.nspname);
    if not is_superuser then
      -- Its own rights went with the ownership.
      execute format('set local role supabase_admin');
      execute format('grant usage, create on schema %I to %I', internal.nspname, session_user);
      reset role;
    end if;
  end loop;
exception
  -- A login that may not act as supabase_admin leaves the schemas as they are.
  when insufficient_privilege then null;
end
$$;
