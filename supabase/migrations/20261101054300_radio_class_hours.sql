-- An hour of the radio that a class curates: a playlist that belongs to an offering. Staff decide on the hour; the teacher
-- and the members of the class decide on its tracks.

-- ---------- functions that row policies call ----------
create function private.teaches_class(wanted uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select public.has_role('teacher') and exists (
    select from public.offerings o join public.person_accounts a on a.user_id = (select private.current_user_id())
    where o.id = wanted and (o.teacher_id = a.person_id or exists (
      select from public.sessions s
      where s.offering_id = o.id and s.teacher_id = a.person_id and s.status = 'planned' and s.ends_at > now()))
  )
$$;

-- Someone who books from week to week stays a member between two dates.
create function private.is_class_member(wanted uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from public.sessions s join public.bookings b on b.pool_id = s.pool_id and b.state = 'seated'
    left join public.participants p on p.id = b.participant_id
    where s.offering_id = wanted and s.status = 'planned' and s.ends_at > now() - interval '14 days'
      and (private.owns_order(b.order_id) or private.is_guardian_of(p.household_id))
  )
$$;

create function private.curated_playlists() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.id from public.radio_playlists p
  where p.offering_id is not null and (private.teaches_class(p.offering_id) or private.is_class_member(p.offering_id))
$$;

-- What listeners may request, a class may choose.
create function private.is_track_for_classes(wanted uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.radio_tracks t where t.id = wanted and t.kind = 'music' and t.is_requestable)
$$;

-- ---------- row policies ----------
create policy "classes read their hours" on public.radio_playlists for select to authenticated
  using (id in (select private.curated_playlists()));
create policy "classes read the tracks of their hours" on public.radio_playlist_tracks for select to authenticated
  using (playlist_id in (select private.curated_playlists()));
create policy "classes add tracks to their hours" on public.radio_playlist_tracks for insert to authenticated
  with check (playlist_id in (select private.curated_playlists()) and weight = 1 and private.is_track_for_classes(track_id));
create policy "classes remove tracks from their hours" on public.radio_playlist_tracks for delete to authenticated
  using (playlist_id in (select private.curated_playlists()));

-- ---------- functions ----------
create function private.check_class_hour() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.show_id is null and (new.from_time is null or new.to_time is null) then
    perform private.fail(422, 'class_hour_without_time',
      'A class curates an hour of the programme. Choose the show or the times at which this playlist plays.');
  end if;
  return new;
end
$$;

create function private.limit_class_hour() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  max_tracks constant integer := 60;
begin
  -- Locked, so that two members cannot pass the limit together.
  perform from public.radio_playlists p where p.id = new.playlist_id and p.offering_id is not null for update;
  if found
    and not exists (select from public.radio_playlist_tracks t where t.playlist_id = new.playlist_id and t.track_id = new.track_id)
    and (select count(*) from public.radio_playlist_tracks t where t.playlist_id = new.playlist_id) >= max_tracks then
    perform private.fail(422, 'too_many_class_tracks',
      format('A class can choose at most %s tracks. Remove one before you add another.', max_tracks),
      jsonb_build_object('values', jsonb_build_object('count', max_tracks)));
  end if;
  return new;
end
$$;

create function public.my_class_hours() returns table (playlist_id uuid, title text, translations jsonb, show_title text,
  from_time time, to_time time, weekdays smallint[], track_count integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.id, o.title, private.session_translations(o.translations, '{}'), s.title, p.from_time, p.to_time, p.weekdays,
    (select count(*)::integer from public.radio_playlist_tracks t where t.playlist_id = p.id)
  from public.radio_playlists p join public.offerings o on o.id = p.offering_id left join public.shows s on s.id = p.show_id
  where p.is_enabled and p.id in (select private.curated_playlists())
  order by o.title, p.id
$$;
comment on function public.my_class_hours is 'Hours of the radio that a class of the caller curates.';

create function public.order_class_hour(of_playlist uuid, tracks uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (public.is_staff() or of_playlist in (select private.curated_playlists())) then
    raise exception 'Only the members of this class, its teacher and staff can change its hour.'
      using errcode = '42501', hint = 'not_your_class_hour';
  end if;
  -- Tracks that were added meanwhile stay behind those that were ordered.
  update public.radio_playlist_tracks t set position = wanted.position
  from (
    select x.track_id, (row_number() over (order by array_position(tracks, x.track_id) nulls last, x.position, x.track_id) - 1)::integer
      as position
    from public.radio_playlist_tracks x where x.playlist_id = of_playlist
  ) wanted
  where t.playlist_id = of_playlist and t.track_id = wanted.track_id and t.position <> wanted.position;
end
$$;
comment on function public.order_class_hour is 'Puts the tracks of an hour that a class curates into this order.';

-- ---------- triggers ----------
create trigger class_hour_has_time before insert or update on public.radio_playlists
  for each row when (new.offering_id is not null) execute function private.check_class_hour();
create trigger class_hour_is_limited before insert on public.radio_playlist_tracks
  for each row execute function private.limit_class_hour();

-- ---------- rights ----------
revoke all on function public.my_class_hours, public.order_class_hour from public, anon, authenticated;
grant execute on function public.my_class_hours, public.order_class_hour to authenticated, service_role;
grant execute on function private.teaches_class, private.is_class_member, private.curated_playlists, private.is_track_for_classes
  to authenticated;
