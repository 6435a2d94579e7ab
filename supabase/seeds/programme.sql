-- The sample studio's sessions: thirteen weeks behind, ten ahead of the moment at which it is filled in. That day is an
-- open day, and something is running: a class of the week, else an open studio around this hour, at night the long event.
-- Tests fill in another moment (onda.sample_now).
create temporary table demo_clock on commit drop as
select m.at, z.zone, (m.at at time zone z.zone)::date as today, (m.at at time zone z.zone)::time as clock,
  extract(isodow from m.at at time zone z.zone)::integer as weekday,
  date_trunc('week', m.at at time zone z.zone)::date as monday
from (select coalesce(nullif(current_setting('onda.sample_now', true), '')::timestamptz, now()) as at) m,
  (select zone from public.studio) z;

-- ---------- the week ----------
-- Tuesday to Saturday; a studio that is filled in on a Sunday or Monday is open on that day, too.
create temporary table demo_week (
  offering text, room text, weekday integer, local_time time, duration_min integer, capacity integer, weeks integer, teacher text
) on commit drop;
insert into demo_week (offering, room, weekday, local_time, duration_min, capacity, weeks)
select w.offering, w.room, w.weekday, w.local_time::time, w.duration_min, w.capacity, w.weeks
from (values
  ('morning-body', 'studio-2', 2, '10:00', 45, 18, null), ('breath-and-bowed-metal', 'studio-1', 2, '18:00', 90, 12, null),
  ('floorwork-for-late-starters', 'studio-2', 2, '18:30', 90, 16, null), ('letters-to-a-stranger', 'library', 2, '19:00', 90, 10, 10),
  ('two-inks-one-drum', 'print-room', 2, '20:15', 105, 8, null), ('radio-for-under-twelves', 'booth', 3, '15:30', 75, 8, null),
  ('bookbinding-in-one-night', 'bench-room', 3, '18:30', 180, 10, null), ('patching-by-ear', 'studio-3', 3, '19:00', 120, 8, 8),
  ('morning-body', 'studio-2', 4, '10:00', 45, 18, null), ('drawing-what-moves', 'studio-3', 4, '18:00', 120, 14, null),
  ('voice-room-microphone', 'booth', 4, '19:30', 90, 6, null), ('breath-and-bowed-metal', 'studio-1', 5, '18:00', 90, 12, null),
  ('floorwork-for-late-starters', 'studio-2', 5, '18:30', 90, 16, null), ('two-inks-one-drum', 'print-room', 5, '20:15', 105, 8, null),
  ('weaving-a-field', 'bench-room', 6, '10:00', 180, 9, 6), ('first-poems-club', 'library', 6, '10:30', 75, 12, null),
  ('radio-for-under-twelves', 'booth', 6, '11:00', 75, 8, null), ('drawing-what-moves', 'studio-3', 6, '14:00', 120, 14, null)
) as w (offering, room, weekday, local_time, duration_min, capacity, weeks)
union all
select e.offering, e.room, c.weekday, e.local_time::time, e.duration_min, e.capacity, null
from demo_clock c cross join (values
  ('morning-body', 'studio-2', '10:00', 45, 18), ('drawing-what-moves', 'studio-3', '15:00', 120, 14),
  ('first-poems-club', 'library', '16:30', 75, 12), ('breath-and-bowed-metal', 'studio-1', '18:00', 90, 12),
  ('floorwork-for-late-starters', 'studio-2', '18:30', 90, 16)
) as e (offering, room, local_time, duration_min, capacity)
where c.weekday in (7, 1);

-- The open studio: in the afternoon, and today around this hour if nothing else is running.
insert into demo_week
select 'open-studio', 'bench-room', day, '14:00', 120, 8, null, 'ruth-adeyemi' from demo_clock c cross join generate_series(2, 5) day
where day <> c.weekday;
do $$
declare
  c demo_clock%rowtype;
  starts time := '14:00';
