-- Roles that a Supabase project has besides those of callers. Migrations and dumps name them in grants; nobody logs in
-- with them. Hooks of accounts that are functions run as supabase_auth_admin. Attributes of an existing role are not changed.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin', 'dashboard_user'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception
        -- Roles belong to all databases of a cluster; another one may be prepared at this moment.
        when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end
$$;

-- A login that is no superuser must be allowed to act as supabase_auth_admin.
do $$
begin
  if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    begin
      set local role supabase_auth_admin;
      reset role;
    exception
      when insufficient_privilege then
        execute format('grant supabase_auth_admin to %I', current_user);
    end;
  end if;
exception
  -- A hosted Supabase has accounts, and their hooks, of its own.
  when insufficient_privilege then null;
end
$$;
