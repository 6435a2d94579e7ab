-- The studio's own mail server, set in the dashboard. Read and written by the server alone: the password is encrypted
-- with a key that is not in the database.
create table private.mail_settings (
  id boolean primary key default true check (id),
  -- Null: no server of the studio's own.
  host text check (host ~ '^[A-Za-z0-9.:-]{1,253}$'),
  port integer not null default 587 check (port between 1 and 65535),
  security text not null default 'starttls' check (security in ('tls', 'starttls', 'none')),
  user_name text not null default '' check (length(user_name) <= 320),
  password_encrypted text,
  from_address text check (length(from_address) <= 320),
  reply_to text check (length(reply_to) <= 320),
  updated_at timestamptz not null default clock_timestamp()
);
insert into private.mail_settings default values;
alter table private.mail_settings enable row level security;
revoke all on private.mail_settings from public, anon, authenticated, service_role;

-- held: overdue when a mail server was connected; staff decide. discarded: staff decided against it.
alter table public.outbox drop constraint outbox_state_check;
alter table public.outbox add constraint outbox_state_check
  check (state in ('waiting', 'held', 'sent', 'failed', 'discarded'));
create index outbox_held on public.outbox (created_at) where state = 'held';

-- One person's emails leave in the order in which they were written.
drop index public.outbox_due;
create index outbox_due on public.outbox (next_attempt_at, created_at, id) where state = 'waiting';
