-- A session has the name of the device it began on. A refresh may come from a server that renders pages for that
-- device; its own name would make the list of sessions useless. The address is updated as before.
create function auth.keep_session_device() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.user_agent := old.user_agent;
  return new;
end
$$;

revoke execute on function auth.keep_session_device() from public;

create trigger keep_session_device
before update on auth.sessions
for each row
when (old.user_agent <> '' and new.user_agent is distinct from old.user_agent)
execute function auth.keep_session_device();
