-- Queues: the functions and tables of pgmq. A message that was read is hidden for a while and comes back unless it is
-- deleted or archived. Nothing is granted to the roles of callers.
create table pgmq.meta (
  queue_name varchar primary key,
  is_partitioned boolean not null default false,
  is_unlogged boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table pgmq.meta is 'Queues; the messages of the queue a are in pgmq.q_a and pgmq.a_a';
alter table pgmq.meta enable row level security;

create type pgmq.message_record as (
  msg_id bigint, read_ct int, enqueued_at timestamptz, vt timestamptz, message jsonb, headers jsonb
);
create type pgmq.queue_record as (
  queue_name varchar, is_partitioned boolean, is_unlogged boolean, created_at timestamptz
);
create type pgmq.metrics_result as (
  queue_name text, queue_length bigint, newest_msg_age_sec int, oldest_msg_age_sec int, total_messages bigint,
  scrape_time timestamptz, queue_visible_length bigint
);

-- The quoted table of a queue: "q" its messages, "a" its archive.
create function pgmq.table_of(queue_name text, kind text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
begin
  if queue_name is null or queue_name !~ '^[A-Za-z0-9_-]{1,47}$' then
    raise exception 'queue name is invalid: 1 to 47 letters, digits, _ and -' using errcode = 'invalid_parameter_value';
  end if;
  return pg_catalog.format('pgmq.%I', pg_catalog.lower(kind || '_' || queue_name));
end
$$;

create function pgmq.make_queue(queue_name text, is_unlogged boolean) returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  messages text := pgmq.table_of(queue_name, 'q');
  archived text := pgmq.table_of(queue_name, 'a');
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pgmq ' || pg_catalog.lower(queue_name), 0));
  execute pg_catalog.format('create %s table if not exists %s (
    msg_id bigint primary key generated always as identity, read_ct int not null default 0,
    enqueued_at timestamptz not null default now(), vt timestamptz not null, message jsonb, headers jsonb)',
    case when is_unlogged then 'unlogged' else '' end, messages);
  execute pg_catalog.format('create index if not exists %I on %s (vt)', pg_catalog.lower('q_' || queue_name || '_vt_idx'), messages);
  execute pg_catalog.format('create table if not exists %s (
    msg_id bigint primary key, read_ct int not null default 0, enqueued_at timestamptz not null default now(),
    archived_at timestamptz not null default now(), vt timestamptz not null, message jsonb, headers jsonb)', archived);
  execute pg_catalog.format('create index if not exists %I on %s (archived_at)', pg_catalog.lower('archived_at_idx_' || queue_name), archived);
  execute pg_catalog.format('alter table %s enable row level security', messages);
  execute pg_catalog.format('alter table %s enable row level security', archived);
  insert into pgmq.meta (queue_name, is_unlogged) values (pg_catalog.lower(make_queue.queue_name), make_queue.is_unlogged) on conflict do nothing;
end
$$;

create function pgmq.create_non_partitioned(queue_name text) returns void
language sql set search_path = pg_catalog, pg_temp
as $$ select pgmq.make_queue(queue_name, false) $$;

create function pgmq.create_unlogged(queue_name text) returns void
language sql set search_path = pg_catalog, pg_temp
as $$ select pgmq.make_queue(queue_name, true) $$;

create function pgmq.create(queue_name text) returns void
language sql set search_path = pg_catalog, pg_temp
as $$ select pgmq.make_queue(queue_name, false) $$;
comment on function pgmq.create is 'Creates a queue';

create function pgmq.drop_queue(queue_name text) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  execute pg_catalog.format('drop table if exists %s', pgmq.table_of(queue_name, 'q'));
  execute pg_catalog.format('drop table if exists %s', pgmq.table_of(queue_name, 'a'));
  delete from pgmq.meta as m where m.queue_name = pg_catalog.lower(drop_queue.queue_name);
  return found;
end
$$;

create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay timestamptz) returns setof bigint
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  return query execute pg_catalog.format(
    'insert into %s (vt, message, headers) select $2, given.message, given.headers
     from unnest($1, coalesce($3, ''{}'')) with ordinality as given(message, headers, at)
     where given.at <= cardinality($1) order by given.at returning msg_id',
    pgmq.table_of(queue_name, 'q')) using msgs, delay, headers;
end
$$;

create function pgmq.send_batch(queue_name text, msgs jsonb[], delay int default 0) returns setof bigint
language sql set search_path = pg_catalog, pg_temp
as $$ select pgmq.send_batch(queue_name, msgs, null, pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => delay)) $$;

create function pgmq.send(queue_name text, msg jsonb, delay int default 0) returns setof bigint
language sql set search_path = pg_catalog, pg_temp
as $$ select pgmq.send_batch(queue_name, array[msg], null, pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => delay)) $$;
comment on function pgmq.send(text, jsonb, int) is 'Adds a message, hidden for that many seconds; returns its id';

