-- The demo studio: a believable house by a canal, its programme laid out for ten weeks from today.
-- Everything here is invented. Rows have is_demo so that one click removes them, and another restores them
-- (onda.putting_back): then what the studio has changed in the meantime stays as it is.
select set_config('onda.seeding', 'on', true);
update public.studio set (name, description, statement, lead, zone, currency, invitation, address, getting_here,
  access, email, phone, phone_hours, first_class_price_cents)
= (
  'onda',
  'onda supports education and helps clients express their passion for the arts creatively: classes, workshops, events and a live radio.',
  'A studio for sound, movement, image, word and making. With a radio in the front room.',
  'Evening classes, long courses, one-night workshops. Nobody auditions. Bring hands, or just ears.',
  'Europe/Lisbon', 'EUR',
  'Come by. The door on the canal side is open when the green lamp is on.',
  'Cais da Maré 14, first door past the boatyard',
  'Tram 3 to Docas, 4 minutes on foot. Racks for 20 bicycles.',
  'Step-free from the street. Lift to studios 2 and 3 (110 × 140 cm). Induction loop in studio 1. Quiet room on request.',
  'hello@onda.example', '+00 22 555 0140', 'Tue to Sat', null
)
where coalesce(current_setting('onda.putting_back', true), '') <> 'on';

insert into public.opening_hours (weekday, opens, closes)
select h.weekday, h.opens::time, h.closes::time
from (values (2, '10:00', '22:00'), (3, '10:00', '22:00'), (4, '10:00', '22:00'), (5, '10:00', '22:00'), (6, '09:30', '18:00'))
  as h (weekday, opens, closes)
where coalesce(current_setting('onda.putting_back', true), '') <> 'on';

-- Those that were removed come back with the samples that need them; a name in use stays with the one that has it.
insert into public.disciplines as d (slug, name, description, color, position)
select v.slug, v.name || case when exists (select from public.disciplines t where lower(t.name) = lower(v.name) and t.slug <> v.slug)
  then ' (sample)' else '' end, v.description, v.color, v.position
from (values
  ('sound', 'Sound', 'Listening first, then playing, recording and sending. The radio belongs here.', 'blue', 1),
  ('movement', 'Movement', 'Dance for bodies as they are, from the floor up and without mirrors.', 'orange', 2),
  ('image', 'Image', 'Printing, drawing, photographs. Two inks are enough to disagree.', 'pink', 3),
  ('word', 'Word', 'Letters, poems, reading aloud. Short forms, rewritten long.', 'yellow', 4),
  ('making', 'Making', 'Books, cloth, wood, things mended. Nothing is glued that can be sewn.', 'violet', 5)
) as v (slug, name, description, color, position)
on conflict (slug) do update set description = excluded.description
where d.description = '' and coalesce(current_setting('onda.putting_back', true), '') <> 'on';

insert into public.people (slug, name, line, bio, discipline, position, is_demo) values
  ('teo-marchetti', 'Teo Marchetti', 'Sound, hydrophones, bowed metal',
   'Teo records what is under the waterline. He came to the canal for a week to tape a lock gate and has been teaching here for nine years. His classes begin with ten minutes of listening and nobody has ever asked for them back.',
   'sound', 1, true),
  ('amina-okafor', 'Amina Okafor', 'Movement, floorwork, choreography',
   'Amina danced for fourteen years in companies that toured, then stopped touring on purpose. She teaches people who believe they cannot, and makes duets for more than two.',
   'movement', 2, true),
  ('jonas-lind', 'Jonas Lind', 'Word, letters, short forms',
   'Jonas writes short and rewrites long. He keeps the library, edits the journal and answers every letter that reaches the studio, including the ones addressed to nobody.',
   'word', 3, true),
  ('mireia-puig', 'Mireia Puig', 'Image, risograph, photography',
   'Mireia runs the print room and its one stubborn drum machine. She prints in two inks because two is enough to disagree.',
   'image', 4, true),
  ('ines-valadao', 'Inês Valadão', 'Radio, voice, under-twelves',
   'Inês is the voice of the evening on onda radio and the reason children queue for the booth. She believes a microphone is a small room and should be tidied.',
   'sound', 5, true),
  ('ruth-adeyemi', 'Ruth Adeyemi', 'Making, bookbinding, weaving',
   'Ruth binds, weaves, mends and refuses to throw anything away. The bench room is hers; the offcuts are everyone''s.',
   'making', 6, true),
  ('kasimir-voss', 'Kasimir Voss', 'Sound, synthesis, night radio',
   'Kasimir builds instruments that only do one thing, then finds out what the second thing is. He keeps the Night Loop running.',
   'sound', 7, true)
on conflict (slug) do nothing;

insert into public.rooms (slug, name, note, is_demo) values
  ('studio-1', 'studio 1', 'Ground floor, induction loop, 60 m²', true),
  ('studio-2', 'studio 2', 'First floor, sprung floor, lift', true),
  ('studio-3', 'studio 3', 'First floor, north light, lift', true),
  ('library', 'library', 'Ground floor, quiet, eleven chairs', true),
  ('print-room', 'print room', 'Ground floor, ventilation, sinks', true),
  ('bench-room', 'bench room', 'Ground floor, twelve benches', true),
  ('booth', 'booth', 'Front room, the radio', true)
on conflict (slug) do nothing;

insert into public.offerings (slug, kind, title, summary, body, discipline, level, age_from, age_to, price_cents, currency, bring,
  teacher_id, published_at, is_demo)
select o.slug, o.kind, o.title, o.summary, o.body, o.discipline, o.level, o.age_from, o.age_to, o.price_cents, 'EUR', o.bring,
  (select id from public.people p where p.slug = o.teacher), now() - interval '30 days', true
