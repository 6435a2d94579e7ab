-- The media library: pictures with their alternative text, credit, focal point and uses.

create table public.media (
  id uuid primary key default gen_random_uuid(),
  -- The name of its file in the bucket. Another file has another name, so browsers may cache it forever.
  path text not null unique check (path like id::text || '/%' and path ~ '^[0-9a-f-]{36}/[0-9a-z]{8,40}\.(jpg|png|webp|avif|gif)$'),
  file_name text not null default '' check (length(file_name) <= 200),
  size_bytes bigint not null check (size_bytes > 0),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  focal_x real not null default 0.5 check (focal_x between 0 and 1),
  focal_y real not null default 0.5 check (focal_y between 0 and 1),
  alt text not null default '' check (length(alt) <= 500),
  credit text not null default '' check (length(credit) <= 200),
  -- A picture may be uploaded without a description, but not used without one.
  is_described boolean not null generated always as (btrim(alt) <> '' and btrim(credit) <> '') stored,
  -- Of the sample studio, until staff replace its file.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  translations jsonb not null default '{}'
);
comment on table public.media is 'Pictures of the media library with alternative text, credit, focal point and colour.';
alter table public.media enable row level security;

create table public.media_uses (
  relation text not null,
  ref uuid not null,
  media_id uuid not null references public.media (id),
  title text collate "und-x-icu" not null,
  shown_from timestamptz,
  primary key (media_id, relation, ref)
);
comment on table public.media_uses is
  'Where a picture is used and since when that is public (null: not yet); written by triggers, never by hand.';
alter table public.media_uses enable row level security;

