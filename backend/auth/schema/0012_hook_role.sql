-- Hooks that are functions of the database run as supabase_auth_admin, which owns these tables on a hosted Supabase: they
-- may read and change accounts, and nothing of the project that was not granted to them.
do $$
declare
  account_table record;
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'supabase_auth_admin') then return; end if;
  grant usage on schema auth to supabase_auth_admin;
  grant usage on all sequences in schema auth to supabase_auth_admin;
  for account_table in
    select c.oid, c.relname, c.relrowsecurity from pg_catalog.pg_class as c
    where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
  loop
    execute format('grant select, insert, update, delete on auth.%I to supabase_auth_admin', account_table.relname);
    if account_table.relrowsecurity and not exists (
      select from pg_catalog.pg_policy where polrelid = account_table.oid and polname = 'hooks'
    ) then
      execute format('create policy hooks on auth.%I to supabase_auth_admin using (true) with check (true)', account_table.relname);
    end if;
  end loop;
end
$$;
