-- The schemas of a Supabase project. Their tables come from the service that owns each of them.
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists extensions;

grant usage on schema auth, storage, realtime, extensions to anon, authenticated, service_role;
