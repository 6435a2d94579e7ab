-- Content that staff write in the dashboard: text in blocks, pages of their own, and for each thing its newest words,
-- which become public only when they are published.

-- ---------- text in blocks ----------
-- [{kind: heading|paragraph|quote, text: spans}, {kind: list, items: [spans]}, {kind: image, media}, {kind: gallery, pictures},
--  {kind: class|episode|work, ref}]; a span is {text, bold?, italic?, href?}. Nothing in it is ever HTML.
create function private.are_spans(given jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(given) = 'array' and not exists (
    select from jsonb_array_elements(case when jsonb_typeof(given) = 'array' then given else '[]' end) span
    where jsonb_typeof(span) <> 'object' or jsonb_typeof(span -> 'text') is distinct from 'string'
      or span - array['text', 'bold', 'italic', 'href'] <> '{}'
      or coalesce(jsonb_typeof(span -> 'bold'), 'boolean') <> 'boolean'
      or coalesce(jsonb_typeof(span -> 'italic'), 'boolean') <> 'boolean'
      -- A link leads to a page, to a mailbox, or into the house; never to a program.
      or (span ? 'href' and coalesce(span ->> 'href', '') !~* '^(https?://[^[:space:]]+|mailto:[^[:space:]]+|/([^/\\[:space:]][^[:space:]]*)?|#[a-z0-9-]+)$')
  ), false)
$$;

create function private.is_block(block jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case block ->> 'kind'
    when 'heading' then private.are_spans(block -> 'text') and block ->> 'level' in ('2', '3') and block - array['kind', 'level', 'text'] = '{}'
    when 'paragraph' then private.are_spans(block -> 'text') and block - array['kind', 'text'] = '{}'
    when 'quote' then private.are_spans(block -> 'text') and jsonb_typeof(coalesce(block -> 'by', '""')) = 'string'
      and block - array['kind', 'text', 'by'] = '{}'
    when 'list' then jsonb_typeof(block -> 'items') = 'array' and jsonb_typeof(coalesce(block -> 'ordered', 'false')) = 'boolean'
      and block - array['kind', 'items', 'ordered'] = '{}' and not exists (
        select from jsonb_array_elements(case when jsonb_typeof(block -> 'items') = 'array' then block -> 'items' else '[]' end) item
        where not private.are_spans(item))
    when 'image' then jsonb_typeof(block -> 'media') = 'string' and jsonb_typeof(coalesce(block -> 'caption', '""')) = 'string'
      and block ->> 'media' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and block - array['kind', 'media', 'caption'] = '{}'
    when 'gallery' then jsonb_typeof(block -> 'pictures') = 'array' and block - array['kind', 'pictures'] = '{}' and not exists (
        select from jsonb_array_elements(case when jsonb_typeof(block -> 'pictures') = 'array' then block -> 'pictures' else '[]' end) one
        where jsonb_typeof(one) <> 'string' or one #>> '{}' !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
      and jsonb_array_length(case when jsonb_typeof(block -> 'pictures') = 'array' then block -> 'pictures' else '[]' end) <= 40
    when 'class' then block ->> 'ref' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and block - array['kind', 'ref'] = '{}'
    when 'episode' then block ->> 'ref' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and block - array['kind', 'ref'] = '{}'
    when 'work' then block ->> 'ref' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and block - array['kind', 'ref'] = '{}'
    else false
  end, false)
$$;

create function private.check_text_blocks(blocks jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if blocks is null or jsonb_typeof(blocks) = 'null' then
    return;
  end if;
  if jsonb_typeof(blocks) <> 'array' or jsonb_array_length(blocks) > 500 or length(blocks::text) > 400000 then
    raise exception 'A text has at most 500 blocks and 400,000 characters.' using errcode = '23514', hint = 'text_too_long';
  end if;
  if exists (select from jsonb_array_elements(blocks) block where not private.is_block(block)) then
    raise exception 'This text holds something that is no block of text.' using errcode = '23514', hint = 'not_a_block';
  end if;
end
$$;

create function private.spans_text(spans jsonb) returns text language sql immutable set search_path = '' as $$
  select coalesce(string_agg(span ->> 'text', '' order by n), '') from jsonb_array_elements(spans) with ordinality s (span, n)
$$;
-- The words alone: for search, for feeds, and for everything that was written before there were blocks.
create function private.blocks_text(blocks jsonb) returns text language sql immutable set search_path = '' as $$
  select coalesce(string_agg(words, E'\n\n' order by n), '') from (
    select n, case block ->> 'kind'
      when 'list' then (select string_agg(private.spans_text(item), E'\n' order by i) from jsonb_array_elements(block -> 'items') with ordinality l (item, i))
      when 'image' then block ->> 'caption'
      when 'quote' then concat_ws(E'\n', private.spans_text(block -> 'text'), nullif(block ->> 'by', ''))
      else case when block ? 'text' then private.spans_text(block -> 'text') end
    end as words
    from jsonb_array_elements(blocks) with ordinality b (block, n)
  ) lines where btrim(coalesce(words, '')) <> ''
$$;
create function private.text_blocks(given text) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'paragraph', 'text',
    jsonb_build_array(jsonb_build_object('text', btrim(regexp_replace(part, '\s+', ' ', 'g'))))) order by n), '[]')
  from regexp_split_to_table(given, '\r?\n\s*\r?\n') with ordinality p (part, n) where btrim(part) <> ''
