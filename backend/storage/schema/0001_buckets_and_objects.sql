-- Buckets and objects, as a hosted Supabase has them. Bytes live outside; a row's version names them.
do $$
begin
  if not exists (select from pg_catalog.pg_type where typname = 'buckettype' and typnamespace = 'storage'::regnamespace) then
    create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');
  end if;
end
$$;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint check (file_size_limit >= 0),
  allowed_mime_types text[],
  type storage.buckettype not null default 'STANDARD'
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null check (length(name) between 1 and 1024),
  owner uuid,
  owner_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  user_metadata jsonb
);
-- Byte order: a prefix is one range of this index, and listings page through it.
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

revoke all on storage.buckets, storage.objects from public;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

-- ---------- what policies ask about a name ----------
create or replace function storage.foldername(name text) returns text[]
language sql immutable parallel safe as $$
  select (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1]
$$;

create or replace function storage.filename(name text) returns text
language sql immutable parallel safe as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;

create or replace function storage.extension(name text) returns text
language sql immutable parallel safe as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

create or replace function storage.operation() returns text
language sql stable as $$
  select nullif(current_setting('storage.operation', true), '')
$$;

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text), storage.operation()
  to anon, authenticated, service_role;

-- ---------- bytes that no row names any more ----------
-- Bytes are noted here before they are written; the row that takes them up strikes the note out in its own transaction.
-- A row that goes, or names other bytes, notes its old ones. Whatever is due is removed: after any crash, by anybody.
create table storage.onda_removals (
  version text primary key,
  due_at timestamptz not null default now()
);
create index onda_removals_due on storage.onda_removals (due_at);
alter table storage.onda_removals enable row level security;
revoke all on storage.onda_removals from public, anon, authenticated;

create function storage.onda_follow_bytes() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.version is not null
    and (tg_op = 'DELETE' or new.version is distinct from old.version) then
    insert into storage.onda_removals (version) values (old.version)
    on conflict (version) do update set due_at = now();
  end if;
  if tg_op <> 'DELETE' and new.version is not null then
    delete from storage.onda_removals where version = new.version;
  end if;
  return null;
end
$$;
revoke all on function storage.onda_follow_bytes() from public;

create trigger onda_follow_bytes after insert or delete or update of version on storage.objects
  for each row execute function storage.onda_follow_bytes();