begin
  select * into c from demo_clock;
  if c.clock between '07:15' and '22:15' and not exists (
    select from demo_week w where w.weekday = c.weekday and c.clock >= w.local_time
      and c.clock < w.local_time + make_interval(mins => w.duration_min - 15)
  ) then
    -- On the half hour, begun at least twenty minutes ago.
    starts := greatest(time '07:00', date_bin('30 minutes', c.today + c.clock - interval '20 minutes', c.today::timestamp)::time);
  end if;
  insert into demo_week
  select 'open-studio', h.room, c.weekday, starts, 120, 8, null, h.teacher
  from (values (1, 'bench-room', 'ruth-adeyemi'), (2, 'print-room', 'mireia-puig'), (3, 'studio-3', 'kasimir-voss')) as h (place, room, teacher)
  where not exists (
    select from demo_week w join public.offerings o on o.slug = w.offering join public.people p on p.id = o.teacher_id
    where w.weekday = c.weekday and (w.room = h.room or p.slug = h.teacher)
      and (c.today + w.local_time, make_interval(mins => w.duration_min)) overlaps (c.today + starts, interval '2 hours')
  )
  order by h.place limit 1;
end
$$;

insert into public.opening_hours (weekday, opens, closes)
select h.weekday, least(h.opens, w.first), greatest(h.closes, w.last)
from demo_clock c cross join lateral (
  select d as weekday, case d when 6 then time '09:30' else '10:00' end as opens,
    case d when 6 then time '18:00' when 7 then '20:00' else '22:00' end as closes
  from generate_series(1, 7) d where d between 2 and 6 or d = c.weekday
) h cross join lateral (
  select min(local_time) as first, max(local_time + make_interval(mins => duration_min)) as last from demo_week where weekday = h.weekday
) w
where coalesce(current_setting('onda.putting_back', true), '') <> 'on'
  and not exists (select from public.opening_hours o where o.weekday = h.weekday);
update public.studio s set phone_hours = case c.weekday when 1 then 'Mon to Sat' else 'Tue to Sun' end,
  translations = jsonb_set(s.translations, '{pt,phone_hours}', to_jsonb(case c.weekday when 1 then 'seg. a sáb.' else 'ter. a dom.' end))
from demo_clock c
where c.weekday in (7, 1) and s.phone_hours = 'Tue to Sat' and s.translations ? 'pt'
  and coalesce(current_setting('onda.putting_back', true), '') <> 'on';

select private.remember_sample_texts() where coalesce(current_setting('onda.putting_back', true), '') <> 'on';

-- A course has a series of its own in each term: its dates are booked together.
insert into public.series (offering_id, room_id, teacher_id, weekday, local_time, duration_min, zone, capacity, starts_on, ends_on)
select o.id, r.id, coalesce((select p.id from public.people p where p.slug = w.teacher), o.teacher_id), w.weekday, w.local_time,
  w.duration_min, c.zone, w.capacity, t.starts_on, t.ends_on
from demo_clock c cross join demo_week w
join public.offerings o on o.slug = w.offering and o.is_demo
join public.rooms r on r.slug = w.room
cross join lateral (
  select c.monday - 91 as starts_on, c.today + 70 as ends_on where w.weeks is null
  union all select c.monday + 7, c.monday + 7 * w.weeks + 6 where w.weeks is not null
  union all select c.monday - 7 * (w.weeks - 1), c.monday + 6 where w.weeks is not null
) t;

