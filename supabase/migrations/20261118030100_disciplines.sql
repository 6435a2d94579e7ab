-- What the studio teaches: its own list, with the five of the sample studio to begin with.
create table public.disciplines (
  -- Part of addresses such as /classes?discipline=sound; a new name does not change it.
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  name text not null check (length(name) between 1 and 40 and name = btrim(name)),
  description text not null default '' check (length(description) <= 200),
  -- A colour of the palette (app/styles/tokens.css), where all are equally light and black type reads on each.
  color text not null check (color in ('blue', 'cyan', 'teal', 'lime', 'yellow', 'orange', 'coral', 'pink', 'violet', 'grey')),
  position integer not null,
  created_at timestamptz not null default now()
);
create unique index disciplines_name on public.disciplines (lower(name));
comment on table public.disciplines is 'What the studio teaches. Owners change it by save_discipline, order_disciplines and remove_discipline.';
insert into public.disciplines (slug, name, color, position) values
  ('sound', 'Sound', 'blue', 1), ('movement', 'Movement', 'orange', 2), ('image', 'Image', 'pink', 3), ('word', 'Word', 'yellow', 4),
  ('making', 'Making', 'violet', 5);

alter table public.disciplines enable row level security;
revoke all on public.disciplines from anon, authenticated;
grant select on public.disciplines to anon, authenticated;
grant select, insert, update, delete on public.disciplines to service_role;
create policy "everyone reads disciplines" on public.disciplines for select using (true);
create trigger content_changed after insert or update or delete or truncate on public.disciplines
  for each statement execute function private.notify_content();
create trigger audited after insert or update of name, description, color or delete on public.disciplines
  for each row execute function private.audit_row('settings', 'name');

do $$
declare
  relation text;
begin
  foreach relation in array array['people', 'offerings', 'works', 'posts', 'shows'] loop
    execute format('alter table public.%I drop constraint %I, add constraint %I foreign key (discipline) references public.disciplines (slug)',
      relation, relation || '_discipline_check', relation || '_discipline_fkey');
    execute format('create index %I on public.%I (discipline)', relation || '_discipline', relation);
  end loop;
end
$$;

-- The one that is wanted if it is still there, else the first.
create function private.default_discipline(wanted text) returns text
language sql stable security definer set search_path = '' as $$
  select slug from public.disciplines order by slug <> wanted, position, slug limit 1
$$;
revoke all on function private.default_discipline(text) from public, anon, authenticated;
grant execute on function private.default_discipline(text) to authenticated, service_role;
alter table public.shows alter column discipline set default private.default_discipline('sound');

-- Adds one (discipline is null) or changes one. Answers its slug.
create function public.save_discipline(discipline text, name text, color text, description text default '') returns text
language plpgsql security definer set search_path = '' as $$
declare
  called text := btrim(coalesce(save_discipline.name, ''));
  saved text;
begin
  perform private.require_owner();
  perform pg_advisory_xact_lock(hashtext('onda disciplines'));
  if length(called) not between 1 and 40 then
    perform private.refuse_field('name', 'Enter a name of at most 40 characters.');
  elsif length(coalesce(save_discipline.description, '')) > 200 then
    perform private.refuse_field('description', 'The description has at most 200 characters.');
  elsif exists (select from public.disciplines d where lower(d.name) = lower(called) and d.slug is distinct from save_discipline.discipline) then
    perform private.fail(409, 'name_taken', 'Another discipline has this name.', '{"field":"name"}');
  elsif coalesce(save_discipline.color, '') not in ('blue', 'cyan', 'teal', 'lime', 'yellow', 'orange', 'coral', 'pink', 'violet', 'grey') then
    perform private.refuse_field('color', 'Choose one of the colours.');
  end if;
  if save_discipline.discipline is null then
    if (select count(*) from public.disciplines) >= 24 then
      perform private.fail(409, 'too_many_disciplines', 'There are 24 disciplines already. Remove one first.');
    end if;
    insert into public.disciplines (slug, name, description, color, position)
    values (private.free_slug('disciplines', called), called, btrim(coalesce(save_discipline.description, '')), save_discipline.color,
      (select coalesce(max(d.position), 0) + 1 from public.disciplines d)) returning slug into saved;
    return saved;
  end if;
  update public.disciplines d set name = called, color = save_discipline.color, description = btrim(coalesce(save_discipline.description, ''))
  where d.slug = save_discipline.discipline returning d.slug into saved;
  if saved is null then
    perform private.fail(404, 'no_discipline', 'This discipline was removed meanwhile.');
  end if;
  return saved;