from (values
  ('breath-and-bowed-metal', 'class', 'Breath and bowed metal', 'Cymbals, saws and sheet steel, played with a bow and a slow lung.',
   E'We bow what is usually struck. Each evening begins with breath, moves to one piece of metal per person, and ends with everyone in one long chord that nobody conducts. You will leave with your ears reset and your sleeves slightly grey.\n\nThe second half is a single piece, played together in the dark, recorded and sent to you the next morning. No reading, no experience. Studio 1 is kept cool for the metal, so bring a jumper. Loud moments are announced, always.',
   'sound', 'open', 16, null::smallint, 2400, 'Soft shoes. Bows and metal are here.', 'teo-marchetti'),
  ('floorwork-for-late-starters', 'class', 'Floorwork for late starters', 'Falling, rolling and getting up again, at any age and any speed.',
   E'For everybody who thinks it is too late. We learn to meet the floor with more of the body, so that less of the body is afraid of it. Knee pads are in the cupboard; so is patience.\n\nThe oldest person who came was eighty-one and rolled last but furthest. Nothing is demonstrated that you have to copy; everything has a slower version, and the slower version is usually the better one.',
   'movement', 'beginner', 16, null, 1800, 'Long sleeves, warm layers.', 'amina-okafor'),
  ('letters-to-a-stranger', 'course', 'Letters to a stranger', 'Ten evenings, one correspondent you never meet.',
   E'Each person writes to a number. Someone in the room has that number and writes back. Jonas carries the post. At the end you may open the last envelope, or not.\n\nThe evenings alternate: one for writing, one for reading letters by people who are long dead and still good at it. Nothing leaves the room without its writer.',
   'word', 'open', 16, null, 1600, 'A pen you like.', 'jonas-lind'),
  ('two-inks-one-drum', 'workshop', 'Two inks, one drum: riso', 'Make a two-colour print from nothing to drying rack in one evening.',
   E'Draw with scissors, separate by hand, print forty. The machine will misregister; that is where the good part is. All paper and ink included, and you take home one print from everybody.\n\nWe begin with paper and end with ink, without a screen in between. If you bring a drawing it will be changed by the machine; if you bring none, you will have one by half past eight.',
   'image', 'open', 14, null, 3200, 'An apron, if you care about the shirt.', 'mireia-puig'),
  ('radio-for-under-twelves', 'class', 'Radio for under-twelves', 'Real microphones, real listeners, jingles by children.',
   E'The youngest crew on the station: they write it, they cut it, they press the button. Parents may listen from the café, which is the whole point of radio.\n\nEvery term ends with an hour that is really on air. Nobody has to speak; there are jobs with headphones, with scissors, with a stopwatch, and one with a gong.',
   'sound', 'open', 7, 12, 1200, 'One object that makes a sound.', 'ines-valadao'),
  ('bookbinding-in-one-night', 'workshop', 'Bookbinding in one night', 'Fold, sew, case in. Home by ten with a book of your own.',
   E'A cloth-bound book of ninety-six pages, sewn on tapes, made by you from flat sheets. Nothing is glued that can be sewn.\n\nPaper, thread and cloth are here. The press stays closed overnight: you carry your book home between two boards and open it in the morning, which is the hardest part.',
   'making', 'beginner', 14, null, 3800, 'Nothing. Perhaps something to press.', 'ruth-adeyemi'),
  ('voice-room-microphone', 'class', 'Voice, room, microphone', 'How a voice, four walls and one microphone decide things together.',
   E'Six people, one booth, one microphone each has to earn. Reading, breath, distance, silence. Recordings go to you and, if you like, to the station.\n\nYou learn what a room does to a voice before anybody touches a knob. On the last quarter of an hour we listen with the light off and say nothing about it until next time.',
   'sound', 'open', 16, null, 2800, 'A page you want to read aloud.', 'teo-marchetti'),
  ('morning-body', 'class', 'Morning body', 'Forty-five unhurried minutes before the day takes over.',
   E'Joints in the order they complain. No mirrors, no music until the last five minutes, when somebody chooses one song.\n\nCome as you are and leave before the first tram is full. Tea stands outside the door.',
   'movement', 'open', 16, null, 900, 'Whatever you slept in, nearly.', 'amina-okafor'),
  ('drawing-what-moves', 'class', 'Drawing what moves', 'Charcoal, two dancers, no time to be careful.',
   E'Poses of ten seconds, then five, then the movement between. You will fill a pad and keep three lines. Those three are yours.\n\nThe dancers are members of the Tuesday and Friday classes and know what it is to be looked at. They get the drawings nobody wants to keep, and hang them in their kitchens.',
   'image', 'open', 14, null, 1500, 'Charcoal and paper are here.', 'mireia-puig'),
  ('weaving-a-field', 'course', 'Weaving a field', 'Six Saturdays at the loom, from plain weave to something that shimmers.',
   E'Warp, draft, treadle. We begin with plain weave and end with the structure you drew yourself. The loom stays threaded for you between Saturdays.\n\nNine looms, all of them older than their weavers. Yarn for the course is included; if you fall for a particular blue, Ruth knows where it is made.',
   'making', 'beginner', 16, null, 4200, 'Patience for the first hour.', 'ruth-adeyemi'),
  ('patching-by-ear', 'course', 'Patching by ear', 'Modular synthesis without screens, manuals or shame.',
   E'One oscillator, then two, then the argument between them. Kasimir covers the labels on the first night. By week five you will have built the instrument you were humming.\n\nSome experience with any instrument helps, also a bad one. Every evening ends with ten minutes in which all patches play at once and somebody has to be quiet first.',
   'sound', 'intermediate', 16, null, 2600, 'Headphones with a long cable.', 'kasimir-voss'),
  ('first-poems-club', 'class', 'First poems club', 'For people of eight to fourteen with something to say and a short way of saying it.',
   E'We read one poem, steal one thing from it, and write our own. Every term ends with a reading on the radio at the hour when cats are fed.\n\nSpelling is a matter between you and the poem. Parents hear the poems when the poets say so, not before.',
   'word', 'open', 8, 14, 1000, 'A notebook that may get wet.', 'jonas-lind'),
  ('the-copy-shop-night', 'event', 'The Copy Shop night', 'Forty zines, one stapler, a concert at ten.',
   E'The print room stays open late. Bring something to copy, swap it for something better, stay for Teo''s hull recordings played through the ventilation.\n\nThere is a table for staplers, a table for quarrels about paper, and soup until it is gone. Children are welcome until nine and usually asleep by then under the guillotine, which is locked.',
   'image', 'open', 0, null, 600, 'Two euros in coins for the good stapler.', 'mireia-puig'),
  ('listening-in-the-dark', 'event', 'Listening in the dark', 'An hour of field recordings with the lights off.',
   E'Studio 1, forty cushions, four loudspeakers, no light at all. New recordings from the harbour and one very old one of a market that is gone.\n\nThe door opens once, halfway through, for those who have had enough; nobody minds. Afterwards the lamps come back slowly and there is tea. If you hear badly, ask for the induction loop: it carries every recording.',
   'sound', 'open', 10, null, 800, 'A blanket if you like.', 'teo-marchetti')
) as o (slug, kind, title, summary, body, discipline, level, age_from, age_to, price_cents, bring, teacher)
on conflict (slug) do nothing;

-- The weekly pattern. Monday is 1.
insert into public.series (offering_id, room_id, teacher_id, weekday, local_time, duration_min, zone, capacity, starts_on, ends_on)
select o.id, r.id, o.teacher_id, s.weekday, s.local_time::time, s.duration_min, 'Europe/Lisbon', s.capacity,
  date_trunc('week', timezone('Europe/Lisbon', now()))::date, (timezone('Europe/Lisbon', now()))::date + 70
