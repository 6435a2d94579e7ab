-- Content that staff write in the dashboard: works, posts, pages, drafts, revisions, redirects from old addresses, and
-- the search of the public site.

create table public.works (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text collate "und-x-icu" not null,
  year smallint not null,
  medium text not null,
  credits text not null,
  body text not null,
  discipline text not null references public.disciplines (slug),
  ratio_width smallint not null default 4 check (ratio_width > 0),
  ratio_height smallint not null default 3 check (ratio_height > 0),
  picture_description text not null,
  person_id uuid references public.people (id) on delete set null,
  featured_position integer,
  published_at timestamptz,
  is_demo boolean not null default false,
  media_id uuid references public.media (id),
  -- The name of its file in the bucket of sounds. Another file has another name, so browsers may cache it forever.
  sound_path text check (sound_path ~ '^[0-9a-f-]{36}/[0-9a-z]{8,40}\.(mp3|m4a|ogg|wav)$'),
  sound_duration_ms integer check (sound_duration_ms > 0),
  blocks jsonb,
  translations jsonb not null default '{}',
  check ((sound_path is null) = (sound_duration_ms is null))
);
comment on table public.works is 'Works that were made at the studio.';
alter table public.works enable row level security;

-- Sounds to hear on the page of a work. Their names cannot be guessed; listing is for staff.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('sounds', 'sounds', true, 50 * 1024 * 1024, array['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav'])
on conflict (id) do nothing;

create table public.posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text collate "und-x-icu" not null,
  summary text not null,
  body text not null,
  discipline text not null references public.disciplines (slug),
  author_id uuid references public.people (id) on delete set null,
  published_at timestamptz,
  is_demo boolean not null default false,
  media_id uuid references public.media (id),
  blocks jsonb,
  translations jsonb not null default '{}'
);
comment on table public.posts is 'Journal posts.';
alter table public.posts enable row level security;

-- Addresses of the program itself and its languages: no page can have one of them, in any language.
create function private.reserved_slugs() returns text[] language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array['api', 'auth', 'book', 'booking', 'calendar', 'classes', 'cloudflare', 'confirm', 'contact', 'covers', 'dashboard',
    'events', 'functions', 'healthz', 'journal', 'kit', 'metrics', 'new-password', 'newsletter', 'oauth', 'offer', 'offline', 'passes',
    'people', 'policies', 'preview', 'radio', 'readyz', 'realtime', 'recover', 'rest', 'search', 'setup', 'sign-in', 'sign-up', 'storage',
    'timetable', 'works', 'ar', 'de', 'en', 'es', 'fr', 'pt']
$$;

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80 and slug <> all (private.reserved_slugs())),
  title text collate "und-x-icu" not null check (length(title) <= 200),
  summary text not null default '' check (length(summary) <= 1000),
  body text not null default '',
  blocks jsonb,
  media_id uuid references public.media (id),
  published_at timestamptz,
  is_demo boolean not null default false,
  translations jsonb not null default '{}'
);
comment on table public.pages is 'Pages that staff write.';
alter table public.pages enable row level security;

create table public.redirects (
  from_path text primary key check (from_path ~ '^/[^/]' and length(from_path) <= 300),
  to_path text not null check (to_path ~ '^/[^/]' and length(to_path) <= 300),
  made_at timestamptz not null default now(),
  check (from_path <> to_path)
);
comment on table public.redirects is 'Old addresses and where they redirect to.';
alter table public.redirects enable row level security;

create table public.contents (
  relation text not null check (relation in ('posts', 'works', 'people', 'pages')),
  ref uuid not null,
  title text collate "und-x-icu" not null,
  slug text not null,
  fields jsonb not null,
  version integer not null default 1,
  -- Something in the fields is not public yet.
  has_changes boolean not null default false,
  published_at timestamptz,
  publish_at timestamptz,
  trashed_at timestamptz,
  was_published_at timestamptz,
  preview_token text not null unique default private.new_token(),
  preview_until timestamptz not null default now() + interval '30 days',
  updated_at timestamptz not null default now(),
  updated_by uuid references auth.users (id) on delete set null,
  updated_name text not null default '',
  primary key (relation, ref)
);
comment on table public.contents is 'The newest draft of each post, work, person and page, published or not.';
alter table public.contents enable row level security;