$$;

alter table public.posts add column blocks jsonb;
alter table public.works add column blocks jsonb;
alter table public.people add column blocks jsonb;

-- ---------- pages ----------
create table public.pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80 and slug not in ('api', 'auth', 'book',
    'booking', 'calendar', 'classes', 'cloudflare', 'confirm', 'contact', 'covers', 'dashboard', 'events', 'functions', 'healthz',
    'journal', 'kit', 'metrics', 'new-password', 'newsletter', 'oauth', 'offer', 'offline', 'passes', 'people', 'policies', 'preview',
    'radio', 'readyz', 'realtime', 'recover', 'rest', 'search', 'setup', 'sign-in', 'sign-up', 'storage', 'timetable', 'works')),
  title text not null check (length(title) <= 200),
  summary text not null default '' check (length(summary) <= 1000),
  body text not null default '',
  blocks jsonb,
  media_id uuid references public.media (id),
  published_at timestamptz,
  is_demo boolean not null default false
);
create index pages_media on public.pages (media_id);
alter table public.pages enable row level security;
create policy "everyone reads published pages" on public.pages for select using (published_at <= now());
revoke all on public.pages from anon, authenticated;
grant select on public.pages to anon, authenticated;
grant all on public.pages to service_role;
create trigger content_changed after insert or update or delete or truncate on public.pages
  for each statement execute function private.notify_content();
create trigger plan_appearance after insert or update of published_at on public.pages for each row execute function private.plan_appearance();
create trigger follow_media after insert or update or delete on public.pages for each row execute function private.follow_media();

-- ---------- old addresses lead on ----------
create table public.redirects (
  from_path text primary key check (from_path ~ '^/[^/]' and length(from_path) <= 300),
  to_path text not null check (to_path ~ '^/[^/]' and length(to_path) <= 300),
  made_at timestamptz not null default now(),
  check (from_path <> to_path)
);
create index redirects_to on public.redirects (to_path);
alter table public.redirects enable row level security;
create policy "everyone is led on" on public.redirects for select using (true);
revoke all on public.redirects from anon, authenticated;
grant select on public.redirects to anon, authenticated;
grant all on public.redirects to service_role;
create trigger content_changed after insert or update or delete or truncate on public.redirects
  for each statement execute function private.notify_content();

create function private.content_path(relation text, thing jsonb) returns text
language sql immutable set search_path = '' as $$
  select case relation
    when 'posts' then '/journal/' when 'works' then '/works/' when 'people' then '/people/'
    when 'offerings' then case thing ->> 'kind' when 'event' then '/events/' else '/classes/' end
    else case when thing ->> 'slug' in ('privacy', 'terms', 'cancellation') then '/policies/' else '/' end
  end || (thing ->> 'slug')
$$;

create function private.lead_on() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := to_jsonb(old);
  old_path text := private.content_path(tg_table_name, was);
  new_path text := private.content_path(tg_table_name, to_jsonb(new));
begin
  if tg_table_name = 'pages' and was ->> 'slug' in ('about', 'visit', 'privacy', 'terms', 'cancellation') then
    raise exception 'This page keeps its address: the site leads to it from many places.' using errcode = '23514', hint = 'fixed_address';
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
do $$
declare
  name text;
