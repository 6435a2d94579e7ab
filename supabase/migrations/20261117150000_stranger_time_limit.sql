-- Strangers get three seconds for one statement; accounts keep eight. Only the limit that onda itself once set is
-- changed: an owner who chose another one keeps it. Roles belong to the whole cluster, so the login may lack the right,
-- or another database may be changing the same role at this moment.
do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'anon' and 'statement_timeout=8s' = any (rolconfig)) then
    alter role anon set statement_timeout = '3s';
  end if;
exception
  when insufficient_privilege or internal_error then null;
end
$$;
