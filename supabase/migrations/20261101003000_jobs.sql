-- Jobs that run later, and the emails that go out.

-- Requests to other people's servers take as long as those like: they must not keep emails waiting.
create function private.job_lane(kind text) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when kind in ('alarm.webhook', 'radio.webhook') then 'outside' else 'main' end
$$;

create table private.jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  lane text not null generated always as (private.job_lane(kind)) stored,
  payload jsonb not null default '{}',
  -- Two requests with the same key are one job.
  key text unique,
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.jobs is 'Work to be done later by the program, with its attempts and its last error.';
alter table private.jobs enable row level security;

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  to_address text not null check (length(to_address) <= 320),
  subject text not null,
  text_body text not null,
  html_body text not null,
  -- held: overdue when a mail server was connected; staff decide. discarded: staff decided against it.
  state text not null default 'waiting' check (state in ('waiting', 'held', 'sent', 'failed', 'discarded')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- A code with values, which the page words.
  last_error jsonb check (last_error ? 'code'),
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attachments jsonb not null default '[]' check (jsonb_typeof(attachments) = 'array'),
  headers jsonb not null default '{}' check (jsonb_typeof(headers) = 'object'),
  is_demo boolean not null default false,
  -- Codes and links are left out of its texts.
  has_secrets boolean not null default false
);
comment on table public.outbox is 'Every email with its state, without its codes and links.';
alter table public.outbox enable row level security;

create table private.sealed_emails (
  email_id uuid primary key references public.outbox (id) on delete cascade,
  contents text not null,
  valid_until timestamptz
);
comment on table private.sealed_emails is
  'Emails with their codes and links until they are sent or over, encrypted with a key that is not in the database.';
alter table private.sealed_emails enable row level security;

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
  -- Server, port, user and sender that emails leave by, written by the program (its environment wins); null: none do.
  route text,
  -- Those that a test email has arrived by.
  proven_route text,
  proven_at timestamptz,
  updated_at timestamptz not null default clock_timestamp()
);
comment on table private.mail_settings is
  'The studio''s own mail server, read and written by the server alone; the password is encrypted with a key that is not in the database.';
alter table private.mail_settings enable row level security;
insert into private.mail_settings default values;

-- ---------- indexes ----------
create index jobs_due on private.jobs (lane, run_at) where failed_at is null;
-- One person's emails leave in the order in which they were written.
create index outbox_due on public.outbox (next_attempt_at, created_at, id) where state = 'waiting';
create index outbox_user on public.outbox (user_id);
-- The menu counts failed emails on every page; the outbox is narrowed to one state.
create index outbox_by_state on public.outbox (state, created_at desc, id desc);
create index outbox_in_order on public.outbox (created_at desc, id desc);
create index outbox_held on public.outbox (created_at) where state = 'held';
create index sealed_emails_over on private.sealed_emails (valid_until);

-- ---------- row policies ----------
-- Emails hold codes that open accounts. Staff read those of members, and their own; those of staff and owners only an
-- owner reads: else any member of staff could ask for the owner's new password and read the code here.
create policy "owners read the outbox" on public.outbox for select to authenticated using ((select public.has_role('owner')));
create policy "staff read the outbox of others than staff" on public.outbox for select to authenticated using (
  (select public.is_staff())
  and (
    user_id = (select private.current_user_id())
    or not exists (
      select from public.roles where roles.user_id = outbox.user_id and roles.role in ('staff', 'owner')
    )
  )
);

