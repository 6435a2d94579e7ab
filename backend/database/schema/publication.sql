-- The publication that realtime follows. It starts empty: a table joins it when a client subscribes to its changes.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
