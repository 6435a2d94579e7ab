-- Pages of the studio's own words are found by search, too.
create or replace function private.write_search_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thing jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  what text := case tg_table_name when 'offerings' then case thing ->> 'kind' when 'event' then 'event' else 'class' end
    when 'people' then 'person' when 'works' then 'work' when 'posts' then 'entry' when 'pages' then 'page' else 'show' end;
  at_path text := case when tg_table_name = 'shows' then '/radio/shows/' || (thing ->> 'slug') else private.content_path(tg_table_name, thing) end;
  about text := coalesce(thing ->> 'summary', thing ->> 'line', concat_ws(', ', thing ->> 'medium', thing ->> 'year'), '');
begin
  delete from private.search_documents where ref = (thing ->> 'id')::uuid;
  if tg_op = 'DELETE' or coalesce((thing ->> 'is_public')::boolean, true) = false then
    return null;
  end if;
  -- Without a date it is either always public or a draft: only people and shows have no date at all.
  if what not in ('person', 'show') and thing ->> 'published_at' is null then
    return null;
  end if;
  insert into private.search_documents (kind, ref, path, title, summary, words, published_at)
  select what, (thing ->> 'id')::uuid, at_path, coalesce(thing ->> 'title', thing ->> 'name'), about,
    private.search_words(coalesce(thing ->> 'title', thing ->> 'name'),
      concat_ws(' ', about, thing ->> 'discipline', thing ->> 'credits',
        (select p.name from public.people p where p.id = coalesce(thing ->> 'teacher_id', thing ->> 'host_id', thing ->> 'author_id',
          thing ->> 'person_id')::uuid)),
      concat_ws(' ', thing ->> 'body', thing ->> 'bio')),
    (thing ->> 'published_at')::timestamptz;
  return null;
end
$$;
create trigger searchable after insert or update or delete on public.pages for each row execute function private.write_search_document();