from (values
  ('morning-body', 'studio-2', 2, '10:00', 45, 18), ('breath-and-bowed-metal', 'studio-1', 2, '18:00', 90, 12),
  ('floorwork-for-late-starters', 'studio-2', 2, '18:30', 90, 16), ('letters-to-a-stranger', 'library', 2, '19:00', 90, 10),
  ('two-inks-one-drum', 'print-room', 2, '20:15', 105, 8), ('radio-for-under-twelves', 'booth', 3, '15:30', 75, 8),
  ('bookbinding-in-one-night', 'bench-room', 3, '18:30', 180, 10), ('patching-by-ear', 'studio-3', 3, '19:00', 120, 8),
  ('morning-body', 'studio-2', 4, '10:00', 45, 18), ('drawing-what-moves', 'studio-3', 4, '18:00', 120, 14),
  ('voice-room-microphone', 'booth', 4, '19:30', 90, 6), ('breath-and-bowed-metal', 'studio-1', 5, '18:00', 90, 12),
  ('floorwork-for-late-starters', 'studio-2', 5, '18:30', 90, 16), ('two-inks-one-drum', 'print-room', 5, '20:15', 105, 8),
  ('weaving-a-field', 'bench-room', 6, '10:00', 180, 9), ('first-poems-club', 'library', 6, '10:30', 75, 12),
  ('radio-for-under-twelves', 'booth', 6, '11:00', 75, 8), ('drawing-what-moves', 'studio-3', 6, '14:00', 120, 14)
) as s (offering, room, weekday, local_time, duration_min, capacity)
join public.offerings o on o.slug = s.offering and o.is_demo
join public.rooms r on r.slug = s.room;

-- Sessions for every week of the pattern, and a few one-off evenings, two of them gone. The nearer, the fuller.
do $$
declare
  planned record;
  seed integer;
  share numeric;
  pool uuid;
begin
  create temporary table demo_fill (pool_id uuid, places integer, queue integer, price_cents integer, born date, dates integer default 1) on commit drop;
  for planned in
    select s.id as series_id, s.offering_id, s.room_id, s.teacher_id, s.local_time, s.duration_min, s.zone, s.capacity, day::date,
      o.kind, o.slug, o.price_cents, o.age_to
    from public.series s join public.offerings o on o.id = s.offering_id and o.is_demo
    cross join generate_series(s.starts_on, s.ends_on, interval '1 day') day
    where extract(isodow from day) = s.weekday
    union all
    select null, o.id, r.id, o.teacher_id, e.local_time::time, e.duration_min, 'Europe/Lisbon', e.capacity,
      date_trunc('week', timezone('Europe/Lisbon', now()))::date + e.days, o.kind, o.slug, o.price_cents, o.age_to
    from (values
      ('the-copy-shop-night', 'print-room', -44, '19:00', 240, 60), ('listening-in-the-dark', 'studio-1', -16, '20:30', 60, 40),
      ('the-copy-shop-night', 'print-room', 12, '19:00', 240, 60), ('listening-in-the-dark', 'studio-1', 19, '20:30', 60, 40),
      ('listening-in-the-dark', 'studio-1', 47, '20:30', 60, 40)
    ) as e (offering, room, days, local_time, duration_min, capacity)
    join public.offerings o on o.slug = e.offering and o.is_demo
    join public.rooms r on r.slug = e.room
  loop
    seed := abs(hashtext(planned.slug || planned.day::text)) % 100;
    share := greatest(0.1, least(1.0, 1.05 - (planned.day - current_date) * 0.02 - seed / 220.0));
    -- The dates of a course belong together: one pool for all of them.
    pool := null;
    if planned.kind = 'course' then
      select s.pool_id into pool from public.sessions s where s.series_id = planned.series_id limit 1;
    end if;
    if pool is null then
      insert into public.capacity_pools (capacity) values (planned.capacity) returning id into pool;
      insert into demo_fill values (pool, floor(planned.capacity * share),
        case when floor(planned.capacity * share) = planned.capacity then seed % 4 else 0 end, planned.price_cents,
        case when planned.age_to is not null then planned.day - make_interval(years => planned.age_to - 2) end);
    end if;
    begin
      insert into public.sessions (offering_id, series_id, room_id, teacher_id, pool_id, local_date, local_time, duration_min, zone)
      values (planned.offering_id, planned.series_id, planned.room_id, planned.teacher_id, pool, planned.day, planned.local_time,
        planned.duration_min, planned.zone);
    exception when exclusion_violation then
      -- The studio itself is in that room, or with that teacher: the sample gives way.
      delete from demo_fill f where f.pool_id = pool and not exists (select from public.sessions s where s.pool_id = pool);
      delete from public.capacity_pools p where p.id = pool and not exists (select from public.sessions s where s.pool_id = pool);
    end;
  end loop;

  update demo_fill f set dates = d.dates, price_cents = f.price_cents * d.dates
  from (select pool_id, count(*) as dates from public.sessions group by pool_id) d where d.pool_id = f.pool_id;

  -- Bookings: some people come alone, some bring a friend; most have paid, a few have not.
  create temporary table demo_order on commit drop as
    select gen_random_uuid() as id, f.pool_id, party, f.price_cents, f.born, f.dates,
      case when party * 2 <= f.places and party % 3 = 0 then 2 else 1 end as places, t.seed,
      -- Within the last four weeks, and before the date itself.
      least(now() - make_interval(hours => 2 + t.seed % 650), d.first_at - make_interval(hours => 3 + t.seed % 90)) as at,
      d.first_at < now() as is_gone
    from demo_fill f cross join lateral generate_series(1, f.places) party
    cross join lateral (select abs(hashtext(f.pool_id::text || party)) as seed) t
    cross join lateral (select min(s.starts_at) as first_at from public.sessions s where s.pool_id = f.pool_id) d;
  -- Parties of two use up the places of two: what is beyond the fill never came.
  delete from demo_order o using demo_fill f
  where f.pool_id = o.pool_id and (
    select sum(e.places) from demo_order e where e.pool_id = o.pool_id and e.party <= o.party
  ) > f.places;
  insert into public.orders (id, number, state, buyer_name, buyer_email, method, currency, total_cents, created_at, confirmed_at, is_demo)
  select o.id, 'D' || upper(substr(md5(o.id::text), 1, 9)), 'confirmed', n.name, n.mail || '@post.example', 'studio', 'EUR',
    o.price_cents * o.places, o.at, o.at, true
  from demo_order o cross join lateral private.demo_name(o.seed) n;
  insert into private.order_links (order_id, token) select id, private.new_token() from demo_order;
  insert into public.bookings (order_id, pool_id, name, born_on, state, price_cents, currency, policy, dates, created_at)
  select o.id, o.pool_id, n.name, o.born, 'seated', o.price_cents, 'EUR', to_jsonb(p), o.dates, o.at
  from demo_order o cross join generate_series(1, o.places) seat
  cross join lateral private.demo_name(o.seed + (seat - 1) * 7) n
  cross join (select * from public.cancellation_policies where id = 'standard') p;
  insert into public.payments (order_id, amount_cents, currency, method, received_at)
  select id, price_cents * places, 'EUR', (array['card_at_studio', 'cash', 'transfer'])[1 + o.seed % 3], o.at + interval '1 hour'
  from demo_order o where price_cents > 0 and (o.is_gone or o.seed % 12 <> 0);
  -- The registers of dates that are over: most came, some late, a few not at all.
  insert into public.attendance (session_id, booking_id, mark, marked_at)
  select s.id, b.id, (array['absent', 'excused', 'late', 'late', 'present'])[least(5, 1 + abs(hashtext(b.id::text)) % 24)], s.starts_at + interval '5 minutes'
  from demo_order o join public.bookings b on b.order_id = o.id
  join public.sessions s on s.pool_id = o.pool_id and s.starts_at < now() - interval '1 hour';
  with queued as (
    insert into public.waitlist_entries (pool_id, places, name, email, joined_at, is_demo)
    select f.pool_id, 1 + (turn % 2), n.name, n.mail || '@post.example', now() - make_interval(hours => 40 - turn), true
    from demo_fill f cross join lateral generate_series(1, f.queue) turn
    cross join lateral private.demo_name(abs(hashtext(f.pool_id::text)) + turn * 11) n
    returning id
  )
  insert into private.waitlist_links (waitlist_entry_id, token) select id, private.new_token() from queued;
