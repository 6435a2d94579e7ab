-- Search over everything public: full text, accents folded, each word the beginning of a word. One document for each thing,
-- written by triggers, so that a search reads one index and never five tables.
create extension if not exists unaccent;

create table private.search_documents (
  kind text not null,
  ref uuid not null,
  path text not null,
  title text not null,
  summary text not null,
  words tsvector not null,
  published_at timestamptz,
  primary key (kind, ref)
);
create index search_documents_words on private.search_documents using gin (words);
alter table private.search_documents enable row level security;

-- The extension may live in either schema, depending on who hosts.
create function private.fold(given text) returns text language sql stable set search_path = public, extensions as $$
  select lower(unaccent(coalesce(given, '')))
$$;
create function private.search_words(title text, summary text, body text) returns tsvector
language sql stable set search_path = '' as $$
  select setweight(to_tsvector('simple', private.fold(title)), 'A')
    || setweight(to_tsvector('simple', private.fold(summary)), 'B')
    || setweight(to_tsvector('simple', left(private.fold(body), 20000)), 'C')
$$;

create function private.write_search_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thing jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  what text := case tg_table_name when 'offerings' then case thing ->> 'kind' when 'event' then 'event' else 'class' end
    when 'people' then 'person' when 'works' then 'work' when 'posts' then 'entry' else 'show' end;
  folder text := case what when 'event' then '/events/' when 'class' then '/classes/' when 'person' then '/people/'
    when 'work' then '/works/' when 'entry' then '/journal/' else '/radio/shows/' end;
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
  select what, (thing ->> 'id')::uuid, folder || (thing ->> 'slug'), coalesce(thing ->> 'title', thing ->> 'name'), about,
    private.search_words(coalesce(thing ->> 'title', thing ->> 'name'),
      concat_ws(' ', about, thing ->> 'discipline', thing ->> 'credits',
        (select p.name from public.people p where p.id = coalesce(thing ->> 'teacher_id', thing ->> 'host_id', thing ->> 'author_id',
          thing ->> 'person_id')::uuid)),
      concat_ws(' ', thing ->> 'body', thing ->> 'bio')),
    (thing ->> 'published_at')::timestamptz;
  return null;
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array['offerings', 'people', 'works', 'posts', 'shows'] loop
    execute format('create trigger searchable after insert or update or delete on public.%I
      for each row execute function private.write_search_document()', name);
    -- What is there already becomes searchable the same way as what comes.
    execute format('update public.%I set id = id', name);
  end loop;
end
$$;

-- "ing" finds "Inês": each word as the beginning of one. Titles first; of what matches everything, only so much is weighed.
create function public.search_studio(query text, most integer default 20)
returns table (kind text, title text, summary text, path text)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[];
  anywhere tsquery;
  in_title tsquery;
begin
  select array_agg(w) into words from (
    select w from regexp_split_to_table(private.fold(left(query, 200)), '[^[:alnum:]]+') w where w <> '' limit 8
  ) found;
  if words is null then
    return;
  end if;
  anywhere := (select string_agg(quote_literal(w) || ':*', ' & ') from unnest(words) w)::tsquery;
  in_title := (select string_agg(quote_literal(w) || ':*A', ' & ') from unnest(words) w)::tsquery;
  return query
    with found as (
      (select d.* from private.search_documents d
        where d.words @@ in_title and (d.published_at is null or d.published_at <= now()) limit 300)
      union
      (select d.* from private.search_documents d
        where d.words @@ anywhere and (d.published_at is null or d.published_at <= now()) limit 500)
    )
    select f.kind, f.title, f.summary, f.path from found f
    order by f.words @@ in_title desc, ts_rank(f.words, anywhere) desc, f.published_at desc nulls last, f.title
    limit least(greatest(coalesce(most, 20), 1), 50);
end
$$;
revoke all on function public.search_studio(text, integer) from public;
grant execute on function public.search_studio(text, integer) to anon, authenticated, service_role;
