-- What the studio teaches: its own list, with the five of the sample studio to begin with.

create table public.disciplines (
  -- Part of addresses such as /classes?discipline=sound; a new name does not change it.
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  name text collate "und-x-icu" not null check (length(name) between 1 and 40 and name = btrim(name)),
  description text not null default '' check (length(description) <= 200),
  -- A colour of the palette (app/styles/tokens.css), where all are equally light and black type reads on each.
  color text not null check (color in ('blue', 'cyan', 'teal', 'lime', 'yellow', 'orange', 'coral', 'pink', 'violet', 'grey')),
  position integer not null,
  created_at timestamptz not null default now(),
  translations jsonb not null default '{}'
);
comment on table public.disciplines is
  'What the studio teaches; owners change it by save_discipline, order_disciplines and remove_discipline.';
alter table public.disciplines enable row level security;
insert into public.disciplines (slug, name, color, position) values
  ('sound', 'Sound', 'blue', 1), ('movement', 'Movement', 'orange', 2), ('image', 'Image', 'pink', 3), ('word', 'Word', 'yellow', 4),
  ('making', 'Making', 'violet', 5);

-- ---------- indexes ----------
create unique index disciplines_name on public.disciplines (lower(name));

-- ---------- row policies ----------
create policy "everyone reads disciplines" on public.disciplines for select using (true);

-- ---------- functions ----------
-- The one that is wanted if it is still there, else the first.
create function private.default_discipline(wanted text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select slug from public.disciplines order by slug <> wanted, position, slug limit 1
$$;

create function public.save_discipline(discipline text, name text, color text, description text default '',
  translations jsonb default null) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  called text := btrim(coalesce(save_discipline.name, ''));
  saved text;
begin
  perform private.require_owner();
  perform pg_advisory_xact_lock(hashtext('onda disciplines'));
  if length(called) not between 1 and 40 then
    perform private.fail_field('name', 'Enter a name of at most 40 characters.');
  elsif length(coalesce(save_discipline.description, '')) > 200 then
    perform private.fail_field('description', 'Use at most 200 characters for the description.');
  elsif exists (select from public.disciplines d where lower(d.name) = lower(called) and d.slug is distinct from save_discipline.discipline) then
    perform private.fail(409, 'name_taken', 'Another discipline has this name.', '{"field":"name"}');
  elsif coalesce(save_discipline.color, '') not in ('blue', 'cyan', 'teal', 'lime', 'yellow', 'orange', 'coral', 'pink', 'violet', 'grey') then
    perform private.fail_field('color', 'Choose one of the colours.');
  end if;
  if save_discipline.discipline is null then
    if (select count(*) from public.disciplines) >= 24 then
      perform private.fail(409, 'too_many_disciplines', 'There are 24 disciplines already. Remove one first.');
    end if;
    insert into public.disciplines (slug, name, description, color, position, translations)
    values (private.free_slug('disciplines', called), called, btrim(coalesce(save_discipline.description, '')), save_discipline.color,
      (select coalesce(max(d.position), 0) + 1 from public.disciplines d), coalesce(save_discipline.translations, '{}'))
    returning slug into saved;
    return saved;
  end if;
  update public.disciplines d set name = called, color = save_discipline.color, description = btrim(coalesce(save_discipline.description, '')),
    translations = coalesce(save_discipline.translations, d.translations)
  where d.slug = save_discipline.discipline returning d.slug into saved;
  if saved is null then
    perform private.fail(404, 'no_discipline', 'This discipline was removed in the meantime.');
  end if;
  return saved;
end
$$;
comment on function public.save_discipline is 'Adds a discipline (without a slug) or changes one, and answers its slug.';

create function public.order_disciplines(slugs text[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_owner();
  perform pg_advisory_xact_lock(hashtext('onda disciplines'));
  if (select array_agg(d.slug order by d.slug) from public.disciplines d)
    is distinct from (select array_agg(s order by s) from unnest(slugs) s) then
    perform private.fail(409, 'changed_meanwhile', 'The list was changed in the meantime. Reload the page.',
      '{"message_name":"list_changed_meanwhile"}');
  end if;
  update public.disciplines d set position = o.place from unnest(slugs) with ordinality o (slug, place)
  where d.slug = o.slug and d.position <> o.place;
  perform private.audit('settings', 'ordered_disciplines', '', jsonb_build_object('order', to_jsonb(slugs)));
end
$$;
comment on function public.order_disciplines is 'Puts all disciplines into a new order.';

-- How much each is used: {"sound": {"offerings": 3, "content": 2, "shows": 1}, ...}
create function public.discipline_usage() returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_owner();
  return (select coalesce(jsonb_object_agg(d.slug, jsonb_build_object(
    'offerings', (select count(*) from public.offerings o where o.discipline = d.slug),
    'content', (select count(*) from public.people p where p.discipline = d.slug)
      + (select count(*) from public.works w where w.discipline = d.slug) + (select count(*) from public.posts p where p.discipline = d.slug),
    'shows', (select count(*) from public.shows s where s.discipline = d.slug))), '{}') from public.disciplines d);
end
$$;
comment on function public.discipline_usage is 'How many offerings, contents and shows each discipline has.';

create function public.remove_discipline(discipline text, move_to text default null) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  relation text;
  moved integer;
  total integer := 0;
begin
  perform private.require_owner();
  perform pg_advisory_xact_lock(hashtext('onda disciplines'));
  if not exists (select from public.disciplines d where d.slug = remove_discipline.discipline) then
    perform private.fail(404, 'no_discipline', 'This discipline was removed in the meantime.');
  elsif (select count(*) from public.disciplines) = 1 then
    perform private.fail(409, 'last_discipline', 'Every class needs a discipline, so the last one cannot be removed. Rename it instead.');
  elsif move_to = remove_discipline.discipline
    or move_to is not null and not exists (select from public.disciplines d where d.slug = move_to) then
    perform private.fail_field('move_to', 'Choose another discipline to move to.');
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
    perform private.audit('settings', 'moved_to_another_discipline', move_to, jsonb_build_object('from', remove_discipline.discipline, 'moved', total));
  end if;
end
$$;
comment on function public.remove_discipline is
  'Removes a discipline; what uses it is moved to another one, and without one only an unused discipline can be removed.';

create function private.rename_in_search() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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

-- ---------- triggers ----------
create trigger content_changed after insert or update or delete or truncate on public.disciplines
  for each statement execute function private.notify_content();
create trigger audited after insert or update of name, description, color, translations or delete on public.disciplines
  for each row execute function private.audit_row('settings', 'name');
create trigger renamed after update of name, translations on public.disciplines for each row
  when (old.name is distinct from new.name or old.translations is distinct from new.translations)
  execute function private.rename_in_search();

-- ---------- rights ----------
revoke all on public.disciplines from anon, authenticated;
grant select on public.disciplines to anon, authenticated;
grant all on public.disciplines to service_role;
revoke all on function public.save_discipline, public.order_disciplines, public.discipline_usage,
  public.remove_discipline from public, anon, authenticated;
grant execute on function public.save_discipline, public.order_disciplines, public.discipline_usage, public.remove_discipline,
  private.default_discipline to authenticated, service_role;