create table public.content_revisions (
  relation text not null,
  ref uuid not null,
  version integer not null,
  fields jsonb not null,
  note text not null default '' check (length(note) <= 200),
  made_at timestamptz not null default now(),
  made_by uuid references auth.users (id) on delete set null,
  made_name text not null default '',
  primary key (relation, ref, version),
  foreign key (relation, ref) references public.contents (relation, ref) on delete cascade
);
comment on table public.content_revisions is 'Earlier versions of content.';
alter table public.content_revisions enable row level security;

create table private.search_documents (
  kind text not null,
  ref uuid not null,
  -- Empty: the studio's first language.
  language text not null default '',
  path text not null,
  title text not null,
  summary text not null,
  search_vector tsvector not null,
  published_at timestamptz,
  primary key (ref, language)
);
comment on table private.search_documents is
  'The search index of the public site: one document for each thing and language, written by triggers, so that a search reads one index.';
alter table private.search_documents enable row level security;

-- ---------- indexes ----------
create index works_person on public.works (person_id);
create index works_media on public.works (media_id);
create index works_discipline on public.works (discipline);
create index posts_published on public.posts (published_at desc);
create index posts_author on public.posts (author_id);
create index posts_media on public.posts (media_id);
create index posts_title_parts on public.posts using gin (title gin_trgm_ops);
create index posts_discipline on public.posts (discipline);
create index pages_media on public.pages (media_id);
create index redirects_to on public.redirects (to_path);
create index contents_newest on public.contents (relation, updated_at desc, ref);
create index contents_updated_by on public.contents (updated_by);
create index content_revisions_made_by on public.content_revisions (made_by);
create index search_documents_vector on private.search_documents using gin (search_vector);

-- ---------- row policies ----------
create policy "everyone reads published works" on public.works for select
  using (published_at <= now() and (select s.is_on from public.site_sections s where s.name = 'works'));
create policy "staff see sound files" on storage.objects for select to authenticated
  using (bucket_id = 'sounds' and (select public.is_staff()));
create policy "staff add sound files" on storage.objects for insert to authenticated
  with check (bucket_id = 'sounds' and (select public.is_staff()));
-- A sound that a work, its draft or an earlier version names stays: staff can go back to each of them.
create policy "staff delete sound files that nothing names" on storage.objects for delete to authenticated
  using (bucket_id = 'sounds' and (select public.is_staff())
    and not exists (select from public.works w where w.sound_path = storage.objects.name)
    and not exists (select from public.contents c where c.relation = 'works' and c.fields ->> 'sound_path' = storage.objects.name)
    and not exists (select from public.content_revisions r where r.relation = 'works' and r.fields ->> 'sound_path' = storage.objects.name));
create policy "everyone reads published posts" on public.posts for select
  using (published_at <= now() and (select s.is_on from public.site_sections s where s.name = 'journal'));
create policy "everyone reads published pages" on public.pages for select using (published_at <= now());
create policy "everyone is led on" on public.redirects for select using (true);
create policy "staff read all content" on public.contents for select to authenticated using ((select public.is_staff()));
create policy "staff read revisions" on public.content_revisions for select to authenticated using ((select public.is_staff()));

-- ---------- functions ----------
create function private.add_redirect() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was jsonb := to_jsonb(old);
  old_path text := private.content_path(tg_table_name, was);
  new_path text := private.content_path(tg_table_name, to_jsonb(new));
