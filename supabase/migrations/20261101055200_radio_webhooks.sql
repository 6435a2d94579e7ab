-- Webhooks of the radio: who is told when a track or a show begins, and what became of each message. Events come from the
-- tables that the station writes; the program sends them by jobs.

create table public.radio_webhooks (
  id uuid primary key default gen_random_uuid(),
  name text collate "und-x-icu" not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('standard', 'discord', 'mastodon', 'tunein')),
  -- Where messages go, without what is secret: an address, the instance of Mastodon, the number of a TuneIn station.
  address text not null check (length(address) between 1 and 2000),
  -- The partner ID of TuneIn.
  account text not null default '' check (length(account) <= 200),
  events text[] not null check (cardinality(events) between 1 and 5
    and events <@ array['track.started', 'show.started', 'show.ended', 'live.started', 'live.ended']),
  -- What is posted, by event.
  templates jsonb not null default '{}' check (jsonb_typeof(templates) = 'object' and length(templates::text) <= 8000),
  is_on boolean not null default true,
  -- Turned off by the program: the receiver is gone, or has failed too often.
  off_reason text check (off_reason in ('gone', 'failing')),
  -- Messages given up in a row.
  failure_count integer not null default 0 check (failure_count >= 0),
  created_at timestamptz not null default now(),
  check (not is_on or off_reason is null)
);
comment on table public.radio_webhooks is 'Who is told when a track or a show of the radio begins, in which format.';
alter table public.radio_webhooks enable row level security;

create table private.radio_webhook_secrets (
  webhook_id uuid primary key references public.radio_webhooks (id) on delete cascade,
  secret_encrypted text not null,
  -- Signs as well until then, so that a receiver can change its own.
  previous_encrypted text,
  previous_until timestamptz
);
comment on table private.radio_webhook_secrets is
  'Signing secrets, access tokens and addresses that are secret, encrypted with a key that is not in the database.';
alter table private.radio_webhook_secrets enable row level security;

create table public.radio_webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references public.radio_webhooks (id) on delete cascade,
  event text not null check (length(event) <= 40),
  data jsonb not null,
  -- failed: given up. skipped: too many at once, or outdated.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'skipped')),
  attempts integer not null default 0,
  status smallint,
  -- A code with values, which the page words.
  reason jsonb check (reason ? 'code'),
  created_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz,
  finished_at timestamptz
);
comment on table public.radio_webhook_deliveries is 'The last messages of each webhook and what became of them.';
alter table public.radio_webhook_deliveries enable row level security;

create table private.radio_show_on_air (
  id boolean primary key default true check (id),
  -- The show that was announced last; null: none.
  show jsonb
);
comment on table private.radio_show_on_air is 'The show that webhooks know of, so that a restart announces nothing twice.';
alter table private.radio_show_on_air enable row level security;
insert into private.radio_show_on_air default values;

-- ---------- indexes ----------
create index radio_webhook_deliveries_newest on public.radio_webhook_deliveries (webhook_id, created_at desc);

-- ---------- row policies ----------
-- Written by the server alone: it encrypts secrets and checks addresses.
create policy "staff read" on public.radio_webhooks for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_webhook_deliveries for select to authenticated using ((select public.is_staff()));

