-- Off-site copies of backups: which are there, what became of each, whether a restore of it was tried. They outlive the
-- files beside the program's data, so they have a table of their own.
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
  -- While it is sent or tested; an old one tells that the process has ended.
  beat_at timestamptz not null default now(),
  error text,
  made_at timestamptz not null,
  sent_at timestamptz,
  test_state text check (test_state in ('running', 'passed', 'failed')),
  test_message text not null default '',
  tested_at timestamptz
);
create index backup_copies_newest on public.backup_copies (made_at desc);
create index backup_copies_backup_id on public.backup_copies (backup_id);
alter table public.backup_copies enable row level security;
revoke all on public.backup_copies from anon, authenticated;
grant select on public.backup_copies to authenticated;
grant all on public.backup_copies to service_role;
create policy "owners read copies of backups" on public.backup_copies for select to authenticated
  using ((select public.has_role('owner')));

-- Where copies go and since when: written by the program from its environment, null where they go nowhere.
alter table public.backup_settings add column copies_target text, add column copies_since timestamptz;
