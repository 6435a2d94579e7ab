-- Nobody creates anything by being connected: neither temporary types and tables, which hide those of the catalogue from
-- functions that look there first, nor objects in schemas. Owners and superusers keep these rights.
do $$
declare
  open text;
begin
  if pg_catalog.has_database_privilege('public', current_database(), 'create')
    or pg_catalog.has_database_privilege('public', current_database(), 'temporary') then
    execute format('revoke create, temporary on database %I from public', current_database());
  end if;
  for open in
    select nspname from pg_catalog.pg_namespace
    where nspname !~ '^(pg_|information_schema$)' and pg_catalog.has_schema_privilege('public', oid, 'create')
  loop
    execute format('revoke create on schema %I from public', open);
  end loop;
end
$$;
