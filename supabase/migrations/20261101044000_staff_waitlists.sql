-- Waiting lists as staff work with them. Moving, offering out of turn and removing need a reason, which the timeline
-- shows.

create function private.position_reason(reason text) returns text language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if length(btrim(coalesce(reason, ''))) not between 3 and 300 then
    perform private.fail(422, 'reason_missing', 'Give a reason to change a position on the waiting list.',
      '{"field":"reason","message_name":"position_reason_missing"}');
  end if;
  return btrim(reason);
end
$$;

-- The entry, waiting, with its pool locked and settled.
create function private.next_waitlist_entry(wanted bigint) returns public.waitlist_entries
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry public.waitlist_entries;
begin
  select * into entry from public.waitlist_entries w where w.id = wanted;
  if entry.id is null then
    perform private.fail(404, 'no_wait', 'Waiting list entry not found.');
  end if;
  perform private.lock_pool(entry.pool_id);
  select * into entry from public.waitlist_entries w where w.id = wanted for update;
  return entry;
end
$$;

create function public.list_waitlists(query text default '', after_at timestamptz default null, after_pool uuid default null,
  max_rows integer default 40)
returns table (pool_id uuid, session_id uuid, title text, starts_at timestamptz, capacity integer, seats integer, held integer,
  offered integer, waiting integer, places_waited integer, first_name text, first_since timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  patterns text[] := private.search_patterns(query);
  wanted text := 'true';
begin
  perform private.require_staff();
  if cardinality(patterns) > 0 then
    wanted := format($c$(private.unaccent_text(o.title) like all ($1) or p.id in (
      select w.pool_id from public.waitlist_entries w where w.state in ('waiting', 'offered') and %s))$c$,
      private.text_condition($e$w.name || ' ' || w.email$e$, patterns));
  end if;
  if after_at is not null then
    wanted := wanted || ' and (s.starts_at, p.id) > ($2, $3)';
  end if;
  return query execute format($q$
    with page as (
      select p.*, s.id as session_id, s.starts_at, o.title
      from public.capacity_pools p join lateral (
        select s.id, s.starts_at, s.offering_id from public.sessions s where s.pool_id = p.id
        order by s.status <> 'planned', s.starts_at <= now(), s.starts_at limit 1
      ) s on true join public.offerings o on o.id = s.offering_id
      where (p.waiting > 0 or p.offered > 0) and s.starts_at > now() and %s
      order by s.starts_at, p.id limit $4
    )
    select p.id, p.session_id, p.title, p.starts_at, p.capacity, p.seats, p.held, p.offered, p.waiting,
      (select coalesce(sum(w.places), 0)::integer from public.waitlist_entries w where w.pool_id = p.id and w.state = 'waiting'), f.name, f.joined_at
    from page p left join lateral (
      select w.name, w.joined_at from public.waitlist_entries w where w.pool_id = p.id and w.state = 'waiting'
      order by w.priority desc, w.joined_at, w.id limit 1
    ) f on true
    order by p.starts_at, p.id$q$, wanted)
  using patterns, after_at, after_pool, least(greatest(coalesce(max_rows, 40), 1), 200);
end
$$;
comment on function public.list_waitlists is 'Sessions with a waiting list, the nearest first.';

create function public.get_waitlist(pool_id uuid, from_place integer default 1, max_rows integer default 50) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  about jsonb;
begin
  perform private.require_staff();
  select jsonb_build_object('pool_id', p.id, 'capacity', p.capacity, 'seats', p.seats, 'held', p.held, 'offered', p.offered,
    'waiting', p.waiting, 'session_id', s.id, 'starts_at', s.starts_at, 'status', s.status, 'title', o.title, 'slug', o.slug, 'kind', o.kind)
  into about
  from public.capacity_pools p join lateral (
    select s.* from public.sessions s where s.pool_id = p.id order by s.status <> 'planned', s.starts_at <= now(), s.starts_at limit 1
  ) s on true join public.offerings o on o.id = s.offering_id
  where p.id = get_waitlist.pool_id;
  if about is null then
    perform private.fail(404, 'no_pool', 'Session not found.');
  end if;
  return about || jsonb_build_object(
    'added', private.added_places(get_waitlist.pool_id),
    'size_changes', (select coalesce(jsonb_agg(jsonb_build_object('at', c.at, 'places', c.places, 'by', r.name, 'reason', c.reason)
        order by c.at desc), '[]')
      from (
        select t.at, t.actor, (t.details ->> 'places_added')::integer as places, t.details ->> 'reason' as reason
        from public.waitlist_entries w join public.timeline t on t.waitlist_entry_id = w.id
        where w.pool_id = get_waitlist.pool_id and (t.details ->> 'places_added')::integer > 0
        union all
        select t.at, t.actor, -(t.details ->> 'places')::integer, t.details ->> 'reason'
        from public.sessions s join public.timeline t on t.session_id = s.id
        where s.pool_id = get_waitlist.pool_id and t.what = 'removed added places'
        order by at desc limit 20
      ) c left join public.profiles r on r.user_id = c.actor),
    'offers', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'email', private.real_email(w.email), 'phone', w.phone,
        'places', w.places, 'joined_at', w.joined_at, 'offered_at', w.offered_at, 'offer_ends_at', w.offer_ends_at)
        order by w.offer_ends_at, w.id), '[]')
      from public.waitlist_entries w where w.pool_id = get_waitlist.pool_id and w.state = 'offered'),
    'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'place', w.place, 'name', w.name, 'email', private.real_email(w.email),
        'phone', w.phone, 'places', w.places, 'joined_at', w.joined_at, 'moved', (
          select jsonb_agg(jsonb_build_object('at', t.at, 'what', t.what, 'by', r.name, 'reason', t.details ->> 'reason') order by t.id desc)
          from public.timeline t left join public.profiles r on r.user_id = t.actor
          where t.waitlist_entry_id = w.id and t.details ? 'reason')) order by w.place), '[]')
      from (
        select e.*, row_number() over (order by e.priority desc, e.joined_at, e.id) as place
        from public.waitlist_entries e where e.pool_id = get_waitlist.pool_id and e.state = 'waiting'
      ) w where w.place >= greatest(from_place, 1) and w.place < greatest(from_place, 1) + least(greatest(max_rows, 1), 200)),
    'gone', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'places', w.places, 'state', w.state,
        'reason', w.reason, 'by', w.by) order by w.id desc), '[]')
      from (
        select e.id, e.name, e.places, e.state, t.details ->> 'reason' as reason, r.name as by
        from public.waitlist_entries e
        left join public.timeline t on t.waitlist_entry_id = e.id and t.what = 'removed from the waiting list'
        left join public.profiles r on r.user_id = t.actor
        where e.pool_id = get_waitlist.pool_id and e.state not in ('waiting', 'offered') order by e.id desc limit 20
      ) w)
  );