end
$$;

insert into public.pass_types (id, name, entries, price_cents, currency, valid_days, is_demo) values
  ('five', 'Five entries', 5, 8500, 'EUR', 180, true), ('ten', 'Ten entries', 10, 16000, 'EUR', 365, true)
on conflict (id) do nothing;

insert into public.questions (offering_id, label, hint, kind, choices, is_required, position)
select o.id, q.label, q.hint, q.kind, q.choices::text[], q.is_required, q.position
from (values
  ('breath-and-bowed-metal', 'Anything Teo should know?', 'Hearing aids, a sore wrist, a saw of your own', 'text', '{}', false, 1),
  ('floorwork-for-late-starters', 'Anything Amina should know?', 'Knees, backs, old falls', 'text', '{}', false, 1),
  ('bookbinding-in-one-night', 'Cloth for the cover', '', 'choice', '{Grey,Green,Red,I bring my own}', true, 1),
  ('radio-for-under-twelves', 'May the voice go on air?', 'The last hour of term is really broadcast.', 'yes_no', '{}', true, 1),
  ('radio-for-under-twelves', 'Who picks up, and which phone?', '', 'text', '{}', true, 2),
  ('first-poems-club', 'Who picks up, and which phone?', '', 'text', '{}', true, 1)
) as q (offering, label, hint, kind, choices, is_required, position)
join public.offerings o on o.slug = q.offering and o.is_demo;

update public.booking_settings set transfer_account = 'PT50 0000 0000 0000 0000 0000 0, onda'
where coalesce(current_setting('onda.putting_back', true), '') <> 'on';

insert into public.works (slug, title, year, medium, credits, body, discipline, ratio_width, ratio_height, picture_description,
  person_id, featured_position, published_at, is_demo)
select w.slug, w.title, w.year, w.medium, w.credits, w.body, w.discipline, w.rw, w.rh, w.alt,
  (select id from public.people p where p.slug = w.person), w.featured, now() - make_interval(days => w.age), true
from (values
  ('harbour-at-minus-six', 'Harbour at minus six', 2026, 'Hydrophone piece for four channels, 18 min', 'Teo Marchetti with the Wednesday group',
   'Recorded on the coldest morning of the year from the pontoon behind the boatyard. The ice sings a fifth apart from the hull. Nothing was pitched, one gull was removed.',
   'sound', 7, 5, 'Blue and black upright stripes crowding around two points', 'teo-marchetti', 1, 12),
  ('nobody-leads', 'Nobody leads', 2026, 'Duet for eleven people, 24 min', 'Amina Okafor, spring course',
   'Two parts, eleven bodies. Whoever is nearest the door becomes the second voice. It has never been the same length twice.',
   'movement', 4, 5, 'Orange lines radiating on black, like one limb photographed many times', 'amina-okafor', 2, 30),
  ('ninety-six-pages-of-rain', 'Ninety-six pages of rain', 2025, 'Sewn book, edition of 12', 'Ruth Adeyemi and the one-night binders',
   'Every page was left on the sill for one minute of the same storm, then sewn in order.',
   'making', 5, 4, 'A violet and black weave pulled tight in the middle', 'ruth-adeyemi', 3, 60),
  ('the-tide-answers', 'The tide answers', 2026, 'Forty-one poems and a reply', 'First poems club, edited by Jonas Lind',
   'The under-twelves wrote to the tide in spring. In autumn a reply was found in the library letterbox, in a hand nobody knows.',
   'word', 4, 5, 'Ochre lines of word-length dashes crowding towards a horizon', 'jonas-lind', 4, 80),
  ('misregister', 'Misregister', 2025, 'Risograph, two inks, 40 × 30 cm', 'Mireia Puig',
   'Eighteen states of one portrait, each printed a millimetre further from itself.',
   'image', 4, 3, 'Pink level lines bent by a round lens that is not there', 'mireia-puig', 5, 120),
  ('loop-for-a-stairwell', 'Loop for a stairwell', 2024, 'Installation, four loudspeakers', 'Kasimir Voss',
   'A chord that climbs one floor every eleven minutes and is always just above you.',
   'sound', 4, 3, 'Upright rules displaced by two sources that interfere', 'kasimir-voss', null, 300)
) as w (slug, title, year, medium, credits, body, discipline, rw, rh, alt, person, featured, age)
on conflict (slug) do nothing;

insert into public.posts (slug, title, summary, body, discipline, author_id, published_at, is_demo)
select p.slug, p.title, p.summary, p.body, p.discipline, (select id from public.people a where a.slug = p.author),
  date_trunc('day', now()) - make_interval(days => p.age) + interval '9 hours', true
