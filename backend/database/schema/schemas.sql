-- The schemas of a Supabase project. Their tables come from the service that owns each of them.
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists extensions;
create schema if not exists rate_limits;
create schema if not exists cron;
create schema if not exists net;
create schema if not exists pgmq;
create schema if not exists supabase_functions;

-- What is done once in the life of a database, and never again at a later start.
create table if not exists extensions.onda_setup (
  step text primary key,
  done_at timestamptz not null default now()
);
