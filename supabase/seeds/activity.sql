-- What has happened in the sample studio: a quarter of a year of bookings, payments, registers, listeners and page views,
-- messages, emails, and what waits for staff. The nearer a session, the fuller.

-- ---------- families ----------
create temporary table demo_family on commit drop as
select gen_random_uuid() as id, n as number, m.name as adult, m.mail, split_part(m.name, ' ', 2) as surname,
  (array['%s', '%s family', '%s and %s', '%s household'])[1 + n % 4] as pattern
from generate_series(1, 26) n cross join lateral private.demo_name(n * 53 + 5) m;
insert into public.households (id, name, email, phone, is_demo, created_at)
select f.id, format(f.pattern, f.surname, (select split_part(o.adult, ' ', 2) from demo_family o where o.number = 1 + f.number % 26)),
  f.mail || '@post.example', '+00 22 555 0' || 200 + f.number * 7, true, c.at - make_interval(days => 20 + f.number * 11)
from demo_family f cross join demo_clock c;
create temporary table demo_child on commit drop as
select gen_random_uuid() as id, f.id as household_id, f.adult, f.mail, row_number() over (order by f.number, child) - 1 as number,
  (array['Iris', 'Tomé', 'Amara', 'Leo', 'Noa', 'Alma', 'Rafael', 'Mio', 'Elif', 'Oskar', 'Lia', 'Zuri', 'Bento', 'Ines', 'Kofi', 'Maud',
    'Samir', 'Juno', 'Otto', 'Yara', 'Gil', 'Nina', 'Ravi', 'Ebba'])[1 + (f.number * 5 + child * 7) % 24] || ' ' || f.surname as name,
  c.today - make_interval(years => 8 + (f.number + child) % 4, days => (f.number * 37 + child * 91) % 360) as born_on
from demo_family f cross join demo_clock c cross join lateral generate_series(1, 1 + f.number % 3) child;
insert into public.participants (id, household_id, name, born_on, is_demo, created_at)
select gen_random_uuid(), f.id, f.adult, null::date, true, now() from demo_family f
union all select k.id, k.household_id, k.name, k.born_on::date, true, now() from demo_child k;

-- ---------- how full ----------
create temporary table demo_fill on commit drop as
select p.id as pool_id, p.capacity, o.price_cents * s.dates as price_cents, s.dates, s.first_at, s.last_at, o.age_to is not null as is_for_children,
  abs(hashtext(o.slug || s.first_on::text)) as seed, s.first_at < c.at as is_gone, 0 as places, 0 as waiting
from demo_clock c cross join (
  select pool_id, offering_id, count(*)::integer as dates, min(starts_at) as first_at, max(ends_at) as last_at, min(local_date) as first_on
  from public.sessions group by pool_id, offering_id
) s join public.capacity_pools p on p.id = s.pool_id join public.offerings o on o.id = s.offering_id and o.is_demo;
update demo_fill f set places = floor(f.capacity * greatest(0.25, least(1.0, case
  -- Behind: a studio that grows. Ahead: people book late.
  when f.is_gone then 0.97 - extract(day from c.at - f.first_at) * 0.0042 - f.seed % 100 / 330.0
  else 1.05 - extract(day from f.first_at - c.at) * 0.02 - f.seed % 100 / 220.0 end)))
from demo_clock c;
-- The next one to begin is full; people wait for it and for others.
update demo_fill f set places = f.capacity where f.pool_id = (
  select n.pool_id from demo_fill n where not n.is_gone and n.dates = 1 and n.capacity < 20 order by n.first_at, n.seed limit 1);
update demo_fill f set waiting = case when f.first_at < c.at + interval '2 days' then 3 else f.seed % 4 end
from demo_clock c where f.places = f.capacity and not f.is_gone;

-- ---------- bookings ----------
-- Some come alone, some bring a friend. The same few hundred people come again; nobody is twice in one session.
create temporary table demo_order on commit drop as
select gen_random_uuid() as id, f.pool_id, f.price_cents, f.dates, f.is_gone, b.*, f.seed % 4560 + b.party * 14 as face, k.id as child_id, k.name as child,
  k.born_on::date as born_on, coalesce(k.adult, n.name) as buyer, coalesce(k.mail, n.mail) as mail,
  least(c.at - make_interval(mins => 40 + b.chance % 39000),
    f.first_at - make_interval(mins => 200 + b.chance % case when f.is_gone then 20000 else 5000 end)) as at,
  b.chance % 5 = 0 as is_transfer, not f.is_gone and f.first_at < c.at + interval '9 days' and b.chance % 12 = 0 as is_unpaid
