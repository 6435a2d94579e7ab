-- Whose account goes, their name goes from what they wrote, too: the words stay, the person is forgotten.
create function private.forget_writer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'contents' then
    new.updated_name := '';
  else
    new.made_name := '';
  end if;
  return new;
end
$$;
create trigger forget_writer before update of updated_by on public.contents for each row
  when (old.updated_by is not null and new.updated_by is null) execute function private.forget_writer();
create trigger forget_writer before update of made_by on public.content_revisions for each row
  when (old.made_by is not null and new.made_by is null) execute function private.forget_writer();
