-- What the program writes about itself: the audit log (who changed what), page views, alarms, backups and their
-- off-site copies.

create table public.audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- No reference: the entry stays when the account is deleted.
  actor uuid,
  area text not null check (length(area) between 1 and 40),
  -- A code, which the page words.
  action text not null check (action ~ '^[a-z][a-z0-9_]{0,79}$'),
  -- Of a row that was changed, or of rows that were imported.
  table_name text not null default '',
  subject text not null default '' check (length(subject) <= 300),
  details jsonb not null default '{}'
);
comment on table public.audit_events is 'The audit log: who changed what and when.';
alter table public.audit_events enable row level security;

create table public.page_views (
  day date not null,
  path text not null check (length(path) <= 300),
  views integer not null default 0 check (views >= 0),
  is_demo boolean not null default false,
  primary key (day, path)
);
comment on table public.page_views is 'Views of each page per day, counted without cookies and without anything about who.';
alter table public.page_views enable row level security;

create table private.alarms (
  name text primary key check (length(name) between 1 and 60),
  began_at timestamptz not null,
  -- Null while it may still pass by itself.
  notified_at timestamptz,
  -- Since when it looks right again; null while it is wrong.
  ok_since timestamptz,
  message text not null,
  advice text
);
comment on table private.alarms is
  'Alarms of the running program that are pending or were sent and are not over yet, so that each is sent once however often the program restarts.';
alter table private.alarms enable row level security;

create table private.wal_archive (
  id boolean primary key default true check (id),
  since timestamptz not null default now(),
  worked_at timestamptz,
  base_at timestamptz,
  error text
);
comment on table private.wal_archive is
  'One row while the database log is archived: since when, when it last worked and why it does not; written by the program.';
alter table private.wal_archive enable row level security;

create table public.backup_settings (
  id boolean primary key default true check (id),
  -- The hour of the studio's day at which one is made; null makes none by itself.
  hour smallint default 3 check (hour between 0 and 23),
  retained_count smallint not null default 7 check (retained_count between 1 and 100),
  -- Where copies go and since when: written by the program from its environment, null where there are none.
  copies_target text,
  copies_since timestamptz
);
comment on table public.backup_settings is 'One row: when backups are made, how many are retained, and where copies go.';
alter table public.backup_settings enable row level security;
insert into public.backup_settings default values;

create table public.backups (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('manual', 'scheduled')),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  file text not null check (file ~ '^[\w.-]{1,120}$'),
  size_bytes bigint,
  row_total bigint,
  file_total integer,
  program text not null default '',
  -- Of making or trying, whichever is under way; the time separates a dead one from a slow one.
  share real not null default 0 check (share between 0 and 1),
  -- A code with values, which the page words; so are the error and the result of a test.
  step jsonb check (step ? 'code'),
  beat_at timestamptz not null default now(),
  error jsonb check (error ? 'code'),
  made_by uuid references auth.users (id) on delete set null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  test_state text check (test_state in ('running', 'passed', 'failed')),
  test_result jsonb check (test_result ? 'code'),
  tested_at timestamptz
);
comment on table public.backups is 'Backups that were made, with their progress and the result of the last test restore.';
alter table public.backups enable row level security;

create table public.backup_copies (
  -- Of the backup's file; in the store it ends in .age.
  file text primary key check (file ~ '^onda-\d{8}-\d{6}-[0-9a-f]{8}\.zip$'),
  backup_id uuid references public.backups (id) on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'done', 'failed', 'missing')),
  size_bytes bigint,
  -- Of the backup before it was encrypted.
  sha256 text,
  attempts integer not null default 0,
  share real not null default 0 check (share between 0 and 1),
  -- While it is sent or tested; an old one means that the process has ended.
  beat_at timestamptz not null default now(),
  error jsonb check (error ? 'code'),
  made_at timestamptz not null,
  sent_at timestamptz,
  test_state text check (test_state in ('running', 'passed', 'failed')),
  test_result jsonb check (test_result ? 'code'),
  tested_at timestamptz
);
comment on table public.backup_copies is
  'Off-site copies of backups with their state and the result of the last test restore; they outlive the files beside the program''s data.';
alter table public.backup_copies enable row level security;

-- ---------- indexes ----------
create index audit_events_area on public.audit_events (area, id desc);
create index audit_events_actor on public.audit_events (actor, id desc);
create index backups_newest on public.backups (started_at desc, id);
create index backups_made_by on public.backups (made_by);
create index backup_copies_newest on public.backup_copies (made_at desc);
create index backup_copies_backup_id on public.backup_copies (backup_id);