create function pgmq.send(queue_name text, msg jsonb, delay timestamptz) returns setof bigint
language sql set search_path = pg_catalog, pg_temp
as $$ select pgmq.send_batch(queue_name, array[msg], null, delay) $$;

create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay int default 0) returns setof bigint
language sql set search_path = pg_catalog, pg_temp
as $$ select pgmq.send_batch(queue_name, array[msg], array[headers], pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => delay)) $$;

create function pgmq.read(queue_name text, vt int, qty int, conditional jsonb default '{}') returns setof pgmq.message_record
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  return query execute pg_catalog.format(
    'with next as (
       select msg_id from %1$s where vt <= clock_timestamp() and ($3 = ''{}'' or message @> $3)
       order by msg_id limit $1 for update skip locked
     )
     update %1$s as m set vt = clock_timestamp() + make_interval(secs => $2), read_ct = read_ct + 1
     from next where m.msg_id = next.msg_id
     returning m.msg_id, m.read_ct, m.enqueued_at, m.vt, m.message, m.headers',
    pgmq.table_of(queue_name, 'q')) using qty, vt, conditional;
end
$$;
comment on function pgmq.read is 'Reads messages and hides them for that many seconds';

create function pgmq.pop(queue_name text, qty int default 1) returns setof pgmq.message_record
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  return query execute pg_catalog.format(
    'with next as (
       select msg_id from %1$s where vt <= clock_timestamp() order by msg_id limit $1 for update skip locked
     )
     delete from %1$s as m using next where m.msg_id = next.msg_id
     returning m.msg_id, m.read_ct, m.enqueued_at, m.vt, m.message, m.headers',
    pgmq.table_of(queue_name, 'q')) using qty;
end
$$;

create function pgmq.archive(queue_name text, msg_ids bigint[]) returns setof bigint
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  return query execute pg_catalog.format(
    'with taken as (delete from %s where msg_id = any ($1) returning msg_id, read_ct, enqueued_at, vt, message, headers)
     insert into %s (msg_id, read_ct, enqueued_at, vt, message, headers) select * from taken returning msg_id',
    pgmq.table_of(queue_name, 'q'), pgmq.table_of(queue_name, 'a')) using msg_ids;
end
$$;

create function pgmq.archive(queue_name text, msg_id bigint) returns boolean
language sql set search_path = pg_catalog, pg_temp
as $$ select exists (select from pgmq.archive(queue_name, array[msg_id])) $$;

create function pgmq.delete(queue_name text, msg_ids bigint[]) returns setof bigint
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  return query execute pg_catalog.format('delete from %s where msg_id = any ($1) returning msg_id',
    pgmq.table_of(queue_name, 'q')) using msg_ids;
end
$$;

create function pgmq.delete(queue_name text, msg_id bigint) returns boolean
language sql set search_path = pg_catalog, pg_temp
as $$ select exists (select from pgmq.delete(queue_name, array[msg_id])) $$;

create function pgmq.set_vt(queue_name text, msg_id bigint, vt int) returns setof pgmq.message_record
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  return query execute pg_catalog.format(
    'update %s set vt = clock_timestamp() + make_interval(secs => $2) where msg_id = $1
     returning msg_id, read_ct, enqueued_at, vt, message, headers',
    pgmq.table_of(queue_name, 'q')) using msg_id, vt;
end
$$;

create function pgmq.purge_queue(queue_name text) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  removed bigint;
begin
  execute pg_catalog.format('delete from %s', pgmq.table_of(queue_name, 'q'));
  get diagnostics removed = row_count;
  return removed;
end
$$;

create function pgmq.list_queues() returns setof pgmq.queue_record
language sql stable set search_path = pg_catalog, pg_temp
as $$ select queue_name, is_partitioned, is_unlogged, created_at from pgmq.meta order by queue_name $$;

create function pgmq.metrics(queue_name text) returns pgmq.metrics_result
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  result pgmq.metrics_result;
begin
  execute pg_catalog.format(
    'select $1, count(*), extract(epoch from clock_timestamp() - max(enqueued_at))::int,
       extract(epoch from clock_timestamp() - min(enqueued_at))::int,
       coalesce(pg_sequence_last_value(pg_get_serial_sequence($2, ''msg_id'')::regclass), 0), clock_timestamp(),
       count(*) filter (where vt <= clock_timestamp()) from %s',
    pgmq.table_of(queue_name, 'q')) using queue_name, pgmq.table_of(queue_name, 'q') into result;
  return result;
end
$$;

revoke all on all tables in schema pgmq from public, anon, authenticated, service_role;
revoke all on all functions in schema pgmq from public, anon, authenticated, service_role;
