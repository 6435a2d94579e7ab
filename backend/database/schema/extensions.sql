-- Extensions that migrations of Supabase projects take for granted, found without naming their schema.
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
do $$
begin
  execute format('alter role %I in database %I set search_path to "$user", public, extensions', current_user, current_database());
end
$$;