-- Names of files cannot be guessed and appear only in rows that may be read; listing is for staff.
insert into storage.buckets (id, name, public, avif_autodetection, file_size_limit, allowed_mime_types)
values ('media', 'media', true, true, 25 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
on conflict (id) do nothing;

-- ---------- indexes ----------
create index media_newest on public.media (created_at desc, id);
create index media_uses_of on public.media_uses (relation, ref);

-- ---------- row policies ----------
create policy "pictures in public use are public, all of them are for staff" on public.media for select
  using ((select public.is_staff()) or (is_described and exists (
    select from public.media_uses u where u.media_id = id and u.shown_from <= now())));
create policy "staff add pictures" on public.media for insert to authenticated with check ((select public.is_staff()));
create policy "staff change pictures" on public.media for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff delete pictures" on public.media for delete to authenticated using ((select public.is_staff()));
create policy "public uses are public, all of them are for staff" on public.media_uses for select
  using ((select public.is_staff()) or shown_from <= now());
create policy "staff see media files" on storage.objects for select to authenticated
  using (bucket_id = 'media' and (select public.is_staff()));
create policy "staff add media files" on storage.objects for insert to authenticated
  with check (bucket_id = 'media' and (select public.is_staff()));
-- A file that the library still names stays: what is shown somewhere cannot be pulled away from under it.
create policy "staff delete media files that no picture names" on storage.objects for delete to authenticated
  using (bucket_id = 'media' and (select public.is_staff()) and not exists (select from public.media m where m.path = storage.objects.name));

-- ---------- functions ----------
-- Every picture that a thing names: its own, and those within its text.
create function private.media_in(thing jsonb) returns setof uuid
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select distinct (named #>> '{}')::uuid from (
    select thing -> 'media_id'
    union all select jsonb_path_query(thing -> 'blocks', '$[*].media')
    union all select jsonb_path_query(thing -> 'blocks', '$[*].pictures[*]')
    union all select jsonb_path_query(thing -> 'translations', '$.*.blocks[*].media')
    union all select jsonb_path_query(thing -> 'translations', '$.*.blocks[*].pictures[*]')
  ) found (named)
  where jsonb_typeof(named) = 'string'
$$;

create function private.save_media_uses(of_relation text, of_ref uuid, called text, since timestamptz, named uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.media_uses where relation = of_relation and ref = of_ref and media_id <> all (named);
  if cardinality(named) = 0 then
    return;
  end if;
  -- Locked: a picture that is being deleted, or losing its description, must not be used at the same moment.
  perform from public.media where id = any (named) order by id for share;
  if (select count(*) from public.media where id = any (named)) < cardinality(named) then
    raise exception 'One of the pictures was deleted from the library.' using errcode = '23503', hint = 'picture_gone';
  end if;
  if exists (select from public.media where id = any (named) and not is_described) then
    raise exception 'Add a description and a credit to the picture before you use it.' using errcode = '23514', hint = 'picture_undescribed';
  end if;
  insert into public.media_uses (relation, ref, media_id, title, shown_from)
  select of_relation, of_ref, one, called, since from unnest(named) one
  on conflict (media_id, relation, ref) do update set title = excluded.title, shown_from = excluded.shown_from
  where (media_uses.title, media_uses.shown_from) is distinct from (excluded.title, excluded.shown_from);
end
$$;

create function private.follow_media() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  thing jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  ref uuid := (thing ->> 'id')::uuid;
  named uuid[] := case when tg_op = 'DELETE' then '{}' else array(select private.media_in(thing)) end;
  since timestamptz := case
    when tg_table_name = 'people' then case when (thing ->> 'is_public')::boolean then '-infinity'::timestamptz end
    else (thing ->> 'published_at')::timestamptz end;
begin
  perform private.save_media_uses(tg_table_name, ref, coalesce(thing ->> 'title', thing ->> 'name', ''), since, named);
  return null;
end
$$;

create function private.protect_media() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  shown text;
begin
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.path <> old.path) then
    if not exists (select from storage.objects where bucket_id = 'media' and name = new.path) then
      raise exception 'The file of the picture was not uploaded.' using errcode = '23503', hint = 'file_missing';
    end if;
  end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := now();
    new.is_demo := new.is_demo and new.path = old.path;
  end if;
  -- The home page shows the studio's name again (private.check_studio).
  if tg_op = 'DELETE' then
    delete from public.media_uses where media_id = old.id and relation = 'studio';
  end if;
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (btrim(new.alt) = '' or btrim(new.credit) = '')) then
    select string_agg(format('“%s”', title), ', ') into shown
    from (select title from public.media_uses where media_id = old.id order by title limit 3) first_few;
    if shown is not null and tg_op = 'DELETE' then
      raise exception 'This picture is used in %. Remove it there first.', shown using errcode = '23503', hint = 'picture_used',
        detail = jsonb_build_object('message_name', 'picture_is_used', 'values', jsonb_build_object('titles', shown));
    end if;
    if shown is not null then
      raise exception 'This picture is used in %, so it needs its description and its credit.', shown
        using errcode = '23514', hint = 'picture_used', detail = jsonb_build_object('message_name', 'picture_needs_texts', 'values', jsonb_build_object('titles', shown));
    end if;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;

-- ---------- triggers ----------
create trigger protect_media before insert or update or delete on public.media for each row execute function private.protect_media();
create trigger content_changed after insert or update or delete or truncate on public.media
  for each statement execute function private.notify_content();
-- Whether a picture may be seen depends on where it is used: pages that asked are invalidated, too.
create trigger content_changed after insert or update or delete or truncate on public.media_uses
  for each statement execute function private.notify_content();

-- ---------- rights ----------
revoke all on public.media, public.media_uses from anon, authenticated;
grant select, delete on public.media to authenticated;
grant select on public.media_uses to anon, authenticated;
grant select (id, path, width, height, colour, focal_x, focal_y, alt, credit, is_described, translations) on public.media to anon;
grant insert (id, path, file_name, size_bytes, width, height, colour, focal_x, focal_y, alt,
  credit, translations) on public.media to authenticated;
grant update (path, file_name, size_bytes, width, height, colour, focal_x, focal_y, alt,
  credit, translations) on public.media to authenticated;
grant all on public.media, public.media_uses to service_role;
