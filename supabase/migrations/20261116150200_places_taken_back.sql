-- Places that were made for somebody in the queue can be taken back: never one that is booked, held or offered.
create function private.added_places(pool uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(0,
    coalesce((select sum((t.details ->> 'places_added')::integer) from public.wait_entries w
      join public.timeline t on t.wait_id = w.id where w.pool_id = pool and t.details ? 'places_added'), 0)
    - coalesce((select sum((t.details ->> 'places')::integer) from public.sessions s
      join public.timeline t on t.session_id = s.id where s.pool_id = pool and t.what = 'took places back'), 0))::integer
$$;
revoke all on function private.added_places(uuid) from public, anon, authenticated;

create function public.take_back_places(pool_id uuid, places integer, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  pool public.pools;
  about record;
  added integer;
  free integer;
begin
  perform private.require_desk();
  if length(btrim(coalesce(reason, ''))) not between 3 and 300 then
    perform private.fail(422, 'reason_missing', 'Please write down why.', '{"field":"reason"}');
  elsif not exists (select from public.pools p where p.id = pool_id) then
    perform private.fail(404, 'no_pool', 'There is no such date.');
  end if;
  pool := private.lock_pool(pool_id);
  added := private.added_places(pool.id);
  free := pool.capacity - pool.seats - pool.held - pool.offered;
  if coalesce(places, 0) not between 1 and added then
    perform private.fail(422, 'bad_places', case when added = 0 then 'No place was added that could be taken back.'
      else format('Between 1 and %s can be taken back: so many were added.', added) end, '{"field":"places"}');
  elsif places > free then
    perform private.fail(409, 'taken', case when free > 0 then format('Only %s free; the others are booked, held or offered.', free)
      else 'Every place is booked, held or offered. It can go once somebody gives one back.' end, '{"field":"places"}');
  end if;
  update public.pools p set capacity = p.capacity - places where p.id = pool.id;
  select s.id, o.title into about from public.sessions s join public.offerings o on o.id = s.offering_id where s.pool_id = pool.id
  order by s.status <> 'planned', s.starts_at <= now(), s.starts_at limit 1;
  perform private.note('took places back', session_id => about.id, details => jsonb_build_object('places', places, 'reason', btrim(reason)));
  perform private.audit('queue', 'took places back', about.title, jsonb_build_object('pool', pool.id, 'reason', btrim(reason),
    'capacity', jsonb_build_object('from', pool.capacity, 'to', pool.capacity - places)));
  return public.desk_queue(pool.id);
end
$$;
revoke all on function public.take_back_places(uuid, integer, text) from public, anon;
grant execute on function public.take_back_places(uuid, integer, text) to authenticated, service_role;

-- As before, and with the places that were made and taken back.
create or replace function public.desk_queue(pool_id uuid, from_place integer default 1, most integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  about jsonb;
begin
  perform private.require_desk();
  select jsonb_build_object('pool_id', p.id, 'capacity', p.capacity, 'seats', p.seats, 'held', p.held, 'offered', p.offered,
    'waiting', p.waiting, 'session_id', s.id, 'starts_at', s.starts_at, 'status', s.status, 'title', o.title, 'slug', o.slug, 'kind', o.kind)
  into about
  from public.pools p join lateral (
    select s.* from public.sessions s where s.pool_id = p.id order by s.status <> 'planned', s.starts_at <= now(), s.starts_at limit 1
  ) s on true join public.offerings o on o.id = s.offering_id
  where p.id = desk_queue.pool_id;
  if about is null then
    perform private.fail(404, 'no_pool', 'There is no such date.');
  end if;
  return about || jsonb_build_object(
    'added', private.added_places(desk_queue.pool_id),
    'size_changes', (select coalesce(jsonb_agg(jsonb_build_object('at', c.at, 'places', c.places, 'by', r.name, 'reason', c.reason)
        order by c.at desc), '[]')
      from (
        select t.at, t.actor, (t.details ->> 'places_added')::integer as places, t.details ->> 'reason' as reason
        from public.wait_entries w join public.timeline t on t.wait_id = w.id
        where w.pool_id = desk_queue.pool_id and (t.details ->> 'places_added')::integer > 0
        union all
        select t.at, t.actor, -(t.details ->> 'places')::integer, t.details ->> 'reason'
        from public.sessions s join public.timeline t on t.session_id = s.id
        where s.pool_id = desk_queue.pool_id and t.what = 'took places back'
        order by at desc limit 20
      ) c left join public.profiles r on r.user_id = c.actor),
    'offers', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'email', w.email, 'phone', w.phone,
        'places', w.places, 'joined_at', w.joined_at, 'offered_at', w.offered_at, 'offer_ends_at', w.offer_ends_at)
        order by w.offer_ends_at, w.id), '[]')
      from public.wait_entries w where w.pool_id = desk_queue.pool_id and w.state = 'offered'),
    'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'place', w.place, 'name', w.name, 'email', w.email,
        'phone', w.phone, 'places', w.places, 'joined_at', w.joined_at, 'moved', (
          select jsonb_agg(jsonb_build_object('at', t.at, 'what', t.what, 'by', r.name, 'reason', t.details ->> 'reason') order by t.id desc)
          from public.timeline t left join public.profiles r on r.user_id = t.actor
          where t.wait_id = w.id and t.details ? 'reason')) order by w.place), '[]')
      from (
        select e.*, row_number() over (order by e.priority desc, e.joined_at, e.id) as place
        from public.wait_entries e where e.pool_id = desk_queue.pool_id and e.state = 'waiting'
      ) w where w.place >= greatest(from_place, 1) and w.place < greatest(from_place, 1) + least(greatest(most, 1), 200)),
    'gone', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'places', w.places, 'state', w.state,
        'reason', w.reason, 'by', w.by) order by w.id desc), '[]')
      from (
        select e.id, e.name, e.places, e.state, t.details ->> 'reason' as reason, r.name as by
        from public.wait_entries e
        left join public.timeline t on t.wait_id = e.id and t.what = 'taken out of the queue'
        left join public.profiles r on r.user_id = t.actor
        where e.pool_id = desk_queue.pool_id and e.state not in ('waiting', 'offered') order by e.id desc limit 20
      ) w)
  );
end
$$;
