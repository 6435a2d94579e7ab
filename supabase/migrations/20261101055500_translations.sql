-- The studio's texts in its other languages. The columns of a row hold the texts in the studio's first language; the column
-- translations holds those of the others: {"pt": {"title": "Som", "slug": "som"}}. What is missing there is shown in the first.

create table public.translated_slugs (
  relation text not null,
  language text not null,
  slug text not null,
  ref uuid not null,
  -- False: an address that was changed since; it redirects.
  is_current boolean not null default true,
  primary key (relation, language, slug)
);
comment on table public.translated_slugs is
  'Addresses in the other languages, with those that were changed since. Written by triggers: one address belongs to one row.';
alter table public.translated_slugs enable row level security;

-- ---------- indexes ----------
create index translated_slugs_ref on public.translated_slugs (ref);

-- ---------- row policies ----------
-- The policies of the named table decide: the address of a draft is as hidden as the draft.
create policy "everyone reads the addresses of what they may read" on public.translated_slugs for select using (case relation
  when 'offerings' then exists (select from public.offerings t where t.id = ref)
  when 'posts' then exists (select from public.posts t where t.id = ref)
  when 'works' then exists (select from public.works t where t.id = ref)
  when 'people' then exists (select from public.people t where t.id = ref)
  when 'pages' then exists (select from public.pages t where t.id = ref)
  when 'shows' then exists (select from public.shows t where t.id = ref)
  else false end);

-- ---------- functions ----------
-- The texts of a table that can be translated, with their maximum lengths; null: not a plain text.
create function private.translatable(relation text) returns jsonb language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case relation
    when 'offerings' then '{"title": 120, "slug": 100, "summary": 300, "body": 20000, "bring": 500, "access": 1000}'
    when 'posts' then '{"title": 200, "slug": 80, "summary": 1000, "body": 400000, "blocks": null}'
    when 'pages' then '{"title": 200, "slug": 80, "summary": 1000, "body": 400000, "blocks": null}'
    when 'works' then '{"title": 200, "slug": 80, "medium": 1000, "credits": 1000, "picture_description": 1000, "body": 400000, "blocks": null}'
    when 'people' then '{"name": 200, "slug": 80, "line": 1000, "bio": 400000, "blocks": null}'
    when 'shows' then '{"title": 120, "slug": 80, "summary": 500}'
    when 'radio_episodes' then '{"title": 300, "summary": 4000}'
    when 'media' then '{"alt": 500, "credit": 200}'
    when 'rooms' then '{"name": 80, "note": 200}'
    when 'terms' then '{"name": 80}'
    when 'cancellation_policies' then '{"name": 60, "summary": 1000}'
    when 'pass_types' then '{"name": 80}'
    when 'disciplines' then '{"name": 40, "description": 200}'
    when 'questions' then '{"label": 200, "hint": 300, "choices": null}'
    when 'studio' then '{"description": 300, "statement": 200, "lead": 300, "invitation": 200, "address": 300, "getting_here": 500,
      "access": 500, "phone_hours": 80}'
    else '{}' end::jsonb
$$;

create function private.fail_translation(language text, field text, sentence text, message_name text, parameters jsonb default '{}')
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform private.fail(422, 'bad_translation', format('%s (%s)', sentence, language),
    jsonb_build_object('field', 'translations', 'language', language, 'name', field, 'message_name', message_name,
      'values', parameters || jsonb_build_object('language', language)));
end
$$;