-- ---------- row policies ----------
create policy "owners read the audit log" on public.audit_events for select to authenticated
  using ((select public.has_role('owner')));
create policy "owners read when backups are made" on public.backup_settings for select to authenticated
  using ((select public.has_role('owner')));
create policy "owners say when backups are made" on public.backup_settings for update to authenticated
  using ((select public.has_role('owner'))) with check ((select public.has_role('owner')));
create policy "owners read backups" on public.backups for select to authenticated using ((select public.has_role('owner')));
create policy "owners read copies of backups" on public.backup_copies for select to authenticated
  using ((select public.has_role('owner')));

-- ---------- functions ----------
create function private.audit(area text, action text, subject text default '', details jsonb default '{}', actor uuid default private.current_user_id(),
  table_name text default '')
returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.audit_events (actor, area, action, table_name, subject, details)
  values (audit.actor, audit.area, audit.action, audit.table_name, left(coalesce(audit.subject, ''), 300), coalesce(audit.details, '{}'))
$$;

-- What changed in a row, old and new, without what changed by itself.
create function private.row_changes(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_object('from', before -> key, 'to', after -> key)), '{}')
  from (select jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) as key) keys
  where key not in ('id', 'updated_at', 'granted_at', 'granted_by', 'created_at')
    and before -> key is distinct from after -> key
$$;

-- tg_argv: the area, and the column that names the row. Filling in the sample studio is one event, not one for every row.
create function private.audit_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  changes jsonb := private.row_changes(before, after);
begin
  if changes = '{}' or 'on' in (coalesce(current_setting('onda.removing_demo', true), ''),
    coalesce(current_setting('onda.seeding', true), '')) then
    return null;
  end if;
  perform private.audit(tg_argv[0],
    case tg_op when 'INSERT' then 'added_row' when 'DELETE' then 'removed_row' else 'changed_row' end,
    coalesce(coalesce(after, before) ->> tg_argv[1], ''), changes, table_name => tg_table_name);
  return null;
end
$$;

-- Everyone becomes a member by signing up, so that is not logged.
create function private.audit_role() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  touched public.roles := case when tg_op = 'DELETE' then old else new end;
begin
  if touched.role <> 'member' or private.current_user_id() is not null and private.current_user_id() <> touched.user_id then
    perform private.audit('roles', case tg_op when 'DELETE' then 'took_a_role' else 'gave_a_role' end, touched.role,
      jsonb_build_object('person', touched.user_id, 'role', touched.role));
  end if;
  return null;
end
$$;

create function public.list_audit_events(wanted_area text default null, wanted_actor uuid default null, since timestamptz default null,
  until timestamptz default null, before bigint default null, max_rows integer default 50)
returns table (id bigint, at timestamptz, actor uuid, actor_name text, area text, action text, table_name text,
  subject text, details jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_owner();
  return query select e.id, e.at, e.actor, coalesce(nullif(p.name, ''), u.email::text), e.area, e.action, e.table_name,
    e.subject, e.details
  from public.audit_events e left join public.profiles p on p.user_id = e.actor left join auth.users u on u.id = e.actor
  where (wanted_area is null or e.area = wanted_area) and (wanted_actor is null or e.actor = wanted_actor)
    and (since is null or e.at >= since) and (until is null or e.at < until) and (before is null or e.id < before)
  order by e.id desc limit least(greatest(max_rows, 1), 200);
end
$$;
comment on function public.list_audit_events is 'A page of the audit log with names, newest first. No name: the program, or an account that was deleted.';

-- ---------- triggers ----------
create trigger append_only before update or delete on public.audit_events
  for each row execute function private.prevent_changes();
create trigger audited after insert or delete on public.roles for each row execute function private.audit_role();
create trigger audited after update on public.backup_settings for each row execute function private.audit_row('backup', '');

-- ---------- rights ----------
revoke all on public.audit_events, public.page_views, public.backup_settings, public.backups,
  public.backup_copies from anon, authenticated;
-- Identity columns take their next number without a right to the sequence.
revoke all on sequence public.audit_events_id_seq from anon, authenticated;
grant select on public.audit_events, public.backup_settings, public.backups, public.backup_copies to authenticated;
grant update (hour, retained_count) on public.backup_settings to authenticated;
grant all on public.page_views, public.backup_settings, public.backups, public.backup_copies to service_role;
revoke all on function public.list_audit_events from public, anon, authenticated;
grant execute on function public.list_audit_events to authenticated, service_role;
-- The log is only added to, by the service key too.
revoke all on public.audit_events from service_role;
grant select, insert on public.audit_events to service_role;
revoke all on private.alarms from public, anon, authenticated;
revoke all on private.wal_archive from public, anon, authenticated, service_role;
