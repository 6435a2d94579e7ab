-- Recordings planned into the grid: what a prerecorded slot plays on a date, and warnings where there is nothing to play.

-- A single show that plays a recording. It stays one when the recording is deleted, so that its hosts are warned.
alter table public.radio_one_offs
  add column episode_id uuid references public.radio_episodes (id) on delete set null,
  add column is_prerecorded boolean not null default false,
  add check (is_prerecorded or episode_id is null);

create table public.radio_planned_episodes (
  slot_id uuid not null references public.slots (id) on delete cascade,
  local_date date not null,
  episode_id uuid not null references public.radio_episodes (id) on delete cascade,
  primary key (slot_id, local_date)
);
comment on table public.radio_planned_episodes is 'Which recording a prerecorded slot plays on a date.';
alter table public.radio_planned_episodes enable row level security;

create table private.radio_episode_warnings (
  airing_id uuid not null,
  starts_at timestamptz not null,
  primary key (airing_id, starts_at)
);
comment on table private.radio_episode_warnings is
  'Slots and single shows whose hosts were warned that there is no recording to play, so that each warning is sent once.';
alter table private.radio_episode_warnings enable row level security;

-- ---------- indexes ----------
create index radio_one_offs_episode on public.radio_one_offs (episode_id);
create index radio_planned_episodes_episode on public.radio_planned_episodes (episode_id);