from (values
  ('what-the-boatyard-taught-us-about-reverb', 'What the boatyard taught us about reverb',
   'A steel hull is a room turned inside out. Notes from three cold mornings with contact microphones and a patient welder.',
   E'The welder''s name is Abel and he does not like music, which made him the right person to ask.\n\nA hull on the slip is a room that someone has turned inside out: the hard side faces you. Strike it and the sound runs along the plates, finds a seam, waits, and comes back from somewhere you were not looking. We taped microphones to frames twelve, nineteen and thirty-one and listened to Abel work.\n\nWhat we learned: reverb is not a length, it is a set of decisions made by corners. On Tuesday we will try it with the studio stairs.',
   'making', 'teo-marchetti', 3),
  ('how-the-waiting-list-works', 'How the waiting list works, and why nobody can jump it',
   'A freed place goes to the first in line, whole parties together, and stays private for two hours.',
   E'When a class is full you can join the waiting list. You see your position, always.\n\nIf a place comes free it is offered to the first person whose party fits. The offer stays private for two hours; then it moves on. Nobody sees a free place that somebody is already being asked about, and nobody at the desk can move you without writing down why.\n\nIt is slower than being friends with us. It is also fair.',
   'word', 'jonas-lind', 11),
  ('forty-one-first-poems', 'Forty-one first poems', 'The under-twelves wrote to the tide. The tide has not answered yet.',
   E'They wrote standing up, on the quay, with pencils because pens freeze. The youngest asked the tide whether it is tired. The oldest asked it to bring back a shoe.\n\nAll forty-one poems were read on air at the hour when cats are fed. We have left the letterbox in the library open, in case.',
   'word', 'jonas-lind', 18),
  ('a-drum-and-a-half', 'A drum and a half', 'The risograph has come back from repair with opinions.',
   E'The blue drum leaks a little on the left. We could fix it. We have decided to compose for it instead: anything that has to be clean goes on the right.\n\nThe next Two inks evening will print only diagonals.',
   'image', 'mireia-puig', 34)
) as p (slug, title, summary, body, discipline, author, age)
on conflict (slug) do nothing;

insert into public.shows (slug, title, summary, host_id, discipline, is_demo)
select s.slug, s.title, s.summary, (select id from public.people p where p.slug = s.host), s.discipline, true
from (values
  ('undertow', 'Undertow', 'Slow records and slower talk while the light goes.', 'ines-valadao', 'sound'),
  ('the-copy-shop-hour', 'The Copy Shop Hour', 'Zines read aloud, with the machine running.', 'mireia-puig', 'image'),
  ('night-loop', 'Night Loop', 'One loop, changed a little every hour, until morning.', 'kasimir-voss', 'sound'),
  ('first-light', 'First Light', 'Harbour sounds and the weather, nothing else.', 'teo-marchetti', 'sound'),
  ('post', 'Post', 'Letters from listeners, answered on air.', 'jonas-lind', 'word'),
  ('small-radio', 'Small Radio', 'Made entirely by people under twelve.', 'ines-valadao', 'sound'),
  ('standing-wave', 'Standing Wave', 'Music for moving to in a kitchen.', 'amina-okafor', 'movement')
) as s (slug, title, summary, host, discipline)
on conflict (slug) do nothing;

-- Every hour of the week has a show, unless the studio has drawn a grid of its own.
insert into public.slots (show_id, weekday, local_time, duration_min, zone)
select s.id, d, g.local_time::time, g.duration_min, 'Europe/Lisbon'
from (values
  ('night-loop', '00:00', 360), ('first-light', '06:00', 240), ('standing-wave', '10:00', 180), ('first-light', '13:00', 180),
  ('small-radio', '16:00', 60), ('undertow', '17:00', 120), ('the-copy-shop-hour', '19:00', 60), ('post', '20:00', 60),
  ('undertow', '21:00', 120), ('night-loop', '23:00', 60)
) as g (show, local_time, duration_min)
join public.shows s on s.slug = g.show and s.is_demo
cross join generate_series(1, 7) d
where not exists (select from public.slots);

-- ---------- the same in Portuguese ----------
-- A studio that has put the samples back into other languages of its own has no use for it.
update public.studio set languages = '{en,pt}', translations = jsonb_build_object('pt', jsonb_build_object(
  'description', 'onda apoia a educação e ajuda cada pessoa a exprimir com criatividade a sua paixão pelas artes: aulas, oficinas, eventos e uma rádio em direto.',
  'statement', 'Um estúdio para som, movimento, imagem, palavra e ofícios. Com uma rádio na sala da frente.',
  'lead', 'Aulas ao fim do dia, cursos longos, oficinas de uma noite. Ninguém faz audições. Traga as mãos, ou só os ouvidos.',
  'invitation', 'Passe por cá. A porta do lado do canal está aberta quando a lâmpada verde está acesa.',
  'address', 'Cais da Maré 14, primeira porta a seguir ao estaleiro',
  'getting_here', 'Elétrico 3 até às Docas, 4 minutos a pé. Lugar para 20 bicicletas.',
  'access', 'Sem degraus desde a rua. Elevador para os estúdios 2 e 3 (110 × 140 cm). Anel de indução no estúdio 1. Sala tranquila a pedido.',
  'phone_hours', 'ter. a sáb.'))
where coalesce(current_setting('onda.putting_back', true), '') <> 'on';