begin
  foreach name in array array['posts', 'works', 'people', 'offerings', 'pages'] loop
    execute format('create trigger lead_on after update of slug on public.%I for each row
      when (old.slug is distinct from new.slug) execute function private.lead_on()', name);
  end loop;
end
$$;

-- ---------- the newest words of everything, published or not ----------
create table public.contents (
  relation text not null check (relation in ('posts', 'works', 'people', 'pages')),
  ref uuid not null,
  title text not null,
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
create index contents_newest on public.contents (relation, updated_at desc, ref);
create index contents_updated_by on public.contents (updated_by);

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
create index content_revisions_made_by on public.content_revisions (made_by);

alter table public.contents enable row level security;
alter table public.content_revisions enable row level security;
create policy "staff read all content" on public.contents for select to authenticated using ((select public.is_staff()));
create policy "staff read revisions" on public.content_revisions for select to authenticated using ((select public.is_staff()));
revoke all on public.contents, public.content_revisions from anon, authenticated;
grant select on public.contents, public.content_revisions to authenticated;
grant all on public.contents, public.content_revisions to service_role;

create function private.content_columns(relation text) returns text[] language sql immutable set search_path = '' as $$
  select case relation
    when 'posts' then array['title', 'slug', 'summary', 'blocks', 'discipline', 'author_id', 'media_id']
    when 'works' then array['title', 'slug', 'year', 'medium', 'credits', 'blocks', 'discipline', 'ratio_width', 'ratio_height',
      'picture_description', 'person_id', 'featured_position', 'media_id']
    when 'people' then array['name', 'slug', 'line', 'blocks', 'discipline', 'position', 'media_id']
    when 'pages' then array['title', 'slug', 'summary', 'blocks', 'media_id']
  end
$$;
-- What of a row is written in the editor; text from before there were blocks comes as paragraphs.
create function private.content_fields(relation text, thing jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_object_agg(name, case
    when name = 'blocks' and coalesce(jsonb_typeof(thing -> 'blocks'), 'null') = 'null'
      then private.text_blocks(coalesce(thing ->> 'body', thing ->> 'bio', ''))
    else thing -> name end)
  from unnest(private.content_columns(relation)) name
$$;
create function private.shown_since(relation text, thing jsonb) returns timestamptz language sql immutable set search_path = '' as $$
  select case when relation = 'people' then case when (thing ->> 'is_public')::boolean then '-infinity'::timestamptz end
    else (thing ->> 'published_at')::timestamptz end
$$;

-- Blocks are checked, and their words written beside them, whoever writes.
create function private.keep_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_text_blocks(new.blocks);
  if new.blocks is not null then
    if tg_table_name = 'people' then
      new.bio := private.blocks_text(new.blocks);
    else
      new.body := private.blocks_text(new.blocks);
    end if;
  end if;
  return new;
end
$$;

-- What others change in the row, say in another room, is the newest word too, unless somebody is writing at it.
create function private.follow_content() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thing jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  of_ref uuid := (thing ->> 'id')::uuid;
  newest jsonb;
begin
  if tg_op = 'DELETE' then
    delete from public.contents c where c.relation = tg_table_name and c.ref = of_ref;
    return null;
  end if;
  newest := private.content_fields(tg_table_name, thing);
  insert into public.contents as c (relation, ref, title, slug, fields, published_at)
  values (tg_table_name, of_ref, coalesce(thing ->> 'title', thing ->> 'name', ''), thing ->> 'slug', newest,
    private.shown_since(tg_table_name, thing))
  on conflict (relation, ref) do update set published_at = excluded.published_at,
    title = case when c.has_changes then c.title else excluded.title end,
    slug = case when c.has_changes then c.slug else excluded.slug end,
    version = case when c.has_changes or c.fields = excluded.fields then c.version else c.version + 1 end,
    fields = case when c.has_changes then c.fields else excluded.fields end;
  return null;
end
$$;

-- A picture in a draft is in use, though nobody outside sees it.
create function private.follow_draft_media() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.note_media('draft ' || old.relation, old.ref, old.title, null, '{}');
  else
    perform private.note_media('draft ' || new.relation, new.ref, new.title, null,
      case when new.has_changes or new.trashed_at is not null then array(select private.media_in(new.fields)) else '{}' end);
  end if;
  return null;
end
$$;
create trigger follow_media after insert or update or delete on public.contents for each row execute function private.follow_draft_media();

do $$
declare
  name text;
begin
  foreach name in array array['posts', 'works', 'people', 'pages'] loop
    execute format('create trigger keep_words before insert or update of blocks on public.%I
      for each row execute function private.keep_words()', name);
    execute format('create trigger follow_content after insert or update or delete on public.%I
      for each row execute function private.follow_content()', name);
    execute format('update public.%I set id = id', name);
  end loop;
end
$$;

do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables)
    and not exists (select from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'contents')
  then
    alter publication supabase_realtime add table public.contents;
  end if;
end
$$;
