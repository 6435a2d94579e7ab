-- Messages: what is sent from SQL, what is stored for replay, and the table whose row policies say who may read and write
-- on a private channel. Without a policy nobody may; the service role always may.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default (now() at time zone 'utc'),
  inserted_at timestamp not null default (now() at time zone 'utc'),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  -- Set when the message went out already; the announcement below is for those that did not.
  broadcasted_at timestamp,
  -- Stored until then at most.
  expires_at timestamp,
  primary key (id, inserted_at)
);

create index messages_inserted_at_index on realtime.messages (inserted_at);
create index messages_replay_index on realtime.messages (topic, inserted_at desc)
  where extension = 'broadcast' and private;

alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- The topic of the channel that a policy is asked about.
create function realtime.topic() returns text
language sql stable
as $$ select nullif(pg_catalog.current_setting('realtime.topic', true), '') $$;

-- Sends a message to everybody on a topic once the transaction commits. What goes wrong is a warning: a message that
-- cannot be sent must not undo the change it announces.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql
as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform pg_catalog.set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case
      when pg_catalog.jsonb_typeof(payload) = 'object' and not payload ? 'id'
        then payload || pg_catalog.jsonb_build_object('id', message_id)
      else payload
    end,
    event, topic, private, 'broadcast'
  );
exception
  when others then raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- For row triggers: sends a changed row to a topic.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    pg_catalog.jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name, topic_name
  );
exception
  when others then raise exception 'Failed to process the row: %', sqlerrm;
end
$$;

-- Every host is notified of new messages. A notification holds 8000 bytes at most: of a larger message it names the row.
create function realtime.onda_announce() returns trigger
language plpgsql
as $$
declare
  whole text := pg_catalog.json_build_object(
    'id', new.id, 'topic', new.topic, 'event', new.event, 'private', new.private, 'payload', new.payload
  )::text;
begin
  if new.binary_payload is not null or pg_catalog.octet_length(whole) > 7800 then
    whole := pg_catalog.json_build_object('id', new.id, 'row', true)::text;
  end if;
  perform pg_catalog.pg_notify('onda_realtime_messages', whole);
  return null;
end
$$;

create trigger onda_announce after insert on realtime.messages
  for each row when (new.extension = 'broadcast' and new.broadcasted_at is null)
  execute function realtime.onda_announce();

-- What the host itself does with the table, whatever its login may do otherwise. Nobody else may call these.

-- Two rows for the policies of a topic to be asked about, inside a transaction that the host rolls back.
create function realtime.onda_probe(topic text) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  probe_id uuid := pg_catalog.gen_random_uuid();
begin
  insert into realtime.messages (id, inserted_at, topic, extension, event, private, broadcasted_at)
  values
    (probe_id, pg_catalog.now() at time zone 'utc', onda_probe.topic, 'broadcast', 'probe', true, pg_catalog.now()),
    (probe_id, pg_catalog.now() at time zone 'utc' + interval '1 microsecond', onda_probe.topic, 'presence', 'probe', true, pg_catalog.now());
  perform pg_catalog.set_config('realtime.onda_probe', probe_id::text, true);
  return probe_id;
end
$$;

create function realtime.onda_store(
  topic text, event text, payload text, binary_payload text, ttl_s double precision
) returns uuid
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into realtime.messages
    (topic, event, payload, binary_payload, extension, private, broadcasted_at, expires_at)
  values (
    onda_store.topic, onda_store.event, onda_store.payload::pg_catalog.jsonb,
    pg_catalog.decode(onda_store.binary_payload, 'base64'), 'broadcast', true, pg_catalog.now() at time zone 'utc',
    pg_catalog.now() at time zone 'utc' + ttl_s * interval '1 second'
  )
  returning id
$$;

-- The newest messages of a topic since a moment, oldest first.
create function realtime.onda_replay(topic text, since_ms double precision, most integer)
returns table (id uuid, event text, payload text, binary_payload text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select found.id, found.event, found.payload::text, pg_catalog.encode(found.binary_payload, 'base64')
  from (
    select message.* from realtime.messages message
    where message.topic = onda_replay.topic and message.extension = 'broadcast' and message.private
      and message.inserted_at >= pg_catalog.to_timestamp(since_ms / 1000) at time zone 'utc'
      and (message.expires_at is null or message.expires_at > pg_catalog.now() at time zone 'utc')
    order by message.inserted_at desc
    limit most
  ) as found
  order by found.inserted_at
$$;

-- One announced message, or all those nobody announced to a host that was away.
create function realtime.onda_messages(wanted uuid, since_ms double precision, most integer)
returns table (id uuid, topic text, event text, private boolean, payload text, binary_payload text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select message.id, message.topic, message.event, coalesce(message.private, false), message.payload::text,
    pg_catalog.encode(message.binary_payload, 'base64')
  from realtime.messages message
  where message.extension = 'broadcast' and message.broadcasted_at is null
    and (wanted is null or message.id = wanted)
    and (since_ms is null or message.inserted_at >= pg_catalog.to_timestamp(since_ms / 1000) at time zone 'utc')
  order by message.inserted_at
  limit most
$$;

create function realtime.onda_prune(retention interval) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  with gone as (
    delete from realtime.messages
    where inserted_at < pg_catalog.now() at time zone 'utc' - retention
      or expires_at < pg_catalog.now() at time zone 'utc'
    returning 1
  )
  select pg_catalog.count(*) from gone
$$;

revoke all on function realtime.onda_announce(), realtime.onda_probe(text),
  realtime.onda_store(text, text, text, text, double precision),
  realtime.onda_replay(text, double precision, integer),
  realtime.onda_messages(uuid, double precision, integer), realtime.onda_prune(interval) from public;
grant execute on function realtime.onda_probe(text),
  realtime.onda_store(text, text, text, text, double precision),
  realtime.onda_replay(text, double precision, integer),
  realtime.onda_messages(uuid, double precision, integer), realtime.onda_prune(interval) to authenticator;
grant usage on schema realtime to authenticator;
grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;