from demo_clock c cross join demo_fill f
cross join lateral (
  select party, abs(hashtext(f.seed::text || party)) as chance, case when party % 3 = 0 and not f.is_for_children then 2 else 1 end as places,
    party + case when f.is_for_children then 0 else party / 3 end as through
  from generate_series(1, f.places) party
) b
left join demo_child k on f.is_for_children and k.number = (f.seed + b.party) % (select count(*) from demo_child)
cross join lateral private.demo_name(f.seed % 4560 + b.party * 14) n
where b.through <= f.places;
insert into public.orders (id, number, state, buyer_name, buyer_email, method, currency, total_cents, paid_cents, created_at, confirmed_at,
  is_demo, language)
select o.id, 'D' || upper(substr(md5(o.id::text), 1, 9)), 'confirmed', o.buyer, o.mail || '@post.example',
  case when o.is_transfer then 'transfer' else 'studio' end, 'EUR', o.price_cents * o.places,
  case when o.is_unpaid then 0 else o.price_cents * o.places end, o.at, o.at, true, 'en'
from demo_order o;
insert into private.order_links (order_id, token) select id, private.new_token() from demo_order;
insert into public.bookings (order_id, pool_id, participant_id, name, born_on, state, price_cents, currency, policy, dates, created_at)
select o.id, o.pool_id, o.child_id, coalesce(o.child, n.name), o.born_on, 'seated', o.price_cents, 'EUR', to_jsonb(p), o.dates, o.at
from demo_order o cross join generate_series(1, o.places) seat
cross join lateral private.demo_name(o.face + (seat - 1) * 7) n
cross join (select * from public.cancellation_policies where id = 'standard') p;
update public.capacity_pools p set seats = b.seats
from (select pool_id, sum(places)::integer as seats from demo_order group by pool_id) b where b.pool_id = p.id;
insert into public.payments (order_id, amount_cents, currency, method, received_at)
select id, price_cents * places, 'EUR', case when o.is_transfer then 'transfer' else (array['card_at_studio', 'cash'])[1 + o.chance % 2] end,
  least(c.at, o.at + interval '1 hour')
from demo_clock c cross join demo_order o where price_cents > 0 and not o.is_unpaid;
insert into public.waitlist_entries (pool_id, places, name, email, joined_at, is_demo, language)
select f.pool_id, 1 + turn % 2, n.name, n.mail || '@post.example', c.at - make_interval(hours => 40 - turn * 9), true, 'en'
from demo_clock c cross join demo_fill f cross join lateral generate_series(1, f.waiting) turn
cross join lateral private.demo_name(f.seed % 4560 + 3 + turn * 14) n;
insert into private.waitlist_links (waitlist_entry_id, token)
select w.id, private.new_token() from public.waitlist_entries w where w.is_demo
on conflict do nothing;

-- The registers: complete for what is over, half done where a session is running. Most came, some late, a few did not.
insert into public.attendance (session_id, booking_id, mark, marked_at)
select s.id, b.id, (array['absent', 'excused', 'late', 'late', 'present'])[least(5, 1 + m.chance % 24)], s.starts_at + interval '5 minutes'
from demo_clock c cross join demo_order o join public.bookings b on b.order_id = o.id
join public.sessions s on s.pool_id = o.pool_id and s.starts_at < c.at
cross join lateral (select abs(hashtext(b.name || s.local_date::text)) as chance) m
where s.ends_at < c.at or m.chance % 2 = 0;
-- A teacher cannot come.
insert into public.substitute_requests (session_id, person_id, reason, asked_at)
select s.id, s.teacher_id, 'A concert in Porto, confirmed only yesterday.', c.at - interval '5 hours'
from demo_clock c cross join public.sessions s join public.offerings o on o.id = s.offering_id and o.is_demo
where s.local_date between c.today + 2 and c.today + 9 and s.teacher_id is not null
order by s.starts_at, s.id limit 1;

