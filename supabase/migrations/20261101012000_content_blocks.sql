-- Text in blocks: checked, turned into plain text, and compared with the draft of its row.

-- [{kind: heading|paragraph|quote, text: spans}, {kind: list, items: [spans]}, {kind: image, media}, {kind: gallery, pictures},
--  {kind: class|episode|work, ref}]; a span is {text, bold?, italic?, href?}. Nothing in it is ever HTML.
create function private.are_spans(given jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
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
language sql immutable set search_path = pg_catalog, pg_temp as $$
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
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if blocks is null or jsonb_typeof(blocks) = 'null' then
    return;
  end if;
  if jsonb_typeof(blocks) <> 'array' or jsonb_array_length(blocks) > 500 or length(blocks::text) > 400000 then
    raise exception 'Use at most 500 blocks and 400,000 characters.' using errcode = '23514', hint = 'text_too_long',
      detail = '{"message_name":"too_many_text_blocks"}';
  end if;
  if exists (select from jsonb_array_elements(blocks) block where not private.is_block(block)) then
    raise exception 'The text contains a block of an unknown kind.' using errcode = '23514', hint = 'not_a_block';
  end if;
end
$$;

create function private.spans_text(spans jsonb) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(string_agg(span ->> 'text', '' order by n), '') from jsonb_array_elements(spans) with ordinality s (span, n)
$$;

-- The plain text: for search, for feeds, and for text written before there were blocks.
create function private.blocks_text(blocks jsonb) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(string_agg(plain_text, E'\n\n' order by n), '') from (
    select n, case block ->> 'kind'
      when 'list' then (select string_agg(private.spans_text(item), E'\n' order by i) from jsonb_array_elements(block -> 'items') with ordinality l (item, i))
      when 'image' then block ->> 'caption'
      when 'quote' then concat_ws(E'\n', private.spans_text(block -> 'text'), nullif(block ->> 'by', ''))
      else case when block ? 'text' then private.spans_text(block -> 'text') end
    end as plain_text
    from jsonb_array_elements(blocks) with ordinality b (block, n)
  ) lines where btrim(coalesce(plain_text, '')) <> ''
$$;

create function private.text_blocks(given text) returns jsonb language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'paragraph', 'text',
    jsonb_build_array(jsonb_build_object('text', btrim(regexp_replace(part, '\s+', ' ', 'g'))))) order by n), '[]')
  from regexp_split_to_table(given, '\r?\n\s*\r?\n') with ordinality p (part, n) where btrim(part) <> ''
$$;

create function private.content_columns(relation text) returns text[] language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case relation
    when 'posts' then array['title', 'slug', 'summary', 'blocks', 'discipline', 'author_id', 'media_id', 'translations']
    when 'works' then array['title', 'slug', 'year', 'medium', 'credits', 'blocks', 'discipline', 'ratio_width', 'ratio_height',
      'picture_description', 'person_id', 'featured_position', 'media_id', 'sound_path', 'sound_duration_ms', 'translations']
    when 'people' then array['name', 'slug', 'line', 'blocks', 'discipline', 'position', 'media_id', 'translations']
    when 'pages' then array['title', 'slug', 'summary', 'blocks', 'media_id', 'translations']
  end
$$;

-- What of a row is written in the editor; text from before there were blocks comes as paragraphs.
create function private.content_fields(relation text, thing jsonb) returns jsonb language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_object_agg(name, case
    when name = 'blocks' and coalesce(jsonb_typeof(thing -> 'blocks'), 'null') = 'null'
      then private.text_blocks(coalesce(thing ->> 'body', thing ->> 'bio', ''))
    else thing -> name end)
  from unnest(private.content_columns(relation)) name
$$;

create function private.published_at(relation text, thing jsonb) returns timestamptz language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when relation = 'people' then case when (thing ->> 'is_public')::boolean then '-infinity'::timestamptz end
    else (thing ->> 'published_at')::timestamptz end
$$;

-- Blocks are checked, and their plain text is stored, for every writer.
create function private.save_text() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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

-- Changes of the row on other pages also update the draft, unless someone is editing it.
create function private.follow_content() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
    private.published_at(tg_table_name, thing))
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
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform private.save_media_uses('draft ' || old.relation, old.ref, old.title, null, '{}');
  else
    perform private.save_media_uses('draft ' || new.relation, new.ref, new.title, null,
      case when new.has_changes or new.trashed_at is not null then array(select private.media_in(new.fields)) else '{}' end);
  end if;
  return null;
end
$$;

-- ---------- triggers ----------
create trigger follow_media after insert or update or delete on public.contents
  for each row execute function private.follow_draft_media();
create trigger save_text before insert or update of blocks on public.posts for each row execute function private.save_text();
create trigger follow_content after insert or update or delete on public.posts
  for each row execute function private.follow_content();
create trigger save_text before insert or update of blocks on public.works for each row execute function private.save_text();
create trigger follow_content after insert or update or delete on public.works
  for each row execute function private.follow_content();
create trigger save_text before insert or update of blocks on public.people for each row execute function private.save_text();
create trigger follow_content after insert or update or delete on public.people
  for each row execute function private.follow_content();
create trigger save_text before insert or update of blocks on public.pages for each row execute function private.save_text();
create trigger follow_content after insert or update or delete on public.pages
  for each row execute function private.follow_content();