begin
  if tg_table_name = 'pages' and was ->> 'slug' in ('about', 'visit', 'privacy', 'terms', 'cancellation') then
    raise exception 'The address of this page cannot be changed, because other pages link to it.' using errcode = '23514', hint = 'fixed_address';
  end if;
  delete from public.redirects where from_path = new_path;
  -- Nobody outside has seen the address of a draft.
  if not coalesce((was ->> 'is_public')::boolean, (was ->> 'published_at')::timestamptz <= now(), false) then
    return null;
  end if;
  update public.redirects set to_path = new_path where to_path = old_path;
  insert into public.redirects (from_path, to_path) values (old_path, new_path)
  on conflict (from_path) do update set to_path = excluded.to_path, made_at = now();
  return null;
end
$$;

create function private.content_path(relation text, thing jsonb) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case relation
    when 'posts' then '/journal/' when 'works' then '/works/' when 'people' then '/people/'
    when 'offerings' then case thing ->> 'kind' when 'event' then '/events/' else '/classes/' end
    else case when thing ->> 'slug' in ('privacy', 'terms', 'cancellation') then '/policies/' else '/' end
  end || (thing ->> 'slug')
$$;

-- When an account is deleted, its name is removed from what the person wrote; the text stays.
create function private.forget_writer() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'contents' then
    new.updated_name := '';
  else
    new.made_name := '';
  end if;
  return new;
end
$$;

create function private.plan_appearance() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.published_at > now() then
    perform private.add_job('content.appears', jsonb_build_object('relation', 'public.' || tg_table_name), new.published_at,
      format('appears %s %s %s', tg_table_name, new.id, new.published_at));
  end if;
  return null;
end
$$;

-- The dictionary of a language; the words themselves where there is none.
create function private.search_dictionary(language text) returns regconfig language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce('{"ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish"}'::jsonb
    ->> language, 'simple')::regconfig
$$;

create function private.first_language() returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select languages[1] from public.studio
$$;

-- Portuguese plurals that the dictionary does not know without accents, and some not with them: "sessoes" is "sessao".
create function private.singular_words(normalized text, dictionary regconfig) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when dictionary <> 'pg_catalog.portuguese'::regconfig then '' else
    regexp_replace(regexp_replace(regexp_replace(normalized, '(\w\w)(oes|aes|aos)\M', '\1ao', 'g'),
      '(\w\w)([aeou])is\M', '\1\2l', 'g'), '(\w\w)ns\M', '\1m', 'g') end
$$;

-- Words as they are written, for beginnings of words, and their stems, for other forms of a word. Accents do not matter.
create function private.search_words(given text, dictionary regconfig) returns tsvector
language sql stable set search_path = pg_catalog, pg_temp as $$
  select to_tsvector('simple', private.normalize_text(given)) || to_tsvector(dictionary, private.normalize_text(given))
    || private.normalize_text(to_tsvector(dictionary, coalesce(given, ''))::text)::tsvector
    || to_tsvector('simple', private.singular_words(private.normalize_text(given), dictionary))
$$;

create function private.search_vector(language text, title text, summary text, body text) returns tsvector
language sql stable set search_path = pg_catalog, pg_temp as $$
  select setweight(private.search_words(title, d), 'A') || setweight(private.search_words(summary, d), 'B')
    || setweight(private.search_words(left(body, 20000), d), 'C')
  from private.search_dictionary(language) d
$$;

-- A class is found by the name of its discipline.
create function private.write_search_document() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  row_texts jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  thing jsonb := row_texts;
  what text := case tg_table_name when 'offerings' then case thing ->> 'kind' when 'event' then 'event' else 'class' end
    when 'people' then 'person' when 'works' then 'work' when 'posts' then 'entry' when 'pages' then 'page' else 'show' end;
  in_language text;
  at_path text;
  about text;
