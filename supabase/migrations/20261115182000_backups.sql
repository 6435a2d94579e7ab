-- Backups: when they are made, what became of each, whether it was tried. The files lie beside the program's data.
create table public.backup_settings (
  id boolean primary key default true check (id),
  -- The hour of the studio's day at which one is made; null makes none by itself.
  hour smallint default 3 check (hour between 0 and 23),
  keep smallint not null default 7 check (keep between 1 and 100)
);
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
  -- Of making or trying, whichever is under way; the moment tells a dead one from a slow one.
  share real not null default 0 check (share between 0 and 1),
  step text not null default '',
  beat_at timestamptz not null default now(),
  error text,
  made_by uuid references auth.users (id) on delete set null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  test_state text check (test_state in ('running', 'passed', 'failed')),
  test_words text not null default '',
  tested_at timestamptz
);
create index backups_newest on public.backups (started_at desc, id);
create index backups_made_by on public.backups (made_by);

alter table public.backup_settings enable row level security;
alter table public.backups enable row level security;
revoke all on public.backup_settings, public.backups from anon, authenticated;
grant select on public.backup_settings, public.backups to authenticated;
grant update (hour, keep) on public.backup_settings to authenticated;
grant all on public.backup_settings, public.backups to service_role;
create policy "owners read when backups are made" on public.backup_settings for select to authenticated
  using ((select public.has_role('owner')));
create policy "owners say when backups are made" on public.backup_settings for update to authenticated
  using ((select public.has_role('owner'))) with check ((select public.has_role('owner')));
create policy "owners read backups" on public.backups for select to authenticated using ((select public.has_role('owner')));
create trigger audited after update on public.backup_settings for each row execute function private.audit_row('backup', '');

-- ---------- jobs, for the owner's eyes ----------
-- What is planned and what failed, newest first by number. Payloads stay inside: they name people.
create function public.job_list(only_failed boolean default false, before bigint default null, most integer default 50)
returns table (id bigint, kind text, run_at timestamptz, attempts integer, last_error text, failed_at timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_owner();
  return query select j.id, j.kind, j.run_at, j.attempts, j.last_error, j.failed_at, j.created_at from private.jobs j
  where (before is null or j.id < before) and (not only_failed or j.failed_at is not null)
  order by j.id desc limit least(greatest(most, 1), 200);
end
$$;

create function public.retry_job(job bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kind text;
begin
  perform private.require_owner();
  update private.jobs j set failed_at = null, attempts = 0, run_at = now(), last_error = null
  where j.id = job and j.failed_at is not null returning j.kind into kind;
  if kind is null then
    perform private.fail(404, 'no_such_job', 'That job is done already, or was never there.');
  end if;
  perform pg_notify('onda_jobs', '');
  perform private.audit('jobs', 'tried a job again', kind);
end
$$;

create function public.drop_job(job bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kind text;
begin
  perform private.require_owner();
  delete from private.jobs j where j.id = job and j.failed_at is not null returning j.kind into kind;
  if kind is null then
    perform private.fail(404, 'no_such_job', 'Only a job that failed can be given up.');
  end if;
  perform private.audit('jobs', 'gave a job up', kind);
end
$$;
revoke all on function public.job_list(boolean, bigint, integer), public.retry_job(bigint), public.drop_job(bigint) from public, anon;
grant execute on function public.job_list(boolean, bigint, integer), public.retry_job(bigint), public.drop_job(bigint)
  to authenticated, service_role;

-- The audit log with names, a page at a time, newest first.
create function public.audit_page(wanted_area text default null, wanted_actor uuid default null, since timestamptz default null,
  until timestamptz default null, before bigint default null, most integer default 50)
returns table (id bigint, at timestamptz, actor uuid, actor_name text, area text, action text, subject text, details jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_owner();
  return query select e.id, e.at, e.actor, coalesce(nullif(p.name, ''), u.email::text,
      case when e.actor is null then 'the program' else 'somebody who has left' end), e.area, e.action, e.subject, e.details
  from public.audit_events e left join public.profiles p on p.user_id = e.actor left join auth.users u on u.id = e.actor
  where (wanted_area is null or e.area = wanted_area) and (wanted_actor is null or e.actor = wanted_actor)
    and (since is null or e.at >= since) and (until is null or e.at < until) and (before is null or e.id < before)
  order by e.id desc limit least(greatest(most, 1), 200);
end
$$;
revoke all on function public.audit_page(text, uuid, timestamptz, timestamptz, bigint, integer) from public, anon;
grant execute on function public.audit_page(text, uuid, timestamptz, timestamptz, bigint, integer) to authenticated, service_role;
