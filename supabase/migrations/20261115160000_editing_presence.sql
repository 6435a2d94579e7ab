-- Two people who edit one thing are told of each other on private channels named editing:<thing>. Staff only: who works
-- on what is nobody else's business, and nobody else may make them believe that something changed.
do $$
begin
  if to_regclass('realtime.messages') is null then
    return;
  end if;
  execute $policy$
    create policy "staff see who else edits" on realtime.messages for select to authenticated
      using (extension in ('presence', 'broadcast') and (select realtime.topic()) like 'editing:%' and (select public.is_staff()))
  $policy$;
  execute $policy$
    create policy "staff tell that they edit" on realtime.messages for insert to authenticated
      with check (extension in ('presence', 'broadcast') and (select realtime.topic()) like 'editing:%' and (select public.is_staff()))
  $policy$;
end
$$;
