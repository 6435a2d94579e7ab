-- What staff do with content: create, save, publish now or later, unpublish, delete, restore, preview.

-- The first address of its kind that is free: "notes", "notes-2" ... One at a time: two things that begin at once with one
-- title get two addresses.
create function private.free_slug(of_relation text, given text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted text := private.slug_of(given);
  tried text := wanted;
  is_taken boolean;
  turn integer := 1;
begin
  perform private.lock_name('slugs of ' || of_relation);
  loop
    execute format('select exists (select from public.%I where slug = $1)', of_relation) into is_taken using tried;
    if of_relation = 'pages' and turn = 1 and wanted in ('classes', 'events', 'journal', 'people', 'radio', 'works', 'search', 'contact') then
      is_taken := true;
    end if;
    exit when not is_taken;
    turn := turn + 1;
    tried := wanted || '-' || turn;
  end loop;
  return tried;
end
$$;

-- The row to be changed, locked. Fails when someone else has saved in the meantime.
create function private.lock_content(of_relation text, of_ref uuid, base_version integer) returns public.contents
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found public.contents;
begin
  perform private.require_staff();
  select * into found from public.contents c where c.relation = of_relation and c.ref = of_ref for update;
  if found.ref is null then
    perform private.fail(404, 'content_gone', 'This content was deleted.');
  end if;
  if base_version is not null and base_version <> found.version then
    if found.updated_name = '' then
      perform private.fail(409, 'changed_meanwhile', 'Someone else changed this in the meantime. Your changes were not saved.',
        jsonb_build_object('version', found.version, 'message_name', 'content_changed_meanwhile'));
    end if;
    perform private.fail(409, 'changed_meanwhile',
      format('%s changed this in the meantime. Your changes were not saved.', found.updated_name),
      jsonb_build_object('version', found.version, 'message_name', 'content_changed_by', 'values', jsonb_build_object('person', found.updated_name)));
  end if;
  return found;
end
$$;

create function public.create_content(of_relation text, title text) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made uuid;
  called text := btrim(coalesce(title, ''));
  slug text;
begin
  perform private.require_staff();
  if called = '' or length(called) > 200 then
    raise exception 'Enter a title of at most 200 characters.' using errcode = '23514', hint = 'title_missing';
  end if;
  if of_relation not in ('posts', 'works', 'people', 'pages') then
    raise exception 'Unknown kind of content: "%".', of_relation using errcode = '22023';
  end if;
  slug := private.free_slug(of_relation, called);
  case of_relation
    when 'posts' then
      insert into public.posts (slug, title, summary, body, discipline) values (slug, called, '', '', private.default_discipline('word')) returning id into made;
    when 'works' then
      insert into public.works (slug, title, year, medium, credits, body, discipline, picture_description)
      values (slug, called, extract(year from now())::smallint, '', '', '', private.default_discipline('image'), '') returning id into made;
    when 'people' then
      insert into public.people (slug, name, line, bio, is_public, position)
      values (slug, called, '', '', false, (select coalesce(max(p.position), 0) + 1 from public.people p)) returning id into made;
    when 'pages' then
      insert into public.pages (slug, title) values (slug, called) returning id into made;
  end case;
  update public.contents c set updated_by = (select private.current_user_id()), updated_name = private.my_name(), has_changes = true
  where c.relation = of_relation and c.ref = made;
  return made;
end
$$;
comment on function public.create_content is 'Creates a draft of content.';

create function private.write_draft(taken public.contents, new_fields jsonb, new_note text) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  known text[] := private.content_columns(taken.relation);
  merged jsonb := taken.fields || coalesce((select jsonb_object_agg(key, value) from jsonb_each(new_fields) where key = any (known)), '{}');
  called text := btrim(coalesce(merged ->> 'title', merged ->> 'name', ''));
begin
  if called = '' or length(called) > 200 then
    raise exception 'Enter a title of at most 200 characters.' using errcode = '23514', hint = 'title_missing';
  end if;
  if coalesce(merged ->> 'slug', '') !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(merged ->> 'slug') > 80 then
    raise exception 'Use lower-case letters, digits and single hyphens for the address.' using errcode = '23514', hint = 'bad_slug',
      detail = '{"message_name":"content_address"}';
  end if;
  perform private.check_text_blocks(merged -> 'blocks');
  merged := merged || jsonb_build_object('translations',
    private.clean_translations(taken.relation, merged -> 'translations', taken.fields -> 'translations'));
  if length(merged::text) > 450000 then
    raise exception 'This is too long.' using errcode = '23514', hint = 'text_too_long';
  end if;
  update public.contents c set fields = merged, title = called, slug = merged ->> 'slug', version = taken.version + 1, has_changes = true,
    updated_at = now(), updated_by = (select private.current_user_id()), updated_name = private.my_name(),
    preview_until = greatest(c.preview_until, now() + interval '30 days')
  where c.relation = taken.relation and c.ref = taken.ref;
  -- What was there before the first save is a revision too: one can always go back to it.
  insert into public.content_revisions (relation, ref, version, fields, note, made_at)
  values (taken.relation, taken.ref, taken.version, taken.fields, 'as it was', taken.updated_at) on conflict do nothing;
  insert into public.content_revisions (relation, ref, version, fields, note, made_by, made_name)
  values (taken.relation, taken.ref, taken.version + 1, merged, new_note, private.current_user_id(), private.my_name())
  on conflict (relation, ref, version) do update set fields = excluded.fields, note = excluded.note;
  delete from public.content_revisions r where r.relation = taken.relation and r.ref = taken.ref and r.version <= taken.version - 199;
  return taken.version + 1;
end
$$;

create function public.save_content(of_relation text, of_ref uuid, new_fields jsonb, base_version integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return private.write_draft(private.lock_content(of_relation, of_ref, base_version), new_fields, 'saved');
end
$$;
comment on function public.save_content is 'Saves a draft, if nobody else changed it in the meantime.';

create function private.blocks_with_media(blocks jsonb, is_here uuid[]) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(case when block ? 'pictures' then jsonb_set(block, '{pictures}', (
      select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(block -> 'pictures') one where (one #>> '{}')::uuid = any (is_here)))
    else block end order by n), '[]')
  from jsonb_array_elements(blocks) with ordinality b (block, n)
  where not block ? 'media' or (block ->> 'media')::uuid = any (is_here)
$$;

-- Pictures that have left the library since are left out, because a text without them is better than no text.
create function public.restore_revision(of_relation text, of_ref uuid, wanted integer, base_version integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  taken public.contents := private.lock_content(of_relation, of_ref, base_version);
  old jsonb;
  is_here uuid[];
begin
  select fields into old from public.content_revisions r where r.relation = of_relation and r.ref = of_ref and r.version = wanted;
  if old is null then
    perform private.fail(404, 'revision_gone', 'Revision not found.');
  end if;
  select array_agg(m.id) into is_here from public.media m where m.is_described and m.id in (select private.media_in(old));
  is_here := coalesce(is_here, '{}');
  if (old ->> 'media_id')::uuid <> all (is_here) then
    old := old || '{"media_id": null}';
  end if;
  old := old || jsonb_build_object('blocks', private.blocks_with_media(old -> 'blocks', is_here), 'translations', (
    select coalesce(jsonb_object_agg(language, case when texts ? 'blocks'
      then texts || jsonb_build_object('blocks', private.blocks_with_media(texts -> 'blocks', is_here)) else texts end), '{}')
    from jsonb_each(coalesce(old -> 'translations', '{}')) t (language, texts)));
  return private.write_draft(taken, old, format('restored from revision %s', wanted));
end
$$;
comment on function public.restore_revision is 'Makes an earlier version the newest draft.';

create function private.apply_content(taken public.contents, since timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  can_be_empty text[] := array['media_id', 'author_id', 'person_id', 'featured_position'] || case when taken.relation = 'people' then array['discipline'] else '{}'::text[] end;
  given jsonb := (select jsonb_object_agg(key, value) from jsonb_each(taken.fields) where (jsonb_typeof(value) <> 'null' or key = any (can_be_empty))
    -- An old draft may name a discipline that was removed since.
    and (key <> 'discipline' or jsonb_typeof(value) = 'null' or exists (select from public.disciplines d where d.slug = value #>> '{}')));
  names text;
  picks text;
  is_taken boolean;
begin
  execute format('select exists (select from public.%I where slug = $1 and id <> $2)', taken.relation) into is_taken using taken.slug, taken.ref;
  if is_taken then
    raise exception 'The address "%" is already in use.', taken.slug using errcode = '23505', hint = 'slug_taken',
      detail = jsonb_build_object('message_name', 'content_address_taken', 'values', jsonb_build_object('slug', taken.slug));
  end if;
  select string_agg(quote_ident(c), ', '), string_agg('r.' || quote_ident(c), ', ') into names, picks
  from unnest(private.content_columns(taken.relation)) c;
  -- From here on the row says the same as the draft, so what follows the row must not see a difference.
  update public.contents c set has_changes = false, publish_at = null, trashed_at = null, was_published_at = null
  where c.relation = taken.relation and c.ref = taken.ref;
  execute format('update public.%I t set (%s, %s) = (select %s, %s from jsonb_populate_record(t, $2) r) where t.id = $1',
    taken.relation, names, case when taken.relation = 'people' then 'is_public' else 'published_at' end,
    picks, case when taken.relation = 'people' then 'true' else 'case when t.published_at <= now() then t.published_at else $3 end' end)
  using taken.ref, given, since;
  update public.content_revisions r set note = 'published'
  where r.relation = taken.relation and r.ref = taken.ref and r.version = taken.version;
end
$$;

create function public.publish_content(of_relation text, of_ref uuid, base_version integer, at timestamptz default null) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  taken public.contents := private.lock_content(of_relation, of_ref, base_version);
begin
  if at is null or at <= now() then
    perform private.apply_content(taken, now());
    return;
  end if;
  if at > now() + interval '2 years' then
    raise exception 'That date is too far in the future.' using errcode = '23514', hint = 'too_far';
  end if;
  update public.contents c set publish_at = at, has_changes = true where c.relation = of_relation and c.ref = of_ref;
  perform private.add_job('content.publish', jsonb_build_object('relation', of_relation, 'ref', of_ref, 'at', at), at,
    format('publish %s %s %s', of_relation, of_ref, at));
end
$$;
comment on function public.publish_content is
  'Publishes a draft now or at a time to come; until then the public version stays as it is.';

-- Called by the job at the scheduled time. If it was unscheduled or moved in the meantime, this does nothing.
create function private.publish_due(of_relation text, of_ref uuid, planned timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  taken public.contents;
begin
  select * into taken from public.contents c where c.relation = of_relation and c.ref = of_ref and c.publish_at = planned for update;
  if taken.ref is not null then
    perform private.apply_content(taken, planned);
  end if;
end
$$;

create function public.unschedule_content(of_relation text, of_ref uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.lock_content(of_relation, of_ref, null);
  update public.contents c set publish_at = null where c.relation = of_relation and c.ref = of_ref;
end
$$;
comment on function public.unschedule_content is 'Cancels a planned publication.';

create function private.hide_content(of_relation text, of_ref uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  execute format('update public.%I set %s where id = $1', of_relation,
    case when of_relation = 'people' then 'is_public = false' else 'published_at = null' end) using of_ref;
end
$$;

create function public.unpublish_content(of_relation text, of_ref uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.lock_content(of_relation, of_ref, null);
  -- First, so that the draft has its own text when the row is hidden.
  update public.contents c set has_changes = true, publish_at = null where c.relation = of_relation and c.ref = of_ref;
  perform private.hide_content(of_relation, of_ref);
end
$$;
comment on function public.unpublish_content is 'Takes content off the public site.';

create function public.trash_content(of_relation text, of_ref uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  taken public.contents := private.lock_content(of_relation, of_ref, null);
begin
  if taken.trashed_at is not null then
    return;
  end if;
  update public.contents c set trashed_at = now(), was_published_at = taken.published_at, publish_at = null
  where c.relation = of_relation and c.ref = of_ref;
  perform private.hide_content(of_relation, of_ref);
  perform private.add_job('content.purge', jsonb_build_object('relation', of_relation, 'ref', of_ref), now() + interval '30 days',
    format('purge %s %s %s', of_relation, of_ref, now()));
end
$$;
comment on function public.trash_content is 'Moves content to the trash.';

create function public.untrash_content(of_relation text, of_ref uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  taken public.contents := private.lock_content(of_relation, of_ref, null);
begin
  if taken.trashed_at is null then
    return;
  end if;
  update public.contents c set trashed_at = null, was_published_at = null where c.relation = of_relation and c.ref = of_ref;
  if taken.was_published_at is not null then
    execute format('update public.%I set %s where id = $1', of_relation,
      case when of_relation = 'people' then 'is_public = true' else 'published_at = $2' end) using of_ref, taken.was_published_at;
  end if;
end
$$;
comment on function public.untrash_content is 'Restores content from the trash.';

create function private.purge_content(of_relation text, of_ref uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  begin
    execute format('delete from public.%I where id = $1', of_relation) using of_ref;
  exception when foreign_key_violation then
    raise exception 'Classes, sessions or other content still use this. Change them first.' using errcode = '23503', hint = 'still_named';
  end;
end
$$;

create function public.purge_content(of_relation text, of_ref uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  taken public.contents := private.lock_content(of_relation, of_ref, null);
begin
  if taken.trashed_at is null then
    raise exception 'Only content in the trash can be deleted permanently.' using errcode = '23514', hint = 'not_in_trash';
  end if;
  perform private.purge_content(of_relation, of_ref);
end
$$;
comment on function public.purge_content is 'Deletes content in the trash for good.';

-- Called by the job a month later: what was fetched back since, or thrown away again, stays.
create function private.purge_due(of_relation text, of_ref uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.contents c where c.relation = of_relation and c.ref = of_ref and c.trashed_at <= now() - interval '29 days' for update;
  if found then
    perform private.purge_content(of_relation, of_ref);
  end if;
end
$$;

create function public.renew_preview(of_relation text, of_ref uuid) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made text;
begin
  perform private.lock_content(of_relation, of_ref, null);
  update public.contents c set preview_token = private.new_token(), preview_until = now() + interval '30 days'
  where c.relation = of_relation and c.ref = of_ref returning preview_token into made;
  return made;
end
$$;
comment on function public.renew_preview is 'Makes a new preview link and ends the old one.';

create function public.preview_content(token text) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('relation', c.relation, 'fields', c.fields, 'published_at', c.published_at, 'publish_at', c.publish_at,
    'person', (select jsonb_build_object('slug', p.slug, 'name', p.name, 'line', p.line, 'translations', p.translations) from public.people p
      where p.id = coalesce(c.fields ->> 'author_id', c.fields ->> 'person_id')::uuid),
    'media', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'path', m.path, 'alt', m.alt, 'credit', m.credit, 'translations', m.translations, 'width', m.width,
      'height', m.height, 'colour', m.colour, 'focal_x', m.focal_x, 'focal_y', m.focal_y)), '[]')
      from public.media m where m.id in (select private.media_in(c.fields))))
  from public.contents c where c.preview_token = token and c.preview_until > now() and c.trashed_at is null and length(token) >= 20
$$;
comment on function public.preview_content is 'A draft with its pictures, for anyone who has its preview link.';

-- ---------- rights ----------
revoke all on function public.create_content, public.save_content, public.restore_revision, public.publish_content,
  public.unschedule_content, public.unpublish_content, public.trash_content, public.untrash_content, public.purge_content,
  public.renew_preview, public.preview_content from public, anon, authenticated;
grant execute on function public.preview_content to anon, authenticated, service_role;
grant execute on function public.create_content, public.save_content, public.restore_revision, public.publish_content,
  public.unschedule_content, public.unpublish_content, public.trash_content, public.untrash_content, public.purge_content,
  public.renew_preview to authenticated, service_role;
