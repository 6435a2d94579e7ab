-- The archive of the database's log: since when it is on, when it last worked, why it does not. One row, written by the
-- program; none where it is off.
create table private.wal_archive (
  id boolean primary key default true check (id),
  since timestamptz not null default now(),
  worked_at timestamptz,
  base_at timestamptz,
  error text
);
comment on table private.wal_archive is 'State of the archive of the database log, for the health page and the alarms.';
alter table private.wal_archive enable row level security;
revoke all on private.wal_archive from public, anon, authenticated, service_role;
