-- Lists of many years: every page of them is entered by an index, and what a room only counts is counted here.

-- The menu counts failed messages on every page; the outbox is narrowed to one state.
create index outbox_by_state on public.outbox (state, created_at desc, id desc);
create index outbox_in_order on public.outbox (created_at desc, id desc);
drop index public.outbox_newest;
create index radio_plays_in_order on public.radio_plays (started_at desc, id desc);
drop index public.radio_plays_newest;
create index radio_episodes_in_order on public.radio_episodes (recorded_at desc, id desc);
create index radio_tracks_in_order on public.radio_tracks (artist, title, id);

-- Who listened in the last days: by day of the studio, each listener once a day, and by show.
create function public.radio_listening(days integer default 7) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  z text := (select s.zone from public.studio s);
  today date := (now() at time zone z)::date;
  first_day date := today + 1 - least(greatest(coalesce(days, 7), 1), 31);
begin
  perform private.require_desk();
  return jsonb_build_object(
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day::date, 'listeners', s.listeners, 'minutes', round(s.seconds / 60.0), 'peak', m.peak) order by d.day)
      -- Day by day along the index, as the reports do.
      from generate_series(first_day::timestamp, today::timestamp, interval '1 day') d (day)
      cross join lateral (
        select count(distinct l.visitor) as listeners, coalesce(sum(l.seconds), 0) as seconds from public.radio_listener_sessions l
        where l.started_at >= timezone(z, d.day) and l.started_at < timezone(z, d.day + interval '1 day')
      ) s
      cross join lateral (
        select coalesce(max(l.listeners), 0) as peak from public.radio_listener_minutes l
        where l.minute >= timezone(z, d.day) and l.minute < timezone(z, d.day + interval '1 day')
      ) m
    ),
    'shows', (
      select coalesce(jsonb_agg(jsonb_build_object('title', w.title, 'minutes', w.minutes, 'peak', w.peak) order by w.minutes desc, w.title), '[]')
      from (
        select coalesce(h.title, 'Between two shows') as title, sum(l.listeners) as minutes, max(l.listeners) as peak
        from public.radio_listener_minutes l left join public.shows h on h.id = l.show_id
        where l.minute >= timezone(z, first_day::timestamp) and l.listeners > 0 group by 1
      ) w
    )
  );
end
$$;
revoke all on function public.radio_listening(integer) from public, anon;
grant execute on function public.radio_listening(integer) to authenticated, service_role;

-- ---------- playlists of any length ----------
create index radio_playlist_tracks_in_order on public.radio_playlist_tracks (playlist_id, position, track_id);

-- As the caller: the row policies of the lists decide.
create function public.playlist_sizes() returns table (playlist_id uuid, pieces integer)
language sql stable set search_path = '' as $$
  select t.playlist_id, count(*)::integer from public.radio_playlist_tracks t group by t.playlist_id
$$;

-- Everything of its kind that is not in the list yet, behind what is. Says how many.
create function public.fill_playlist(of_playlist uuid) returns integer
language sql set search_path = '' as $$
  with added as (
    insert into public.radio_playlist_tracks (playlist_id, track_id, position)
    select p.id, t.id, (select coalesce(max(x.position), -1) from public.radio_playlist_tracks x where x.playlist_id = p.id)
      + (row_number() over (order by t.title, t.id))::integer
    from public.radio_playlists p join public.radio_tracks t on t.kind = case p.kind when 'jingles' then 'jingle' else 'music' end
    where p.id = of_playlist
    on conflict do nothing returning track_id
  )
  select count(*)::integer from added
$$;
revoke all on function public.playlist_sizes(), public.fill_playlist(uuid) from public, anon;
grant execute on function public.playlist_sizes(), public.fill_playlist(uuid) to authenticated, service_role;