-- ---------- functions that row policies call ----------
create function private.is_show_host(show uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select public.has_role('host')
    and exists (select from public.radio_show_hosts h where h.show_id = show and h.user_id = (select private.current_user_id()))
$$;

-- ---------- row policies ----------
create policy "staff read" on public.radio_planned_episodes for select to authenticated using ((select public.is_staff()));
create policy "hosts read what their slots play" on public.radio_planned_episodes for select to authenticated
  using (exists (select from public.slots s where s.id = slot_id and private.is_show_host(s.show_id)));

-- ---------- functions ----------
create function private.missing_episodes(from_at timestamptz, to_at timestamptz)
returns table (airing_id uuid, show_id uuid, starts_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, s.show_id, a.starts_at
  from public.slots s
  cross join lateral generate_series((from_at at time zone s.zone)::date, (to_at at time zone s.zone)::date, interval '1 day') d (day)
  cross join lateral (select timezone(s.zone, d.day + s.local_time) as starts_at) a
  where s.content <> 'live' and extract(isodow from d.day) = s.weekday and a.starts_at >= from_at and a.starts_at < to_at
    and not exists (select from public.radio_one_offs o
      where o.starts_at <= a.starts_at and o.starts_at + make_interval(mins => o.duration_min) > a.starts_at)
    and not case s.content
      when 'prerecorded' then exists (
        select from public.radio_planned_episodes p join public.radio_episodes e on e.id = p.episode_id
        where p.slot_id = s.id and p.local_date = d.day::date and not e.is_file_missing)
      else exists (select from public.radio_episodes e
        where e.show_id = s.show_id and not e.is_file_missing and e.recorded_at < a.starts_at)
      end
  union all
  select o.id, o.show_id, o.starts_at
  from public.radio_one_offs o left join public.radio_episodes e on e.id = o.episode_id
  where o.is_prerecorded and o.starts_at >= from_at and o.starts_at < to_at and coalesce(e.is_file_missing, true)
$$;

create function public.missing_episodes() returns table (airing_id uuid, show_id uuid, title text, translations jsonb, starts_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_staff();
  return query select m.airing_id, m.show_id, w.title::text, private.session_translations(w.translations, '{}'), m.starts_at
    from private.missing_episodes(now(), now() + interval '1 day') m join public.shows w on w.id = m.show_id order by m.starts_at;
end
$$;
comment on function public.missing_episodes is 'Prerecorded shows and repeats of the next 24 hours that have no recording to play.';

create function private.warn_of_missing_episodes() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  missing record;
begin
  delete from private.radio_episode_warnings w where w.starts_at < now() - interval '7 days';
  for missing in select m.* from private.missing_episodes(now(), now() + interval '1 day') m loop
    insert into private.radio_episode_warnings (airing_id, starts_at) values (missing.airing_id, missing.starts_at)
    on conflict do nothing;
    if found then
      perform private.add_job('mail.missing_episode', jsonb_build_object('airing_id', missing.airing_id, 'starts_at', missing.starts_at));
    end if;
  end loop;
end
$$;

-- Without a check of who asks: for the station, which has checked it.
create function private.plan_episode(slot uuid, on_date date, episode uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  planned public.slots;
  recording public.radio_episodes;
begin
  select * into planned from public.slots s where s.id = slot;
  if planned.id is null then
    perform private.fail(404, 'no_slot', 'Time slot not found.');
  end if;
  if extract(isodow from on_date) <> planned.weekday then
    perform private.fail(422, 'not_on_this_day', 'The time slot is not on this day.');
  end if;
  if timezone(planned.zone, on_date + planned.local_time) + make_interval(mins => planned.duration_min) <= now() then
    perform private.fail(422, 'slot_is_over', 'This time slot is over.');
  end if;
  select * into recording from public.radio_episodes e where e.id = episode;
  if recording.id is null then
    perform private.fail(404, 'episode_not_found', 'Recording not found.');
  end if;
  -- A minute more is faded out; what is longer loses its end.
  if recording.duration_ms > (planned.duration_min + 1) * 60000 then
    perform private.fail(422, 'episode_too_long', 'The recording is longer than the time slot.');
  end if;
  if recording.silence_ms >= 15000 then
    perform private.fail(422, 'episode_silent', 'The recording is silent for 15 s or longer. The station would end it there.');
  end if;
  insert into public.radio_planned_episodes (slot_id, local_date, episode_id) values (slot, on_date, episode)
  on conflict (slot_id, local_date) do update set episode_id = excluded.episode_id;
end
$$;

create function public.plan_episode(slot_id uuid, on_date date, episode_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  of_show uuid := (select s.show_id from public.slots s where s.id = plan_episode.slot_id);
begin
  if not public.is_staff() and not private.is_show_host(of_show) then
    perform private.fail(403, 'not_host_of_slot', 'Only hosts of the show and staff can plan this time slot.');
  end if;
  if not public.is_staff() and not exists (select from public.radio_episodes e
    where e.id = plan_episode.episode_id and private.is_own_episode(e.show_id, e.live_session_id)) then
    perform private.fail(404, 'episode_not_found', 'Recording not found.');
  end if;
  perform private.plan_episode(plan_episode.slot_id, on_date, plan_episode.episode_id);
end
$$;
comment on function public.plan_episode is 'Plans a recording into a time slot on a date, in place of what was planned there.';

create function public.unplan_episode(slot_id uuid, on_date date) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_staff() and not private.is_show_host((select s.show_id from public.slots s where s.id = unplan_episode.slot_id)) then
    perform private.fail(403, 'not_host_of_slot', 'Only hosts of the show and staff can plan this time slot.');
  end if;
  delete from public.radio_planned_episodes p where p.slot_id = unplan_episode.slot_id and p.local_date = on_date;
end
$$;
comment on function public.unplan_episode is 'Takes the planned recording out of a time slot on a date.';

-- ---------- triggers ----------
create trigger radio_changed after insert or update or delete or truncate on public.radio_planned_episodes
  for each statement execute function private.notify_radio();

-- ---------- rights ----------
revoke all on public.radio_planned_episodes from anon, authenticated;
grant select on public.radio_planned_episodes to authenticated;
grant all on public.radio_planned_episodes to service_role;
revoke all on function public.missing_episodes, public.plan_episode, public.unplan_episode from public, anon, authenticated;
grant execute on function public.missing_episodes, public.plan_episode, public.unplan_episode to authenticated, service_role;
grant execute on function private.is_show_host to authenticated;