-- ---------- messages and emails ----------
insert into public.contact_messages (id, name, email, message, language, received_at, answered_at, state, is_demo)
select gen_random_uuid(), m.name, m.email, m.message, m.language, c.at - make_interval(mins => m.minutes),
  case m.state when 'answered' then c.at - make_interval(mins => m.minutes - 95) end, m.state, true
from demo_clock c cross join (values
  ('Marta Solano', 'marta.solano@post.example', 'Is the lift working again? My mother would like to come to Drawing what moves on Saturday, she uses a wheelchair of 68 cm.', 'en', 35, 'open'),
  ('Anton Berg', 'anton.berg@post.example', 'I left a grey scarf in studio 2 last week. It is not beautiful but it is the only one my dog recognises.', 'en', 190, 'open'),
  ('Teresa Mendes', 'teresa.mendes@post.example', 'Bom dia, a turma do 4.º B gostava de visitar a rádio numa quarta-feira de manhã. Somos 22 crianças e dois professores. É possível?', 'pt', 1490, 'open'),
  ('Yuki Tanaka', 'yuki.tanaka@post.example', 'Do you sell the Misregister prints? I saw number seven in the café.', 'en', 2950, 'answered'),
  ('Idris Achebe', 'idris.achebe@post.example', 'Could I pay for Letters to a stranger in two parts?', 'en', 4400, 'answered'),
  ('Greta Weber', 'greta.weber@post.example', 'Thank you for Tuesday. I have not slept so well since the children moved out.', 'en', 8700, 'done')
) as m (name, email, message, language, minutes, state);
insert into public.contact_entries (message_id, at, kind, body)
select m.id, m.answered_at, 'reply', case m.name when 'Yuki Tanaka' then 'We do: 40 euros each, numbers seven and eleven are still here. Mireia puts one aside for you until Saturday.'
  else 'Yes, of course. Half now, half at the fifth evening. Tell the desk, they know.' end
from public.contact_messages m where m.is_demo and m.state = 'answered';

-- The latest confirmations as they were sent, and one that came back.
insert into public.outbox (kind, to_address, subject, text_body, html_body, state, attempts, created_at, sent_at, next_attempt_at, last_error, is_demo)
select 'confirmation', o.mail || case when o.turn = 3 then '@pots.example' else '@post.example' end, 'Your booking: ' || o.title, b.words,
  '<p>' || replace(b.words, E'\n\n', '</p><p>') || '</p>', case when o.turn = 3 then 'failed' else 'sent' end, case when o.turn = 3 then 8 else 1 end,
  o.at, case when o.turn <> 3 then o.at + interval '4 seconds' end, o.at,
  case when o.turn = 3 then jsonb_build_object('code', 'address_rejected_with_reply', 'values', jsonb_build_object(
    'place', 'mail.example', 'reply', '550 5.1.2 ' || o.mail || '@pots.example: domain not found')) end, true
from (
  select d.*, t.title, row_number() over (order by d.at desc, d.id) as turn from demo_order d
  cross join lateral (select f.title from public.sessions s join public.offerings f on f.id = s.offering_id where s.pool_id = d.pool_id limit 1) t
  order by d.at desc, d.id limit 14
) o cross join lateral (
  select format(E'Hello %s,\n\nyour booking for %s is confirmed. We are looking forward to seeing you.', split_part(o.buyer, ' ', 1), o.title) as words
) b;

-- ---------- listeners and visits ----------
-- One figure for every quarter of an hour: the curve of a day, more in the evening and every week a little more.
insert into public.radio_listener_minutes (minute, listeners, show_id, is_demo)
select t.minute, round(t.many)::integer, t.show_id, true
from demo_clock c cross join lateral (
  select d.begins + make_interval(mins => w.minute) as minute, w.show_id,
    w.base * (0.62 + 0.38 * (91 - d.age) / 91.0) * (0.8 + abs(hashint4(d.age * 1440 + w.minute)) % 100 / 250.0) as many
  from (
    select age, timezone(c.zone, (c.today - age)::timestamp) as begins, extract(isodow from c.today - age) as weekday
    from generate_series(0, 91) age
  ) d join (
    select minute, s.show_id, s.weekday, (array[2, 1, 1, 1, 1, 2, 4, 7, 9, 8, 7, 8, 10, 9, 7, 8, 11, 15, 18, 21, 19, 14, 9, 5])[1 + minute / 60]
      * case when s.weekday >= 6 then 1.25 else 1 end as base
    from generate_series(0, 1425, 15) minute join public.slots s
      on minute >= extract(epoch from s.local_time) / 60 and minute < extract(epoch from s.local_time) / 60 + s.duration_min
  ) w on w.weekday = d.weekday
) t
where t.many >= 0.5 and t.minute < c.at
on conflict (minute) do nothing;