-- ---------- functions ----------
create function private.webhook_show(show uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('id', s.id, 'slug', s.slug, 'title', s.title, 'host', p.name)
  from public.shows s left join public.people p on p.id = s.host_id where s.id = show
$$;

create function private.webhook_limit(kind text) returns integer language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case kind when 'standard' then 60 when 'discord' then 10 when 'tunein' then 4 else 2 end
$$;
comment on function private.webhook_limit is 'Messages a minute that a webhook of a kind sends at most.';

create function private.add_webhook_event(event text, data jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  hook record;
  delivery uuid;
begin
  -- Of events at once, the second sees what the first has sent. Never before the row of private.radio_show_on_air.
  perform private.lock_name('radio webhook events');
  for hook in select w.id, w.kind from public.radio_webhooks w where w.is_on and add_webhook_event.event = any (w.events) order by w.id loop
    if (select count(*) from public.radio_webhook_deliveries d where d.webhook_id = hook.id and d.state <> 'skipped'
      and d.created_at > clock_timestamp() - interval '1 minute') >= private.webhook_limit(hook.kind) then
      -- One entry a minute says it.
      insert into public.radio_webhook_deliveries (webhook_id, event, data, state, reason, finished_at)
      select hook.id, add_webhook_event.event, add_webhook_event.data, 'skipped',
        jsonb_build_object('code', 'too_many', 'values', jsonb_build_object('max', private.webhook_limit(hook.kind))), clock_timestamp()
      where not exists (select from public.radio_webhook_deliveries d where d.webhook_id = hook.id and d.reason ->> 'code' = 'too_many'
        and d.created_at > clock_timestamp() - interval '1 minute');
      continue;
    end if;
    insert into public.radio_webhook_deliveries (webhook_id, event, data, next_attempt_at)
    values (hook.id, add_webhook_event.event, add_webhook_event.data, clock_timestamp()) returning id into delivery;
    perform private.add_job('radio.webhook', jsonb_build_object('delivery_id', delivery));
    delete from public.radio_webhook_deliveries d where d.id in (
      select o.id from public.radio_webhook_deliveries o where o.webhook_id = hook.id and o.state <> 'waiting'
      order by o.created_at desc offset 50);
  end loop;
end
$$;

-- What is written later than this (the database was away, a sample studio is restored) is no news.
create function private.is_news(at timestamptz) returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select at > clock_timestamp() - interval '10 minutes'
$$;

create function private.announce_play() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.kind not in ('music', 'live', 'episode') or not private.is_news(new.started_at)
    -- A live show that was interrupted goes on with the same title.
    or new.kind = 'live' and exists (
      select from (
        select p.title, p.artist from public.radio_plays p
        where p.kind = 'live' and p.id <> new.id and p.started_at > new.started_at - interval '10 minutes'
        order by p.started_at desc limit 1
      ) l where l.title = new.title and l.artist = new.artist) then
    return null;
  end if;
  perform private.add_webhook_event('track.started', jsonb_build_object('track', jsonb_build_object('id', new.track_id, 'kind', new.kind,
    'title', new.title, 'artist', new.artist, 'album', new.album, 'started_at', new.started_at, 'duration_ms', new.duration_ms),
    'show', private.webhook_show(new.show_id)));
  return null;
end
$$;

create function private.announce_live() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  has_ended boolean := tg_op = 'UPDATE';
begin
  if private.is_news(case when has_ended then new.ended_at else new.started_at end) then
    perform private.add_webhook_event(case when has_ended then 'live.ended' else 'live.started' end,
      jsonb_build_object('live', jsonb_build_object('id', new.id, 'started_at', new.started_at, 'ended_at', new.ended_at,
        'host', (select nullif(p.name, '') from public.profiles p where p.user_id = new.user_id)), 'show', private.webhook_show(new.show_id)));
  end if;
  return null;
end
$$;

create function private.announce_show(show uuid, starts_at timestamptz, ends_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before jsonb := (select o.show from private.radio_show_on_air o for update);
  present jsonb := private.webhook_show(show)
    || jsonb_build_object('starts_at', announce_show.starts_at, 'ends_at', announce_show.ends_at);
begin
  -- The same show at a changed time goes on.
  if before ->> 'id' = present ->> 'id' and announce_show.starts_at < (before ->> 'ends_at')::timestamptz then
    update private.radio_show_on_air set show = present;
    return;
  end if;
  if before is not null and private.is_news((before ->> 'ends_at')::timestamptz) then
    perform private.add_webhook_event('show.ended', jsonb_build_object('show', before));
  end if;
  if present is not null and private.is_news(announce_show.starts_at) then
    perform private.add_webhook_event('show.started', jsonb_build_object('show', present));
  end if;
  update private.radio_show_on_air set show = present;
end
$$;

-- ---------- triggers ----------
create trigger announced after insert on public.radio_plays for each row execute function private.announce_play();
create trigger announced_start after insert on public.radio_live_sessions for each row
  when (new.ended_at is null) execute function private.announce_live();
create trigger announced_end after update of ended_at on public.radio_live_sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function private.announce_live();

-- ---------- rights ----------
revoke all on public.radio_webhooks, public.radio_webhook_deliveries from anon, authenticated;
grant select on public.radio_webhooks, public.radio_webhook_deliveries to authenticated;
grant all on public.radio_webhooks, public.radio_webhook_deliveries to service_role;
-- Read and written by the server alone.
revoke all on private.radio_webhook_secrets, private.radio_show_on_air from public, anon, authenticated, service_role;