-- ---------- sessions ----------
create temporary table demo_plan (
  offering_id uuid, series_id uuid, room_id uuid, teacher_id uuid, pool_id uuid, capacity integer, day date, local_time time,
  duration_min integer, zone text, starts_at timestamptz
) on commit drop;
-- What the studio itself has in that room, or with that teacher, comes first: the sample gives way.
create function pg_temp.add_demo_sessions() returns void language sql as $$
  insert into public.capacity_pools (id, capacity) select distinct p.pool_id, p.capacity from demo_plan p where not exists (
    select from public.sessions s where s.status = 'planned' and s.clash_reason is null and (s.room_id = p.room_id or s.teacher_id = p.teacher_id)
      and tstzrange(s.starts_at, s.ends_at) && tstzrange(p.starts_at, p.starts_at + make_interval(mins => p.duration_min)));
  insert into public.sessions (offering_id, series_id, room_id, teacher_id, pool_id, local_date, local_time, duration_min, zone)
  select p.offering_id, p.series_id, p.room_id, p.teacher_id, p.pool_id, p.day, p.local_time, p.duration_min, p.zone
  from demo_plan p where exists (select from public.capacity_pools c where c.id = p.pool_id) and not exists (
    select from public.sessions s where s.status = 'planned' and s.clash_reason is null and (s.room_id = p.room_id or s.teacher_id = p.teacher_id)
      and tstzrange(s.starts_at, s.ends_at) && tstzrange(p.starts_at, p.starts_at + make_interval(mins => p.duration_min)));
$$;

-- Single evenings, some of them over. The long night is tonight when it is night.
insert into demo_plan
select o.id, null, r.id, o.teacher_id, gen_random_uuid(), e.capacity, e.day, e.local_time, e.duration_min, c.zone, timezone(c.zone, e.day + e.local_time)
from demo_clock c cross join lateral (
  values ('the-copy-shop-night', 'print-room', c.monday - 44, time '19:00', 240, 60), ('listening-in-the-dark', 'studio-1', c.monday - 16, '20:30', 60, 40),
    ('the-copy-shop-night', 'print-room', c.monday + 12, '19:00', 240, 60), ('listening-in-the-dark', 'studio-1', c.monday + 19, '20:30', 60, 40),
    ('listening-in-the-dark', 'studio-1', c.monday + 47, '20:30', 60, 40), ('night-loop-lying-down', 'studio-1', c.monday + 25, '22:00', 480, 40),
    ('night-loop-lying-down', 'studio-1', c.today, case when c.clock < '07:15' then time '00:00' else '22:00' end, 450, 40)
) as e (offering, room, day, local_time, duration_min, capacity)
join public.offerings o on o.slug = e.offering and o.is_demo
join public.rooms r on r.slug = e.room
where e.day <> c.today or c.clock > '22:15' or c.clock < '07:15';
select pg_temp.add_demo_sessions();
truncate demo_plan;

insert into demo_plan
select s.offering_id, s.id, s.room_id, s.teacher_id, case o.kind when 'course' then s.id else gen_random_uuid() end, s.capacity, day::date,
  s.local_time, s.duration_min, s.zone, timezone(s.zone, day::date + s.local_time)
from public.series s join public.offerings o on o.id = s.offering_id and o.is_demo
cross join lateral generate_series(s.starts_on + (s.weekday - extract(isodow from s.starts_on)::integer + 7) % 7, s.ends_on, interval '7 days') day;
select pg_temp.add_demo_sessions();
drop function pg_temp.add_demo_sessions();

-- ---------- terms ----------
insert into public.terms (name, starts_on, ends_on, translations, is_demo)
select n.en || ' ' || y.year, y.starts_on, y.ends_on, jsonb_build_object('pt', jsonb_build_object('name', n.pt || ' ' || y.year)), true
from demo_clock c cross join lateral (
  select c.monday + d as starts_on, c.monday + d + 83 as ends_on, extract(year from c.monday + d + 42)::text as year,
    extract(month from c.monday + d + 42)::integer / 3 % 4 as season
  from unnest(array[-126, -35, 56]) d
) y join (values (0, 'Winter term', 'Período de inverno'), (1, 'Spring term', 'Período da primavera'), (2, 'Summer term', 'Período de verão'),
  (3, 'Autumn term', 'Período de outono')) as n (season, en, pt) on n.season = y.season
where not exists (select from public.terms);
