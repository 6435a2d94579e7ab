-- The publication that realtime follows. It starts empty: a table joins it when a client subscribes to its changes.
-- Changes of a partition are those of the table that it is a part of, whose row policies decide who receives them.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime with (publish_via_partition_root = true);
  elsif exists (
    select from pg_catalog.pg_publication
    where pubname = 'supabase_realtime' and not pubviaroot and pg_catalog.pg_has_role(pubowner, 'usage')
  ) then
    alter publication supabase_realtime set (publish_via_partition_root = true);
  end if;
end
$$;
