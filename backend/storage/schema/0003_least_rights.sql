-- Row policies do not narrow TRUNCATE, and nobody who calls the API makes references or triggers.
revoke truncate, references, trigger on storage.buckets, storage.objects from anon, authenticated;
do $$
begin
  if pg_catalog.current_setting('server_version_num')::integer >= 170000 then
    execute 'revoke maintain on storage.buckets, storage.objects from anon, authenticated';
  end if;
end
$$;
