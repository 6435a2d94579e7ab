-- Places left are told to whoever looks, through realtime; what a pool says is public anyway.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables)
    and not exists (select from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'pools')
  then
    alter publication supabase_realtime add table public.pools;
  end if;
end
$$;