begin
  delete from private.search_documents where ref = (thing ->> 'id')::uuid;
  if tg_op = 'DELETE' or coalesce((thing ->> 'is_public')::boolean, true) = false then
    return null;
  end if;
  -- Without a date it is either always public or a draft: only people and shows have no date at all.
  if what not in ('person', 'show') and thing ->> 'published_at' is null then
    return null;
  end if;
  foreach in_language in array array[''] || array(select jsonb_object_keys(row_texts -> 'translations')) loop
    -- What is not translated is found and shown in the first language.
    thing := row_texts || coalesce(row_texts -> 'translations' -> in_language, '{}');
    at_path := case when tg_table_name = 'shows' then '/radio/shows/' || (thing ->> 'slug') else private.content_path(tg_table_name, thing) end;
    about := coalesce(thing ->> 'summary', thing ->> 'line', concat_ws(', ', thing ->> 'medium', thing ->> 'year'), '');
    insert into private.search_documents (kind, ref, language, path, title, summary, search_vector, published_at)
    select what, (thing ->> 'id')::uuid, in_language, at_path, coalesce(thing ->> 'title', thing ->> 'name'), about,
      private.search_vector(coalesce(nullif(in_language, ''), private.first_language()), coalesce(thing ->> 'title', thing ->> 'name'),
        concat_ws(' ', about, (select coalesce(d.translations -> in_language ->> 'name', d.name) from public.disciplines d
          where d.slug = thing ->> 'discipline'), thing ->> 'credits',
          (select p.name from public.people p where p.id = coalesce(thing ->> 'teacher_id', thing ->> 'host_id', thing ->> 'author_id',
            thing ->> 'person_id')::uuid)),
        concat_ws(' ', thing ->> 'body', thing ->> 'bio')),
      (thing ->> 'published_at')::timestamptz;
  end loop;
  return null;
end
$$;

-- The words of a search box, each as the beginning of a word or as a form of one: 'aul':* | 'aul'. Words such as "de" between
-- others are left out: a text without them is found, too.
create function private.search_terms(query text, dictionary regconfig, weight text) returns tsquery
language sql stable set search_path = pg_catalog, pg_temp as $$
  select string_agg(format('(%s)', concat_ws(' | ', quote_literal(private.normalize_text(w)) || ':*' || weight, (
      select string_agg(distinct quote_literal(private.normalize_text(stem)) || ':' || weight, ' | ')
      from unnest(tsvector_to_array(to_tsvector(dictionary, w) || to_tsvector(dictionary, private.normalize_text(w))
        || to_tsvector('simple', private.singular_words(private.normalize_text(w), dictionary)))) stem))), ' & ')::tsquery
  from (select w, to_tsvector(dictionary, w) = '' as is_small, row_number() over () as place, count(*) over () as places
    from regexp_split_to_table(lower(left(query, 200)), '[^[:alnum:]]+') w where w <> '' and private.normalize_text(w) <> '' limit 8) words
  -- The last word may be the beginning of another.
  where not is_small or place = places
$$;