end
$$;
revoke all on function public.save_discipline(text, text, text, text) from public, anon, authenticated;
grant execute on function public.save_discipline(text, text, text, text) to authenticated, service_role;

-- All of them, in their new order.
create function public.order_disciplines(slugs text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_owner();
  perform pg_advisory_xact_lock(hashtext('onda disciplines'));
  if (select array_agg(d.slug order by d.slug) from public.disciplines d)
    is distinct from (select array_agg(s order by s) from unnest(slugs) s) then
    perform private.fail(409, 'changed_meanwhile', 'The list was changed meanwhile. Look at it again.');
  end if;
  update public.disciplines d set position = o.place from unnest(slugs) with ordinality o (slug, place)
  where d.slug = o.slug and d.position <> o.place;
  perform private.audit('settings', 'ordered disciplines', '', jsonb_build_object('order', to_jsonb(slugs)));
end
$$;
revoke all on function public.order_disciplines(text[]) from public, anon, authenticated;
grant execute on function public.order_disciplines(text[]) to authenticated, service_role;

-- How much each is used: {"sound": {"offerings": 3, "content": 2, "shows": 1}, ...}
create function public.discipline_usage() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_owner();
  return (select coalesce(jsonb_object_agg(d.slug, jsonb_build_object(
    'offerings', (select count(*) from public.offerings o where o.discipline = d.slug),
    'content', (select count(*) from public.people p where p.discipline = d.slug)
      + (select count(*) from public.works w where w.discipline = d.slug) + (select count(*) from public.posts p where p.discipline = d.slug),
    'shows', (select count(*) from public.shows s where s.discipline = d.slug))), '{}') from public.disciplines d);
end
$$;
revoke all on function public.discipline_usage() from public, anon, authenticated;
grant execute on function public.discipline_usage() to authenticated, service_role;

-- What has it gets another one first; without one to move to, only what is unused can be removed.
create function public.remove_discipline(discipline text, move_to text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  relation text;
  moved integer;
  total integer := 0;
begin
  perform private.require_owner();
  perform pg_advisory_xact_lock(hashtext('onda disciplines'));
  if not exists (select from public.disciplines d where d.slug = remove_discipline.discipline) then
    perform private.fail(404, 'no_discipline', 'This discipline was removed meanwhile.');
  elsif (select count(*) from public.disciplines) = 1 then
    perform private.fail(409, 'last_discipline', 'Every class has a discipline, so the last one stays. Rename it instead.');
  elsif move_to = remove_discipline.discipline
    or move_to is not null and not exists (select from public.disciplines d where d.slug = move_to) then
    perform private.refuse_field('move_to', 'Choose another discipline to move to.');
  end if;
  foreach relation in array array['people', 'offerings', 'works', 'posts', 'shows'] loop
    if move_to is null then
      execute format('select count(*) from public.%I where discipline = $1', relation) into moved using remove_discipline.discipline;
    else
      execute format('update public.%I set discipline = $2 where discipline = $1', relation) using remove_discipline.discipline, move_to;
      get diagnostics moved = row_count;
    end if;
    total := total + moved;
  end loop;
  if move_to is null and total > 0 then
    perform private.fail(409, 'discipline_used', 'This discipline is in use. Choose which one replaces it.');
  end if;
  update public.contents c set fields = jsonb_set(c.fields, '{discipline}', to_jsonb(coalesce(move_to, private.default_discipline(''))))
  where c.fields ->> 'discipline' = remove_discipline.discipline;
  delete from public.disciplines d where d.slug = remove_discipline.discipline;
  if total > 0 then
    perform private.audit('settings', 'moved to another discipline', move_to, jsonb_build_object('from', remove_discipline.discipline, 'moved', total));
  end if;
end
$$;
revoke all on function public.remove_discipline(text, text) from public, anon, authenticated;
grant execute on function public.remove_discipline(text, text) to authenticated, service_role;

-- ---------- what knew the five by heart ----------
create or replace function private.check_offering(wanted public.offerings) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if length(btrim(coalesce(wanted.title, ''))) not between 1 and 120 then
    perform private.refuse_field('title', 'A title of 1 to 120 characters, please.');
  elsif wanted.slug is null or wanted.slug !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(wanted.slug) > 100 then
    perform private.refuse_field('slug', 'An address has small letters, digits and single hyphens, such as clay-for-beginners.');
  elsif exists (select from public.offerings o where o.slug = wanted.slug and o.id is distinct from wanted.id) then
    perform private.fail(409, 'slug_taken', 'Another offering has this address.', '{"field":"slug"}');
  elsif wanted.kind is null or wanted.kind not in ('class', 'course', 'workshop', 'event') then
    perform private.refuse_field('kind', 'A class, a course, a workshop or an event.');
  elsif wanted.discipline is null or not exists (select from public.disciplines d where d.slug = wanted.discipline) then
    perform private.refuse_field('discipline', 'Please choose a discipline.');
  elsif wanted.level is null or wanted.level not in ('open', 'beginner', 'intermediate', 'advanced') then
    perform private.refuse_field('level', 'Please choose a level.');
  elsif wanted.age_from is null or wanted.age_from not between 0 and 120 then
    perform private.refuse_field('age_from', 'An age between 0 and 120, please.');
  elsif wanted.age_to is not null and wanted.age_to not between wanted.age_from and 120 then
    perform private.refuse_field('age_to', 'The highest age is not below the lowest, and not above 120.');
  elsif wanted.price_cents is null or wanted.price_cents not between 0 and 10000000 then
    perform private.refuse_field('price_cents', 'A price from 0 to 100,000, please.');
  elsif wanted.usual_capacity is null or wanted.usual_capacity not between 1 and 10000 then
    perform private.refuse_field('usual_capacity', 'Between 1 and 10,000 places, please.');
  elsif wanted.summary is null or length(wanted.summary) > 300 then
    perform private.refuse_field('summary', 'A summary has at most 300 characters.');
  elsif wanted.body is null or length(wanted.body) > 20000 then
    perform private.refuse_field('body', 'The description has at most 20,000 characters.');
  elsif wanted.bring is null or length(wanted.bring) > 500 then
    perform private.refuse_field('bring', 'At most 500 characters, please.');
  elsif wanted.access is null or length(wanted.access) > 1000 then
    perform private.refuse_field('access', 'At most 1,000 characters, please.');
  elsif not exists (select from public.cancellation_policies p where p.id = wanted.policy_id) then
    perform private.refuse_field('policy_id', 'There are no such rules for cancelling.');
  elsif wanted.teacher_id is not null and not exists (select from public.people p where p.id = wanted.teacher_id) then
    perform private.refuse_field('teacher_id', 'There is no such person.');
  elsif wanted.published_at is not null and btrim(wanted.summary) = '' then
    perform private.refuse_field('summary', 'A published page needs a summary: one sentence that says what it is.');
  elsif wanted.published_at is not null and wanted.archived_at is not null then
    perform private.fail(409, 'archived', 'It is in the archive. Bring it back first.');
  end if;
end
$$;

create or replace function public.begin_content(of_relation text, title text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
  called text := btrim(coalesce(title, ''));
  slug text;
begin
  perform private.require_desk();
  if called = '' or length(called) > 200 then
    raise exception 'It needs a title of at most 200 characters.' using errcode = '23514', hint = 'title_missing';
  end if;
  if of_relation not in ('posts', 'works', 'people', 'pages') then
    raise exception 'There is no content called "%".', of_relation using errcode = '22023';
  end if;
  -- One at a time: two things that begin at once with one title get two addresses.
  perform pg_advisory_xact_lock(hashtext('onda content ' || of_relation));
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
  update public.contents c set updated_by = auth.uid(), updated_name = private.my_name(), has_changes = true
  where c.relation = of_relation and c.ref = made;
  return made;
end
$$;

create or replace function private.apply_content(taken public.contents, since timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
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
    raise exception 'Another one has the address "%" already.', taken.slug using errcode = '23505', hint = 'slug_taken';
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

-- A class is found by the name of its discipline.
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
      concat_ws(' ', about, (select d.name from public.disciplines d where d.slug = thing ->> 'discipline'), thing ->> 'credits',
        (select p.name from public.people p where p.id = coalesce(thing ->> 'teacher_id', thing ->> 'host_id', thing ->> 'author_id',
          thing ->> 'person_id')::uuid)),
      concat_ws(' ', thing ->> 'body', thing ->> 'bio')),
    (thing ->> 'published_at')::timestamptz;
  return null;
end
$$;

create function private.rename_in_search() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  relation text;
begin
  -- Each is written anew by the trigger that writes what search finds.
  foreach relation in array array['people', 'offerings', 'works', 'posts', 'shows'] loop
    execute format('update public.%I set discipline = discipline where discipline = $1', relation) using new.slug;
  end loop;
  return null;
end
$$;
revoke all on function private.rename_in_search() from public, anon, authenticated;
create trigger renamed after update of name on public.disciplines for each row when (old.name is distinct from new.name)
  execute function private.rename_in_search();