-- One text of one language as it is saved; null if it is empty.
create function private.clean_translation(relation text, language text, field text, given jsonb) returns jsonb
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  longest integer := (private.translatable(relation) ->> field)::integer;
begin
  if not private.translatable(relation) ? field then
    perform private.fail_translation(language, field, format('"%s" cannot be translated.', left(field, 60)),
      'field_not_translatable', jsonb_build_object('field', left(field, 60)));
  elsif given = any (array['null', '""', '[]']::jsonb[]) then
    return null;
  elsif field = 'blocks' then
    perform private.check_text_blocks(given);
  elsif field = 'choices' then
    if jsonb_typeof(given) <> 'array' or jsonb_array_length(given) > 20
      or exists (select from jsonb_array_elements(given) c where jsonb_typeof(c) <> 'string' or length(c #>> '{}') > 200) then
      perform private.fail_translation(language, field, 'Use at most 20 choices of at most 200 characters.',
        'translated_choices');
    end if;
  elsif jsonb_typeof(given) <> 'string' then
    perform private.fail_translation(language, field, format('"%s" must be a text.', field),
      'field_must_be_text', jsonb_build_object('field', field));
  elsif length(given #>> '{}') > longest then
    perform private.fail_translation(language, field, format('Use at most %s characters for "%s".', longest, field),
      'translated_field_max_length', jsonb_build_object('max', longest, 'field', field));
  elsif field = 'slug' and relation = 'pages' and given #>> '{}' = any (private.reserved_slugs()) then
    perform private.fail_translation(language, field, 'This address belongs to another page.',
      'address_of_another_page');
  elsif field = 'slug' and given #>> '{}' !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then
    perform private.fail_translation(language, field, 'Use lower-case letters, digits and single hyphens for the address.',
      'translated_address');
  elsif btrim(given #>> '{}') = '' then
    return null;
  end if;
  return given;
end
$$;

-- Translations as they are saved: known languages, known texts, nothing empty. A language that the studio has given up stays.
create function private.clean_translations(relation text, given jsonb, was jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  plain text := case relation when 'people' then 'bio' else 'body' end;
  cleaned jsonb := '{}';
  texts jsonb;
  one record;
begin
  if given is null or given in ('{}', 'null') then
    return '{}';
  elsif jsonb_typeof(given) <> 'object' then
    perform private.fail(422, 'bad_translation', 'Send the translations as an object.', '{"field":"translations"}');
  end if;
  for one in select key as language, value as texts from jsonb_each(given) loop
    if not coalesce(was, '{}') ? one.language and one.language is distinct from current_setting('onda.former_language', true)
      and not exists (select from public.studio s where one.language = any (s.languages)) then
      perform private.fail_translation(left(one.language, 20), '', 'The studio does not have this language.', 'unknown_language');
    elsif jsonb_typeof(one.texts) <> 'object' then
      perform private.fail_translation(one.language, '', 'Send the texts of a language as an object.',
        'texts_not_an_object');
    end if;
    texts := (select jsonb_object_agg(key, saved) from (
      select key, private.clean_translation(relation, one.language, key, value) as saved from jsonb_each(one.texts)) t where saved is not null);
    -- As in the row itself: the plain text follows the blocks, and a text without blocks becomes paragraphs.
    if private.translatable(relation) ? 'blocks' then
      texts := texts - plain || case
        when texts ? 'blocks' then jsonb_build_object(plain, private.blocks_text(texts -> 'blocks'))
        when texts ? plain then jsonb_build_object(plain, texts -> plain, 'blocks', private.text_blocks(texts ->> plain))
        else '{}' end;
    end if;
    cleaned := cleaned || case when texts is null then '{}' else jsonb_build_object(one.language, texts) end;
  end loop;
  return cleaned;
end
$$;

create function private.check_translations() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  known jsonb := case when tg_op = 'UPDATE' then old.translations else '{}' end;
begin
  if tg_table_name = 'studio' then
    -- The studio's own texts come together with its languages.
    known := known || coalesce((select jsonb_object_agg(l, '{}') from jsonb_array_elements_text(to_jsonb(new) -> 'languages') l), '{}');
  end if;
  new.translations := private.clean_translations(tg_table_name, new.translations, known);
  return new;
end
$$;

-- For a copy: an address belongs to one row.
create function private.without_slugs(translations jsonb) returns jsonb language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(key, value - 'slug'), '{}') from jsonb_each(translations)
$$;

-- Earlier addresses stay and redirect, until another row takes them.
create function private.save_translated_slugs() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  taken record;
  is_taken boolean;
begin
  if tg_op = 'DELETE' then
    delete from public.translated_slugs s where s.relation = tg_table_name and s.ref = old.id;
    return null;
  end if;
  update public.translated_slugs s set is_current = false where s.relation = tg_table_name and s.ref = new.id and s.is_current
    and s.slug is distinct from new.translations -> s.language ->> 'slug';
  for taken in select key as language, value ->> 'slug' as slug from jsonb_each(new.translations) where value ? 'slug' loop
    -- The former first language keeps the address that it had.
    continue when taken.slug = new.slug;
    if tg_table_name = 'pages' and new.slug in ('about', 'visit', 'privacy', 'terms', 'cancellation') then
      perform private.fail(409, 'fixed_address', 'The address of this page cannot be changed, because other pages link to it.',
        jsonb_build_object('field', 'translations', 'language', taken.language, 'name', 'slug'));
    end if;
    execute format('select exists (select from public.%I where slug = $1 and id <> $2)', tg_table_name) into is_taken using taken.slug, new.id;
    insert into public.translated_slugs as s (relation, language, slug, ref) values (tg_table_name, taken.language, taken.slug, new.id)
    on conflict on constraint translated_slugs_pkey do update set ref = excluded.ref, is_current = true
    where s.ref = excluded.ref or not s.is_current;
    if is_taken or not found then
      perform private.fail(409, 'slug_taken', format('The address "%s" is already in use in this language.', taken.slug),
        jsonb_build_object('field', 'translations', 'language', taken.language, 'name', 'slug',
          'message_name', 'translated_address_taken', 'values', jsonb_build_object('slug', taken.slug)));
    end if;
  end loop;
  return null;
end
$$;

-- A row or a draft with another language as its first: its texts change places with those of the columns. A text that was
-- not translated stays there, and is saved for the former language once: the copy is never taken for a translation.
create function private.change_first_language(relation text, thing jsonb, former text, wanted text) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select thing || coalesce(thing -> 'translations' -> wanted, '{}') || jsonb_build_object('translations',
    (thing -> 'translations') - wanted || jsonb_build_object(former, coalesce((
      select jsonb_object_agg(field, thing -> field) from jsonb_object_keys(private.translatable(relation)) field
      where coalesce(jsonb_typeof(thing -> field), 'null') <> 'null'
        and not exists (select from jsonb_each(thing -> 'translations') t where t.value -> field = thing -> field)), '{}')))
$$;

-- The studio has another first language: what is translated into it becomes the text of the columns, nothing is lost.
create function private.follow_first_language() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  relation text;
  columns text;
begin
  perform set_config('onda.former_language', old.languages[1], true);
  -- The dashboard of people who work here stays in its language. Members without a choice get emails in that of the page they use.
  update public.profiles p set language = old.languages[1] where p.language is null and old.languages[1] = any (new.languages)
    and exists (select from public.roles r where r.user_id = p.user_id and r.role <> 'member');
  foreach relation in array array['studio', 'offerings', 'questions', 'posts', 'pages', 'works', 'people', 'shows', 'rooms', 'terms',
    'cancellation_policies', 'pass_types', 'disciplines', 'radio_episodes', 'media'] loop
    select string_agg(quote_ident(field), ', ') into columns from jsonb_object_keys(private.translatable(relation)) field
    -- Links of other languages name a discipline, and addresses of built-in pages are fixed.
    where field <> 'slug' or relation in ('offerings', 'posts', 'works', 'people', 'shows', 'pages');
    execute format('update public.%1$I t set (%2$s, translations) = (select %2$s, translations from jsonb_populate_record(t,
      private.change_first_language(%1$L, to_jsonb(t), $1, $2)))', relation, columns) using old.languages[1], new.languages[1];
  end loop;
  update public.contents c set fields = changed.fields, title = coalesce(changed.fields ->> 'title', changed.fields ->> 'name'),
    slug = changed.fields ->> 'slug'
  from (select d.relation, d.ref, private.change_first_language(d.relation, d.fields, old.languages[1], new.languages[1]) as fields
    from public.contents d where d.has_changes) changed
  where changed.relation = c.relation and changed.ref = c.ref;
  perform set_config('onda.former_language', '', true);
  return null;
end
$$;

-- ---------- triggers ----------
create trigger follow_first_language after update of languages on public.studio for each row
  when (old.languages[1] is distinct from new.languages[1]) execute function private.follow_first_language();
do $$
declare
  relation text;
begin
  foreach relation in array array['offerings', 'posts', 'pages', 'works', 'people', 'shows', 'rooms', 'terms', 'cancellation_policies',
    'pass_types', 'disciplines', 'questions', 'studio', 'radio_episodes', 'media'] loop
    execute format('create trigger check_translations before insert or update of translations on public.%I
      for each row execute function private.check_translations()', relation);
    if private.translatable(relation) ? 'slug' then
      execute format('create trigger save_translated_slugs after insert or update of translations or delete on public.%I
        for each row execute function private.save_translated_slugs()', relation);
    end if;
  end loop;
end
$$;
create trigger content_changed after insert or update or delete or truncate on public.translated_slugs
  for each statement execute function private.notify_content();

-- ---------- rights ----------
revoke all on public.translated_slugs from anon, authenticated;
grant select on public.translated_slugs to anon, authenticated;
grant all on public.translated_slugs to service_role;
