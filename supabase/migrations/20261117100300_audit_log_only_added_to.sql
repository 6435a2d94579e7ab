-- MAINTAIN came with PostgreSQL 17 and with it a right to lock the audit log, which nobody who only adds to it needs.
do $$
begin
  if current_setting('server_version_num')::integer >= 170000 then
    execute 'revoke maintain on public.audit_events from service_role';
  end if;
end
$$;