insert into public.radio_listener_sessions (id, way, started_at, ended_at, visitor, device, device_name, show_id, is_demo)
select gen_random_uuid(), (array['mp3', 'mp3', 'aac', 'hls', 'opus'])[1 + r.chance % 5], v.starts,
  -- Most leave early, some stay for the evening.
  v.starts + make_interval(secs => 40 + (r.chance / 7 % 100) ^ 2 * 0.45), 'sample-' || age || '-' || n % 23,
  split_part(v.device, ' ', 1), substr(v.device, position(' ' in v.device) + 1), w.show_id, true
from demo_clock c cross join generate_series(0, 91) age cross join lateral generate_series(1, 34 - age / 4) n
cross join lateral (select abs(hashint4(age * 100 + n)) as chance) r
cross join lateral (
  select timezone(c.zone, (c.today - age)::timestamp) + make_interval(mins => 420 + r.chance % 900) as starts,
    (array['browser Chrome', 'browser Safari', 'browser Firefox', 'app VLC', 'hardware Sonos', 'app AppleCoreMedia', 'browser Edge', 'browser Chrome'])[1 + r.chance / 3 % 8] as device
) v
left join public.slots w on w.weekday = extract(isodow from c.today - age)
  and timezone(c.zone, v.starts)::time >= w.local_time and (420 + r.chance % 900) < extract(epoch from w.local_time) / 60 + w.duration_min
where v.starts < c.at - interval '2 hours';

insert into public.page_views (day, path, views, is_demo)
select day::date, v.path, greatest(1, round(v.base * (0.6 + (91 - (c.today - day::date)) / 180.0) * (0.7 + abs(hashtext(v.path || day::date)) % 100 / 160.0)
  * case when extract(isodow from day) in (1, 7) then 0.7 else 1 end)::integer), true
from demo_clock c cross join (values
  ('/', 64), ('/classes', 41), ('/timetable', 33), ('/radio', 47), ('/works', 16), ('/people', 11), ('/journal', 14), ('/events', 12), ('/visit', 9),
  ('/classes/breath-and-bowed-metal', 13), ('/classes/bookbinding-in-one-night', 10), ('/radio/shows/surf', 8), ('/works/harbour-at-minus-six', 7)
) as v (path, base) cross join lateral generate_series(c.today - 91, c.today - 1, interval '1 day') day
on conflict (day, path) do nothing;

-- What was played in the last day.
insert into public.radio_plays (id, kind, title, artist, album, started_at, duration_ms, listeners, is_demo)
select gen_random_uuid(), 'music', p.title, p.artist, 'onda house tape', p.at, 1000 * p.seconds, coalesce(m.listeners, 0), true
from (
  select t.*, c.at - make_interval(secs => sum(t.seconds) over (order by turn, t.place)) as at
  from demo_clock c cross join generate_series(1, 75) turn cross join (values
    (1, 'The Green Lamp Is On', 'Inês Valadão', 128), (2, 'Low Tide, Early', 'Teo Marchetti', 154), (3, 'Standing Wave in a Kitchen', 'Amina Okafor', 141),
    (4, 'Lock Gate, Bowed', 'Teo Marchetti', 168), (5, 'Two Inks, One Drum', 'Mireia Puig', 136), (6, 'Letters to Nobody', 'Jonas Lind', 147),
    (7, 'Night Loop, Number Four', 'Kasimir Voss', 182), (8, 'Eleven Chairs', 'Ruth Adeyemi', 131)
  ) as t (place, title, artist, seconds)
) p cross join demo_clock c
left join public.radio_listener_minutes m on m.minute = date_bin('15 minutes', p.at, timestamptz '2000-01-01')
where p.at > c.at - interval '24 hours';