-- ---------- functions ----------
-- Counts one email caused by someone outside the studio. Not asked: what follows from what others do (offers, reminders,
-- receipts, cancellations) and what staff do. An order of a pass or a voucher takes nothing that is scarce, so it counts
-- among all mails; one about a place counts by whom it reaches and who asks.
create function private.limit_mail(kind text, payload jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  recipient text;
  medium text := 'email';
  verdict record;
begin
  if kind not in ('mail.confirmation', 'mail.changed', 'mail.waiting', 'mail.confirm_newsletter')
    or kind <> 'mail.confirm_newsletter' and private.is_staff() then
    return;
  end if;
  if kind = 'mail.waiting' then
    select w.email into recipient from public.waitlist_entries w where w.id = (payload ->> 'waitlist_entry_id')::bigint;
  elsif kind = 'mail.confirm_newsletter' then
    select s.email into recipient from public.newsletter_subscribers s where s.id = (payload ->> 'subscriber_id')::uuid;
  else
    select o.buyer_email, case when o.kind in ('pass', 'voucher') then 'email' else 'order' end into recipient, medium
    from public.orders o where o.id = (payload ->> 'order_id')::uuid;
  end if;
  select * into verdict from rate_limits.take_message(medium, array[recipient], private.client_address(), private.current_user_id());
  if verdict.wait_s > 0 then
    perform private.fail_later('too_many_mails', 'Too many emails were requested. Try again in %s.',
      verdict.wait_s);
  end if;
end
$$;

create function private.add_job(kind text, payload jsonb, at timestamptz default now(), key text default null) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into private.jobs (kind, payload, run_at, key) values (add_job.kind, add_job.payload, add_job.at, add_job.key)
  on conflict on constraint jobs_key_key do nothing;
  if found then
    perform private.limit_mail(add_job.kind, add_job.payload);
  end if;
  perform pg_notify('onda_jobs', private.job_lane(add_job.kind));
end
$$;

-- A job belongs to the transaction that runs it: a lock shows that it runs, and ends with its process.
-- The number is the namespace of these locks.
create function private.lock_job(job bigint, attempt integer) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not pg_catalog.pg_try_advisory_xact_lock(7401, (job % 2147483647)::integer) then
    return false;
  end if;
  -- A machine that vanished from the network is noticed within a minute; its connection would stay for hours.
  perform pg_catalog.set_config('tcp_keepalives_idle', '20', true), pg_catalog.set_config('tcp_keepalives_interval', '10', true),
    pg_catalog.set_config('tcp_keepalives_count', '3', true);
  return exists (select from private.jobs j where j.id = job and j.attempts = attempt and j.failed_at is null);
end
$$;

create function private.is_job_running(job bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from pg_catalog.pg_locks l
    where l.locktype = 'advisory' and l.classid = 7401 and l.objid = (job % 2147483647)::integer::oid and l.objsubid = 2
      and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
  )
$$;

-- Takes one job that is due, for ten seconds: until then its transaction has begun and holds the lock, or never will.
create function private.take_job(from_lane text default 'main') returns setof private.jobs
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update private.jobs set attempts = attempts + 1, run_at = clock_timestamp() + interval '10 seconds'
  where id = (
    select id from private.jobs where lane = from_lane and failed_at is null and run_at <= clock_timestamp()
      and not (attempts > 0 and private.is_job_running(id))
    order by run_at, id limit 1 for update skip locked
  )
  returning *
$$;

create function private.next_job_at(from_lane text) returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select run_at from private.jobs where lane = from_lane and failed_at is null and not (attempts > 0 and private.is_job_running(id))
  order by run_at limit 1
$$;

create function public.email_status() returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_staff();
  return (
    select jsonb_build_object('is_connected', m.route is not null, 'is_proven', coalesce(m.route = m.proven_route, false),
      'proven_at', case when m.route = m.proven_route then m.proven_at end)
    from private.mail_settings m);
end
$$;
comment on function public.email_status is
  'Whether a mail server is connected, and whether a test email has arrived by the settings it has now.';

create function public.list_jobs(only_failed boolean default false, before bigint default null, max_rows integer default 50)
returns table (id bigint, kind text, run_at timestamptz, attempts integer, last_error text, failed_at timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_owner();
  return query select j.id, j.kind, j.run_at, j.attempts, j.last_error, j.failed_at, j.created_at from private.jobs j
  where (before is null or j.id < before) and (not only_failed or j.failed_at is not null)
  order by j.id desc limit least(greatest(max_rows, 1), 200);
end
$$;
comment on function public.list_jobs is
  'Planned and failed jobs for the owner, newest first; payloads are left out, because they name people.';

create function public.retry_job(job bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kind text;
begin
  perform private.require_owner();
  update private.jobs j set failed_at = null, attempts = 0, run_at = now(), last_error = null
  where j.id = job and j.failed_at is not null returning j.kind into kind;
  if kind is null then
    perform private.fail(404, 'no_such_job', 'Job not found. It may be done already.');
  end if;
  perform pg_notify('onda_jobs', private.job_lane(kind));
  perform private.audit('jobs', 'tried_a_job_again', kind);
end
$$;
comment on function public.retry_job is 'Runs a failed job again.';

create function public.delete_job(job bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kind text;
begin
  perform private.require_owner();
  delete from private.jobs j where j.id = job and j.failed_at is not null returning j.kind into kind;
  if kind is null then
    perform private.fail(404, 'no_such_job', 'Only a failed job can be discarded.', '{"message_name":"job_has_not_failed"}');
  end if;
  perform private.audit('jobs', 'gave_a_job_up', kind);
end
$$;
comment on function public.delete_job is 'Deletes a failed job.';

-- ---------- triggers ----------
-- What was sent is in a mailbox; what was discarded is wanted by nobody.
create function private.forget_sealed_email() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from private.sealed_emails s where s.email_id = new.id;
  return null;
end
$$;
create trigger onda_forget_sealed_email after update of state on public.outbox
  for each row when (new.state in ('sent', 'discarded')) execute function private.forget_sealed_email();

-- ---------- rights ----------
revoke all on public.outbox from anon, authenticated;
grant select on public.outbox to authenticated;
grant all on public.outbox to service_role;
revoke all on function public.email_status, public.list_jobs, public.retry_job, public.delete_job from public, anon, authenticated;
grant execute on function public.email_status, public.list_jobs, public.retry_job, public.delete_job to authenticated, service_role;
-- Read and written by the server alone.
revoke all on private.mail_settings, private.sealed_emails from public, anon, authenticated, service_role;
