-- Run once in the life of a database, before any migration: a second run would undo what migrations revoke.
-- Everything in public is reachable by the API roles; row policies decide which rows.
grant usage on schema public, auth, storage, realtime, extensions to anon, authenticated, service_role;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;

grant all on all tables in schema public to anon, authenticated, service_role;
grant all on all sequences in schema public to anon, authenticated, service_role;
grant all on all routines in schema public to anon, authenticated, service_role;