-- "ing" finds "Inês": each word as the beginning of one, or as another form of it in the language of the page. Titles first;
-- of what matches everything, only so much is weighed. What is not translated is found in the studio's first language.
create function public.search_studio(query text, max_rows integer default 20, in_language text default '')
returns table (kind text, title text, summary text, path text, language text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  first_language text := private.first_language();
  wanted text := case when coalesce(in_language, '') = first_language then '' else coalesce(in_language, '') end;
  dictionary regconfig := private.search_dictionary(coalesce(nullif(wanted, ''), first_language));
  anywhere tsquery := private.search_terms(query, dictionary, 'ABC');
  in_title tsquery := private.search_terms(query, dictionary, 'A');
  hidden text[] := array(select case s.name when 'works' then 'work' when 'journal' then 'entry' when 'events' then 'event'
    when 'people' then 'person' when 'radio' then 'show' end from public.site_sections s
    where not s.is_on and s.name in ('works', 'journal', 'events', 'people', 'radio'));
begin
  if anywhere is null then
    return;
  end if;
  return query
    with found as (
      (select d.* from private.search_documents d
        where d.search_vector @@ in_title and d.language in (wanted, '') and (d.published_at is null or d.published_at <= now())
          and d.kind <> all (hidden) limit 300)
      union
      (select d.* from private.search_documents d
        where d.search_vector @@ anywhere and d.language in (wanted, '') and (d.published_at is null or d.published_at <= now())
          and d.kind <> all (hidden) limit 500)
    ), ranked as (
      -- Each thing once: found by either language, it stands where the better of them stands.
      select distinct on (f.ref) f.ref, f.search_vector @@ in_title as is_title, ts_rank(f.search_vector, anywhere) as rank
      from found f order by f.ref, f.search_vector @@ in_title desc, ts_rank(f.search_vector, anywhere) desc
    )
    select s.kind, s.title, s.summary, s.path, coalesce(nullif(s.language, ''), first_language)
    from ranked r cross join lateral (select d.* from private.search_documents d where d.ref = r.ref and d.language in (wanted, '')
      order by d.language <> wanted limit 1) s
    order by r.is_title desc, r.rank desc, s.published_at desc nulls last, s.title
    limit least(greatest(coalesce(max_rows, 20), 1), 50);
end
$$;
comment on function public.search_studio is 'Searches the public site in one language by words and their beginnings, titles first.';

-- ---------- triggers ----------
create trigger content_changed after insert or update or delete or truncate on public.works
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.posts
  for each statement execute function private.notify_content();
create trigger plan_appearance after insert or update of published_at on public.posts
  for each row execute function private.plan_appearance();
create trigger plan_appearance after insert or update of published_at on public.works
  for each row execute function private.plan_appearance();
create trigger plan_appearance after insert or update of published_at on public.offerings
  for each row execute function private.plan_appearance();
create trigger searchable after insert or update or delete on public.offerings
  for each row execute function private.write_search_document();
create trigger searchable after insert or update or delete on public.people
  for each row execute function private.write_search_document();
create trigger searchable after insert or update or delete on public.works
  for each row execute function private.write_search_document();
create trigger searchable after insert or update or delete on public.posts
  for each row execute function private.write_search_document();
create trigger follow_media after insert or update or delete on public.works for each row execute function private.follow_media();
create trigger follow_media after insert or update or delete on public.posts for each row execute function private.follow_media();
create trigger content_changed after insert or update or delete or truncate on public.pages
  for each statement execute function private.notify_content();
create trigger plan_appearance after insert or update of published_at on public.pages
  for each row execute function private.plan_appearance();
create trigger follow_media after insert or update or delete on public.pages for each row execute function private.follow_media();
create trigger content_changed after insert or update or delete or truncate on public.redirects
  for each statement execute function private.notify_content();
create trigger add_redirect after update of slug on public.posts for each row
  when (old.slug is distinct from new.slug) execute function private.add_redirect();
create trigger add_redirect after update of slug on public.works for each row
  when (old.slug is distinct from new.slug) execute function private.add_redirect();
create trigger add_redirect after update of slug on public.people for each row
  when (old.slug is distinct from new.slug) execute function private.add_redirect();
create trigger add_redirect after update of slug on public.offerings for each row
  when (old.slug is distinct from new.slug) execute function private.add_redirect();
create trigger add_redirect after update of slug on public.pages for each row
  when (old.slug is distinct from new.slug) execute function private.add_redirect();
create trigger searchable after insert or update or delete on public.pages
  for each row execute function private.write_search_document();
create trigger forget_writer before update of updated_by on public.contents for each row
  when (old.updated_by is not null and new.updated_by is null) execute function private.forget_writer();
create trigger forget_writer before update of made_by on public.content_revisions for each row
  when (old.made_by is not null and new.made_by is null) execute function private.forget_writer();

-- ---------- rights ----------
revoke all on public.works, public.posts, public.pages, public.redirects, public.contents,
  public.content_revisions from anon, authenticated;
grant select on public.works, public.posts, public.pages, public.redirects to anon, authenticated;
grant select on public.contents, public.content_revisions to authenticated;
grant all on public.works, public.posts, public.pages, public.redirects, public.contents,
  public.content_revisions to service_role;
revoke all on function public.search_studio from public, anon, authenticated;
grant execute on function public.search_studio to anon, authenticated, service_role;