do $$
begin
  if not exists (select from public.studio where languages[1] = 'en' and 'pt' = any (languages)) then
    return;
  end if;

  update public.disciplines d set translations = jsonb_build_object('pt', jsonb_build_object('name', v.name, 'description', v.description))
  from (values
    ('sound', 'Som', 'Primeiro ouvir, depois tocar, gravar e emitir. A rádio pertence aqui.'),
    ('movement', 'Movimento', 'Dança para os corpos como são, a partir do chão e sem espelhos.'),
    ('image', 'Imagem', 'Impressão, desenho, fotografia. Duas tintas chegam para discordar.'),
    ('word', 'Palavra', 'Cartas, poemas, leitura em voz alta. Formas curtas, reescritas com demora.'),
    ('making', 'Ofícios', 'Livros, tecido, madeira, coisas remendadas. Não se cola o que se pode coser.')
  ) as v (slug, name, description) where d.slug = v.slug and d.translations = '{}';

  update public.people p set translations = jsonb_build_object('pt', jsonb_build_object('line', v.line, 'bio', v.bio))
  from (values
    ('teo-marchetti', 'Som, hidrofones, metal com arco',
     'O Teo grava o que está abaixo da linha de água. Veio ao canal por uma semana, para gravar uma comporta, e ensina aqui há nove anos. As aulas dele começam com dez minutos de escuta e nunca ninguém os pediu de volta.'),
    ('amina-okafor', 'Movimento, trabalho de chão, coreografia',
     'A Amina dançou catorze anos em companhias que andavam em digressão e depois deixou as digressões de propósito. Ensina quem acredita que não é capaz e faz duetos para mais de dois.'),
    ('jonas-lind', 'Palavra, cartas, formas curtas',
     'O Jonas escreve curto e reescreve com demora. Toma conta da biblioteca, edita o jornal e responde a todas as cartas que chegam ao estúdio, mesmo às que não são dirigidas a ninguém.'),
    ('mireia-puig', 'Imagem, risografia, fotografia',
     'A Mireia dirige a sala de impressão e a sua única e teimosa máquina de tambor. Imprime a duas tintas porque duas chegam para discordar.'),
    ('ines-valadao', 'Rádio, voz, menores de doze anos',
     'A Inês é a voz do fim do dia na rádio onda e a razão por que as crianças fazem fila à porta da cabine. Acredita que um microfone é uma sala pequena e que deve estar arrumada.'),
    ('ruth-adeyemi', 'Ofícios, encadernação, tecelagem',
     'A Ruth encaderna, tece, remenda e recusa-se a deitar seja o que for fora. A sala das bancadas é dela; as sobras são de toda a gente.'),
    ('kasimir-voss', 'Som, síntese, rádio noturna',
     'O Kasimir constrói instrumentos que só fazem uma coisa e depois descobre qual é a segunda. É ele que mantém o Laço Noturno a girar.')
  ) as v (slug, line, bio) where p.slug = v.slug and p.is_demo;

  update public.rooms r set translations = jsonb_build_object('pt', jsonb_build_object('name', v.name, 'note', v.note))
  from (values
    ('studio-1', 'estúdio 1', 'Rés do chão, anel de indução, 60 m²'), ('studio-2', 'estúdio 2', 'Primeiro andar, soalho flutuante, elevador'),
    ('studio-3', 'estúdio 3', 'Primeiro andar, luz de norte, elevador'), ('library', 'biblioteca', 'Rés do chão, silêncio, onze cadeiras'),
    ('print-room', 'sala de impressão', 'Rés do chão, ventilação, lavatórios'), ('bench-room', 'sala das bancadas', 'Rés do chão, doze bancadas'),
    ('booth', 'cabine', 'Sala da frente, a rádio')
  ) as v (slug, name, note) where r.slug = v.slug and r.is_demo;

  update public.offerings o set translations = jsonb_build_object('pt', jsonb_build_object('slug', v.own_slug, 'title', v.title,
    'summary', v.summary, 'body', v.body, 'bring', v.bring))
  from (values
    ('breath-and-bowed-metal', 'folego-e-metal-com-arco', 'Fôlego e metal com arco',
     'Pratos, serras e chapas de aço, tocados com um arco e um pulmão lento.',
     E'Tocamos com arco o que costuma ser percutido. Cada sessão começa pela respiração, passa para uma peça de metal por pessoa e acaba com toda a gente num só acorde longo, que ninguém dirige. Sai-se com os ouvidos novos e as mangas um pouco cinzentas.\n\nA segunda parte é uma única peça, tocada em conjunto às escuras, gravada e enviada a todos na manhã seguinte. Não é preciso ler música nem ter experiência. O estúdio 1 é mantido fresco por causa do metal, por isso traga uma camisola. Os momentos altos são sempre anunciados.',
     'Sapatos macios. Os arcos e o metal estão cá.'),
    ('floorwork-for-late-starters', 'trabalho-de-chao-para-quem-comeca-tarde', 'Trabalho de chão para quem começa tarde',
     'Cair, rolar e voltar a levantar-se, em qualquer idade e a qualquer velocidade.',
     E'Para quem acha que já é tarde. Aprendemos a encontrar o chão com mais corpo, para que menos corpo tenha medo dele. As joelheiras estão no armário; a paciência também.\n\nA pessoa mais velha que cá veio tinha oitenta e um anos e rolou em último lugar, mas mais longe. Não se mostra nada que seja preciso copiar; tudo tem uma versão mais lenta, e a versão mais lenta costuma ser a melhor.',
     'Mangas compridas, roupa quente.'),
    ('letters-to-a-stranger', 'cartas-a-um-desconhecido', 'Cartas a um desconhecido', 'Dez noites, um correspondente que nunca se conhece.',
     E'Cada pessoa escreve a um número. Alguém na sala tem esse número e responde. O Jonas leva o correio. No fim pode abrir-se o último envelope, ou não.\n\nAs noites alternam: uma para escrever, outra para ler cartas de gente que morreu há muito e continua a escrever bem. Nada sai da sala sem quem o escreveu.',
     'Uma caneta de que goste.'),
    ('two-inks-one-drum', 'duas-tintas-um-tambor', 'Duas tintas, um tambor: riso', 'Uma impressão a duas cores, do nada ao estendal, numa só noite.',
     E'Desenhar com tesoura, separar à mão, imprimir quarenta. A máquina vai desacertar; é aí que está a graça. Papel e tinta incluídos, e leva-se para casa uma impressão de cada pessoa.\n\nComeçamos no papel e acabamos na tinta, sem ecrã pelo meio. Se trouxer um desenho, a máquina muda-o; se não trouxer, às oito e meia já tem um.',
     'Um avental, se tiver amor à camisa.'),
    ('radio-for-under-twelves', 'radio-para-menores-de-doze', 'Rádio para menores de doze', 'Microfones a sério, ouvintes a sério, separadores feitos por crianças.',
     E'A equipa mais nova da estação: escrevem, montam e carregam no botão. Os pais podem ouvir do café, que é para isso que serve a rádio.\n\nCada período acaba com uma hora que vai mesmo para o ar. Ninguém é obrigado a falar; há trabalhos com auscultadores, com tesoura, com cronómetro e um com gongo.',
     'Um objeto que faça som.'),
    ('bookbinding-in-one-night', 'encadernacao-numa-noite', 'Encadernação numa noite', 'Dobrar, coser, encapar. Em casa às dez com um livro seu.',
     E'Um livro de noventa e seis páginas com capa de tecido, cosido sobre fitas e feito por si a partir de folhas soltas. Não se cola o que se pode coser.\n\nO papel, a linha e o tecido estão cá. A prensa fica fechada durante a noite: leva-se o livro para casa entre duas tábuas e abre-se de manhã, que é a parte mais difícil.',
     'Nada. Talvez alguma coisa para prensar.'),
    ('voice-room-microphone', 'voz-sala-microfone', 'Voz, sala, microfone', 'Como uma voz, quatro paredes e um microfone decidem as coisas em conjunto.',
     E'Seis pessoas, uma cabine e um microfone que cada uma tem de merecer. Leitura, respiração, distância, silêncio. As gravações vão para si e, se quiser, para a estação.\n\nAprende-se o que uma sala faz a uma voz antes de alguém tocar num botão. No último quarto de hora ouvimos de luz apagada e não dizemos nada sobre isso até à vez seguinte.',
     'Uma página que queira ler em voz alta.'),
    ('morning-body', 'corpo-da-manha', 'Corpo da manhã', 'Quarenta e cinco minutos sem pressa, antes que o dia tome conta.',
     E'As articulações pela ordem em que se queixam. Sem espelhos e sem música até aos últimos cinco minutos, em que alguém escolhe uma canção.\n\nVenha como está e saia antes de o primeiro elétrico encher. Há chá à porta.',
     'Quase a roupa com que dormiu.'),
    ('drawing-what-moves', 'desenhar-o-que-se-move', 'Desenhar o que se move', 'Carvão, dois bailarinos, sem tempo para cuidados.',
     E'Poses de dez segundos, depois de cinco, depois o movimento entre elas. Enche-se um bloco e guardam-se três linhas. Essas três são suas.\n\nOs bailarinos são das aulas de terça e de sexta e sabem o que é ser observado. Ficam com os desenhos que ninguém quer guardar e penduram-nos na cozinha.',
     'O carvão e o papel estão cá.'),
    ('weaving-a-field', 'tecer-um-campo', 'Tecer um campo', 'Seis sábados ao tear, do tafetá a qualquer coisa que cintila.',
     E'Teia, remissa, pedal. Começamos no tafetá e acabamos na estrutura que cada um desenhou. O tear fica montado para si entre os sábados.\n\nNove teares, todos mais velhos do que quem tece. O fio do curso está incluído; se se apaixonar por um certo azul, a Ruth sabe onde é feito.',
     'Paciência para a primeira hora.'),
    ('patching-by-ear', 'ligar-de-ouvido', 'Ligar de ouvido', 'Síntese modular sem ecrãs, manuais nem vergonha.',
     E'Um oscilador, depois dois, depois a discussão entre eles. O Kasimir tapa as etiquetas na primeira noite. À quinta semana terá construído o instrumento que andava a trautear.\n\nAjuda ter alguma experiência com um instrumento qualquer, mesmo um mau. Cada noite acaba com dez minutos em que todas as ligações tocam ao mesmo tempo e alguém tem de se calar primeiro.',
     'Auscultadores com um cabo comprido.'),
    ('first-poems-club', 'clube-dos-primeiros-poemas', 'Clube dos primeiros poemas', 'Para pessoas dos oito aos catorze anos com alguma coisa para dizer e uma maneira curta de o dizer.',
     E'Lemos um poema, roubamos-lhe uma coisa e escrevemos o nosso. Cada período acaba com uma leitura na rádio, à hora a que se dá de comer aos gatos.\n\nA ortografia é um assunto entre si e o poema. Os pais ouvem os poemas quando os poetas disserem, não antes.',
     'Um caderno que se possa molhar.'),
    ('the-copy-shop-night', 'noite-da-loja-de-copias', 'Noite da Loja de Cópias', 'Quarenta zines, um agrafador, um concerto às dez.',
     E'A sala de impressão fica aberta até tarde. Traga alguma coisa para copiar, troque-a por outra melhor e fique para ouvir as gravações de cascos do Teo, tocadas pela ventilação.\n\nHá uma mesa para agrafadores, uma mesa para discussões sobre papel e sopa até acabar. As crianças são bem-vindas até às nove e a essa hora costumam já dormir debaixo da guilhotina, que está trancada.',
     'Dois euros em moedas para o agrafador bom.'),
    ('listening-in-the-dark', 'ouvir-as-escuras', 'Ouvir às escuras', 'Uma hora de gravações de campo com as luzes apagadas.',
     E'Estúdio 1, quarenta almofadas, quatro altifalantes, luz nenhuma. Gravações novas do porto e uma muito antiga de um mercado que já não existe.\n\nA porta abre-se uma vez, a meio, para quem já ouviu o suficiente; ninguém leva a mal. Depois as lâmpadas voltam devagar e há chá. Se ouve mal, peça o anel de indução: leva todas as gravações.',
     'Uma manta, se quiser.')
  ) as v (slug, own_slug, title, summary, body, bring) where o.slug = v.slug and o.is_demo;

  update public.questions q set translations = jsonb_build_object('pt', jsonb_strip_nulls(jsonb_build_object('label', v.label, 'hint', v.hint,
    'choices', v.choices::jsonb)))
  from public.offerings o, (values
    ('breath-and-bowed-metal', 1, 'Há alguma coisa que o Teo deva saber?', 'Aparelhos auditivos, um pulso dorido, uma serra sua', null),
    ('floorwork-for-late-starters', 1, 'Há alguma coisa que a Amina deva saber?', 'Joelhos, costas, quedas antigas', null),
    ('bookbinding-in-one-night', 1, 'Tecido para a capa', null, '["Cinzento", "Verde", "Vermelho", "Trago o meu"]'),
    ('radio-for-under-twelves', 1, 'A voz pode ir para o ar?', 'A última hora do período é mesmo emitida.', null),
    ('radio-for-under-twelves', 2, 'Quem vem buscar, e com que telefone?', null, null),
    ('first-poems-club', 1, 'Quem vem buscar, e com que telefone?', null, null)
  ) as v (slug, position, label, hint, choices)
  where o.slug = v.slug and o.is_demo and q.offering_id = o.id and q.position = v.position;

  update public.cancellation_policies p set translations = '{"pt": {"name": "Normal", "summary": "Cancele até 24 horas antes e recebe tudo de volta. Depois disso, metade fica em crédito. Se outra pessoa ficar com o seu lugar, recebe tudo de volta a qualquer momento."}}'
  where p.id = 'standard' and p.translations = '{}' and p.name = 'Standard';

  update public.pass_types t set translations = jsonb_build_object('pt', jsonb_build_object('name', v.name))
  from (values ('five', 'Cinco entradas'), ('ten', 'Dez entradas')) as v (id, name) where t.id = v.id and t.is_demo;

  update public.works w set translations = jsonb_build_object('pt', jsonb_build_object('slug', v.own_slug, 'title', v.title, 'medium', v.medium,
    'credits', v.credits, 'body', v.body, 'picture_description', v.alt))
  from (values
    ('harbour-at-minus-six', 'porto-a-menos-seis', 'Porto a menos seis', 'Peça para hidrofones em quatro canais, 18 min', 'Teo Marchetti com o grupo de quarta-feira',
     'Gravado na manhã mais fria do ano, do pontão atrás do estaleiro. O gelo canta a uma quinta de distância do casco. Nada foi afinado, uma gaivota foi retirada.',
     'Riscas verticais azuis e pretas apertadas à volta de dois pontos'),
    ('nobody-leads', 'ninguem-conduz', 'Ninguém conduz', 'Dueto para onze pessoas, 24 min', 'Amina Okafor, curso da primavera',
     'Duas partes, onze corpos. Quem estiver mais perto da porta passa a ser a segunda voz. Nunca durou duas vezes o mesmo.',
     'Linhas cor de laranja que irradiam sobre preto, como um só membro fotografado muitas vezes'),
    ('ninety-six-pages-of-rain', 'noventa-e-seis-paginas-de-chuva', 'Noventa e seis páginas de chuva', 'Livro cosido, edição de 12', 'Ruth Adeyemi e os encadernadores de uma noite',
     'Cada página ficou no parapeito durante um minuto da mesma tempestade e depois foi cosida pela ordem.',
     'Uma trama violeta e preta, repuxada ao meio'),
    ('the-tide-answers', 'a-mare-responde', 'A maré responde', 'Quarenta e um poemas e uma resposta', 'Clube dos primeiros poemas, edição de Jonas Lind',
     'Na primavera, os menores de doze escreveram à maré. No outono apareceu uma resposta na caixa do correio da biblioteca, numa letra que ninguém conhece.',
     'Linhas ocre de traços do tamanho de palavras, cada vez mais juntas até um horizonte'),
    ('misregister', 'desacerto', 'Desacerto', 'Risografia, duas tintas, 40 × 30 cm', 'Mireia Puig',
     'Dezoito estados de um retrato, cada um impresso um milímetro mais longe de si mesmo.',
     'Linhas cor-de-rosa horizontais, curvadas por uma lente redonda que não está lá'),
    ('loop-for-a-stairwell', 'laco-para-uma-escada', 'Laço para uma escada', 'Instalação, quatro altifalantes', 'Kasimir Voss',
     'Um acorde que sobe um andar a cada onze minutos e está sempre um pouco acima de nós.',
     'Traços verticais deslocados por duas fontes que interferem')
  ) as v (slug, own_slug, title, medium, credits, body, alt) where w.slug = v.slug and w.is_demo;

  update public.posts p set translations = jsonb_build_object('pt', jsonb_build_object('slug', v.own_slug, 'title', v.title,
    'summary', v.summary, 'body', v.body))
  from (values
    ('what-the-boatyard-taught-us-about-reverb', 'o-que-o-estaleiro-nos-ensinou-sobre-reverberacao', 'O que o estaleiro nos ensinou sobre reverberação',
     'Um casco de aço é uma sala virada do avesso. Notas de três manhãs frias com microfones de contacto e um soldador paciente.',
     E'O soldador chama-se Abel e não gosta de música, o que fez dele a pessoa certa a quem perguntar.\n\nUm casco na rampa é uma sala que alguém virou do avesso: o lado duro está virado para nós. Bate-se-lhe e o som corre pelas chapas, encontra uma junta, espera e volta de um sítio para onde não estávamos a olhar. Colámos microfones nas cavernas doze, dezanove e trinta e um e ficámos a ouvir o Abel trabalhar.\n\nO que aprendemos: a reverberação não é uma duração, é um conjunto de decisões tomadas pelos cantos. Na terça-feira vamos experimentar com as escadas do estúdio.'),
    ('how-the-waiting-list-works', 'como-funciona-a-lista-de-espera', 'Como funciona a lista de espera, e porque é que ninguém passa à frente',
     'Um lugar que fica livre vai para quem está primeiro, os grupos inteiros juntos, e fica reservado durante duas horas.',
     E'Quando uma aula está cheia, pode entrar na lista de espera. Vê sempre a sua posição.\n\nSe um lugar fica livre, é oferecido à primeira pessoa cujo grupo lá caiba. A oferta fica reservada durante duas horas; depois passa à seguinte. Ninguém vê um lugar livre sobre o qual já se está a perguntar a alguém, e ninguém ao balcão pode mudá-lo de posição sem escrever porquê.\n\nÉ mais lento do que ser nosso amigo. Também é justo.'),
    ('forty-one-first-poems', 'quarenta-e-um-primeiros-poemas', 'Quarenta e um primeiros poemas', 'Os menores de doze escreveram à maré. A maré ainda não respondeu.',
     E'Escreveram de pé, no cais, a lápis, porque as canetas gelam. A mais nova perguntou à maré se está cansada. O mais velho pediu-lhe que trouxesse de volta um sapato.\n\nOs quarenta e um poemas foram lidos no ar à hora a que se dá de comer aos gatos. Deixámos aberta a caixa do correio da biblioteca, pelo sim, pelo não.'),
    ('a-drum-and-a-half', 'um-tambor-e-meio', 'Um tambor e meio', 'A risógrafa voltou do arranjo com opiniões.',
     E'O tambor azul verte um pouco à esquerda. Podíamos arranjá-lo. Decidimos antes compor para ele: tudo o que tem de ficar limpo vai para a direita.\n\nA próxima noite de Duas tintas vai imprimir só diagonais.')
  ) as v (slug, own_slug, title, summary, body) where p.slug = v.slug and p.is_demo;

  update public.shows s set translations = jsonb_build_object('pt', jsonb_build_object('slug', v.own_slug, 'title', v.title, 'summary', v.summary))
  from (values
    ('undertow', 'ressaca', 'Ressaca', 'Discos lentos e conversa ainda mais lenta, enquanto a luz se vai.'),
    ('the-copy-shop-hour', 'a-hora-da-loja-de-copias', 'A Hora da Loja de Cópias', 'Zines lidos em voz alta, com a máquina a trabalhar.'),
    ('night-loop', 'laco-noturno', 'Laço Noturno', 'Um laço, um pouco diferente a cada hora, até de manhã.'),
    ('first-light', 'primeira-luz', 'Primeira Luz', 'Sons do porto e o estado do tempo, mais nada.'),
    ('post', 'correio', 'Correio', 'Cartas de ouvintes, com resposta no ar.'),
    ('small-radio', 'radio-pequena', 'Rádio Pequena', 'Feita inteiramente por pessoas com menos de doze anos.'),
    ('standing-wave', 'onda-parada', 'Onda Parada', 'Música para mexer o corpo numa cozinha.')
  ) as v (slug, own_slug, title, summary) where s.slug = v.slug and s.is_demo;
end
$$;