end
$$;
comment on function public.get_waitlist is 'One waiting list in order: offers, positions, and what was done with each entry.';

-- To a position on the waiting list. Nobody is put behind those who join later: entries before the position are raised instead.
create function public.set_waitlist_position(waitlist_entry_id bigint, place integer, reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  why text := private.position_reason(reason);
  entry public.waitlist_entries;
  ahead public.waitlist_entries;
  behind public.waitlist_entries;
  old_place integer;
  wanted integer;
  raised integer := 0;
  to_priority integer;
begin
  perform private.require_staff();
  entry := private.next_waitlist_entry(waitlist_entry_id);
  if entry.state <> 'waiting' then
    perform private.fail(409, 'not_waiting', 'This person is no longer on the waiting list.');
  end if;
  select 1 + count(*) into old_place from public.waitlist_entries w where w.pool_id = entry.pool_id and w.state = 'waiting'
    and (w.priority > entry.priority or (w.priority = entry.priority and (w.joined_at, w.id) < (entry.joined_at, entry.id)));
  wanted := greatest(1, least(coalesce(place, 1), (select count(*) from public.waitlist_entries w
    where w.pool_id = entry.pool_id and w.state = 'waiting')));
  if wanted <> old_place then
    select w.* into ahead from public.waitlist_entries w where w.pool_id = entry.pool_id and w.state = 'waiting' and w.id <> entry.id
    order by w.priority desc, w.joined_at, w.id offset greatest(0, wanted - 2) limit case when wanted > 1 then 1 else 0 end;
    select w.* into behind from public.waitlist_entries w where w.pool_id = entry.pool_id and w.state = 'waiting' and w.id <> entry.id
    order by w.priority desc, w.joined_at, w.id offset wanted - 1 limit 1;
    to_priority := case
      when behind.id is null then ahead.priority
      when (entry.joined_at, entry.id) < (behind.joined_at, behind.id) then behind.priority
      else behind.priority + 1 end;
    if ahead.id is not null then
      raised := greatest(0, to_priority - ahead.priority
        + case when (ahead.joined_at, ahead.id) < (entry.joined_at, entry.id) then 0 else 1 end);
    end if;
    if raised > 0 then
      update public.waitlist_entries w set priority = w.priority + raised
      where w.pool_id = entry.pool_id and w.state = 'waiting' and w.id <> entry.id and (w.priority > ahead.priority
        or (w.priority = ahead.priority and (w.joined_at, w.id) <= (ahead.joined_at, ahead.id)));
    end if;
    update public.waitlist_entries w set priority = to_priority where w.id = entry.id;
    perform private.add_timeline_entry('position on the waiting list changed', waitlist_entry_id => entry.id,
      details => jsonb_build_object('from', old_place, 'to', wanted, 'reason', why));
  end if;
  return public.get_waitlist(entry.pool_id);
end
$$;
comment on function public.set_waitlist_position is 'Moves a waiting list entry to a position, with a reason.';

create function public.offer_now(waitlist_entry_id bigint, reason text, add_places boolean default false) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  why text := private.position_reason(reason);
  entry public.waitlist_entries;
  free integer;
  begins timestamptz;
begin
  perform private.require_staff();
  entry := private.next_waitlist_entry(waitlist_entry_id);
  if entry.state <> 'waiting' then
    perform private.fail(409, 'not_waiting', 'This person is no longer on the waiting list.');
  end if;
  begins := private.pool_starts_at(entry.pool_id);
  if begins is null then
    perform private.fail(409, 'begun', 'This date has started.');
  end if;
  select p.capacity - p.seats - p.held - p.offered into free from public.capacity_pools p where p.id = entry.pool_id;
  if free < entry.places then
    if not add_places and free > 0 then
      perform private.fail(409, 'full', format('Only %s free, but %s needed.', free, entry.places),
        jsonb_build_object('free', free, 'message_name', 'fewer_free_than_needed',
          'values', jsonb_build_object('free', free, 'needed', entry.places)));
    elsif not add_places then
      perform private.fail(409, 'full', 'No place is free.', jsonb_build_object('free', free, 'message_name', 'no_place_free'));
    end if;
    update public.capacity_pools p set capacity = p.capacity + entry.places - free where p.id = entry.pool_id;
  end if;
  update public.waitlist_entries w set state = 'offered', offered_at = clock_timestamp(),
    offer_ends_at = private.offer_deadline(begins)
  where w.id = entry.id;
  perform private.add_job('mail.offer', jsonb_build_object('waitlist_entry_id', entry.id), key => 'offer ' || entry.id);
  perform private.add_timeline_entry('offered out of turn', waitlist_entry_id => entry.id, details => jsonb_build_object('reason', why,
    'places_added', greatest(0, entry.places - free)));
  return public.get_waitlist(entry.pool_id);
end
$$;
comment on function public.offer_now is 'Offers a place out of turn, if wanted with an extra place, with a reason.';

create function public.remove_from_waitlist(waitlist_entry_id bigint, reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  why text := private.position_reason(reason);
  entry public.waitlist_entries;
begin
  perform private.require_staff();
  entry := private.next_waitlist_entry(waitlist_entry_id);
  if entry.state not in ('waiting', 'offered') then
    perform private.fail(409, 'not_waiting', 'This person is no longer on the waiting list.');
  end if;
  update public.waitlist_entries w set state = 'left' where w.id = entry.id;
  perform private.add_timeline_entry('removed from the waiting list', waitlist_entry_id => entry.id, details => jsonb_build_object('reason', why));
  perform private.settle_pool(entry.pool_id);
  perform private.add_job('mail.waitlist_removed', jsonb_build_object('waitlist_entry_id', entry.id), key => 'waitlist removed ' || entry.id);
  return public.get_waitlist(entry.pool_id);
end
$$;
comment on function public.remove_from_waitlist is 'Removes a waiting list entry, with a reason.';

-- Places that were added for someone on the waiting list can be removed, unless they are booked, held or offered.
create function private.added_places(pool uuid) returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select greatest(0,
    coalesce((select sum((t.details ->> 'places_added')::integer) from public.waitlist_entries w
      join public.timeline t on t.waitlist_entry_id = w.id where w.pool_id = pool and t.details ? 'places_added'), 0)
    - coalesce((select sum((t.details ->> 'places')::integer) from public.sessions s
      join public.timeline t on t.session_id = s.id where s.pool_id = pool and t.what = 'removed added places'), 0))::integer
$$;

create function public.remove_added_places(pool_id uuid, places integer, reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  pool public.capacity_pools;
  about record;
  added integer;
  free integer;
begin
  perform private.require_staff();
  if length(btrim(coalesce(reason, ''))) not between 3 and 300 then
    perform private.fail(422, 'reason_missing', 'Give a reason.', '{"field":"reason"}');
  elsif not exists (select from public.capacity_pools p where p.id = pool_id) then
    perform private.fail(404, 'no_pool', 'Session not found.');
  end if;
  pool := private.lock_pool(pool_id);
  added := private.added_places(pool.id);
  free := pool.capacity - pool.seats - pool.held - pool.offered;
  if coalesce(places, 0) not between 1 and added then
    if added = 0 then
      perform private.fail(422, 'bad_places', 'No places were added, so none can be removed.',
        '{"field":"places","message_name":"no_places_added"}');
    end if;
    perform private.fail(422, 'bad_places', format('Enter between 1 and %s: the number of places that were added.', added),
      jsonb_build_object('field', 'places', 'message_name', 'remove_added_places', 'values', jsonb_build_object('max', added)));
  elsif places > free and free > 0 then
    perform private.fail(409, 'taken', format('Only %s free; the others are booked, held or offered.', free),
      jsonb_build_object('field', 'places', 'message_name', 'only_places_free', 'values', jsonb_build_object('count', free)));
  elsif places > free then
    perform private.fail(409, 'taken', 'Every place is booked, held or offered. You can remove one after a cancellation.',
      '{"field":"places","message_name":"no_place_removable"}');
  end if;
  update public.capacity_pools p set capacity = p.capacity - places where p.id = pool.id;
  select s.id, o.title into about from public.sessions s join public.offerings o on o.id = s.offering_id where s.pool_id = pool.id
  order by s.status <> 'planned', s.starts_at <= now(), s.starts_at limit 1;
  perform private.add_timeline_entry('removed added places', session_id => about.id, details => jsonb_build_object('places', places, 'reason', btrim(reason)));
  perform private.audit('waitlist', 'removed_added_places', about.title, jsonb_build_object('pool', pool.id, 'reason', btrim(reason),
    'capacity', jsonb_build_object('from', pool.capacity, 'to', pool.capacity - places)));
  return public.get_waitlist(pool.id);
end
$$;
comment on function public.remove_added_places is
  'Removes places that were added for someone on the waiting list, if nobody uses them.';

-- ---------- rights ----------
revoke all on function public.list_waitlists, public.get_waitlist, public.set_waitlist_position, public.offer_now, public.remove_from_waitlist,
  public.remove_added_places from public, anon, authenticated;
grant execute on function public.list_waitlists, public.get_waitlist, public.set_waitlist_position, public.offer_now,
  public.remove_from_waitlist, public.remove_added_places to authenticated, service_role;
