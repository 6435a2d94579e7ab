-- The sample studio: a believable house by a canal. Here are its texts; seeds/programme.sql plans its sessions around the
-- moment at which it is filled in, seeds/activity.sql lets a quarter of a year have happened. Everything is invented.
-- Rows have is_demo so that one click removes them, and another restores them
-- (onda.putting_back): then what the studio has changed in the meantime stays as it is.
select set_config('onda.seeding', 'on', true);
update public.studio set (name, description, statement, lead, zone, currency, invitation, address, getting_here,
  access, email, phone, phone_hours, first_class_price_cents, is_lower_case)
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
  'hello@onda.example', '+00 22 555 0140', 'Tue to Sat', null, true
)
where coalesce(current_setting('onda.putting_back', true), '') <> 'on';

-- Those that were removed come back with the samples that need them, without their sentences; a name in use stays with the
-- one that has it.
insert into public.disciplines as d (slug, name, description, color, position)
select v.slug, v.name || case when exists (select from public.disciplines t where lower(t.name) = lower(v.name) and t.slug <> v.slug)
  then ' (sample)' else '' end,
  case when coalesce(current_setting('onda.putting_back', true), '') <> 'on' then v.description else '' end, v.color, v.position
from (values
  ('sound', 'Sound', 'Listening first, then playing, recording and sending. The radio belongs here.', 'blue', 1),
  ('movement', 'Movement', 'Dance for bodies as they are, from the floor up and without mirrors.', 'orange', 2),
  ('image', 'Image', 'Printing, drawing, photographs. Two inks are enough to disagree.', 'pink', 3),
  ('word', 'Word', 'Letters, poems, reading aloud. Short forms, rewritten long.', 'yellow', 4),
  ('making', 'Making', 'Books, cloth, wood, things mended. Nothing is glued that can be sewn.', 'violet', 5)
) as v (slug, name, description, color, position)
on conflict (slug) do update set description = excluded.description
where d.description = '';

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
   'sound', 7, true),
  ('tome-baptista', 'Tomé Baptista', 'Movement, stage carpentry, lifting',
   'Tomé built stages for thirty years and started dancing on them at forty-four. He lifts people as he lifts timber: slowly, from the legs, and asking first.',
   'movement', 8, true),
  ('hana-iwata', 'Hana Iwata', 'Making, folding, quiet machines',
   'Hana folds paper until it behaves and writes music for two fans and a window. The Saturday table is hers: bring a sheet, leave with something that shuts by itself.',
   'making', 9, true)
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
   'sound', 'open', 10, null, 800, 'A blanket if you like.', 'teo-marchetti'),
  ('open-studio', 'class', 'Open studio', 'A table, the tools, tea, and somebody who knows where things are.',
   E'Bring what you are making, or begin something. Nobody teaches, but one of us is there, at the next table, making something too. Ask, borrow, swap, or say nothing for two hours.\n\nOffcuts are free. Machines with a red handle are started by the person who looks after them.',
   'making', 'open', 12, null, 500, 'What you are working on.', 'ruth-adeyemi'),
  ('night-loop-lying-down', 'event', 'Night Loop, lying down', 'One loop, forty mats, a whole night. Breakfast for those who are left.',
   E'Kasimir plays the Night Loop in the room while it goes out on air. You lie down, you fall asleep, you wake up in another part of the same chord. Come and go quietly; the door has been oiled.\n\nMats and blankets are here. At the end there is bread, and the first tram.',
   'sound', 'open', 16, null, 1200, 'A pillow, if you are particular.', 'kasimir-voss')
) as o (slug, kind, title, summary, body, discipline, level, age_from, age_to, price_cents, bring, teacher)
on conflict (slug) do nothing;

-- Being written: staff see it, visitors do not.
insert into public.offerings (slug, kind, title, summary, body, discipline, level, age_from, price_cents, currency, bring, teacher_id, is_demo)
select 'paper-boats-full-size', 'workshop', 'Paper boats, full size', 'Fold a boat that carries one person for eleven metres.',
  'Waxed paper, four metres by six, and the canal outside. We fold on Saturday and sail on Sunday. Towels are here.',
  'making', 'open', 12, 3500, 'EUR', 'Clothes that may get wet.', (select id from public.people p where p.slug = 'ruth-adeyemi'), true
on conflict (slug) do nothing;

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

insert into public.works (slug, title, year, medium, credits, body, blocks, discipline, ratio_width, ratio_height, picture_description,
  person_id, featured_position, published_at, is_demo)
select w.slug, w.title, w.year, w.medium, w.credits, '', private.sample_blocks(w.text), w.discipline, w.rw, w.rh, w.alt,
  (select id from public.people p where p.slug = w.person), w.featured, now() - make_interval(days => w.age), true
from (values
  ('harbour-at-minus-six', 'Harbour at minus six', 2026, 'Four hydrophones under the ice, 18 minutes', 'Teo Marchetti with the Wednesday group',
   E'Four microphones under the ice of the old dock, three mornings, nobody talking. What you see is what you hear: low notes at the bottom, time to the right.\n\n## Listen for\n\n- 0:02 The bell buoy, two kilometres out. Under water it arrives before the boat does.\n- 0:06 Ice. High notes travel faster through a plate, so every crack falls like a dropped coin.\n- 0:07 The hull of the ferry, leaning on its rope and standing up again.\n- 0:13 The big one. Teo says a word here. We cut it.\n\n## How it was made\n\nWe drilled four holes the width of a bottle and let the hydrophones down on washing line. The Wednesday group took turns holding the recorder inside their coats so the batteries would live.\n\nNothing was added. The engine is the night ferry, at anchor. The rest is water deciding to be something else.\n\n[[class breath-and-bowed-metal]]',
   'sound', 12, 5, 'Spectrogram of the piece in blue upright rules on black: an engine below, bells as level lines, ice as falling streaks', 'teo-marchetti', 1, 4),
  ('low-water', 'Low water', 2026, 'Letterpress broadside, one line each', 'The under-twelves with Jonas Lind',
   E'From Forty-one first poems. Lídia wrote it standing on the quay; the others drew straws for the lines and set one each. Every line had to reach both edges of the sheet, whatever it took.\n\n[[class first-poems-club]]',
   'word', 3, 4, 'Poem in black on yellow: “The tide went out to buy some bread. It left the boats asleep in bed, one boot, a bell, a bicycle, the moon in bits, a smell of well and all the stairs it never shows. It’s coming back. The harbour knows.”', 'jonas-lind', 2, 9),
  ('lemons-on-a-tuesday', 'Lemons on a Tuesday', 2026, 'Risograph, two inks, edition of 60', 'Clara Nunes, from Two inks, one drum',
   E'Yellow first, then blue, and everything green is an accident that was allowed to stay. Clara brought the lemons; the bottle was already in the print room.\n\nThe register marks in the margin are part of the print. They say how far apart the two drums were that evening.\n\n[[class two-inks-one-drum]]',
   'image', 4, 5, 'Risograph in yellow and blue: three lemons, a bottle and a glass in window light', 'mireia-puig', 3, 12),
  ('nobody-leads', 'Nobody leads', 2026, 'Duet for two, one exposure of nine seconds', 'Amina Okafor, spring course',
   E'Two people cross a room from opposite sides and jump without agreeing to. Nobody counts. The camera stays open for nine seconds and keeps what it saw: crowded where a body slows down, open where it flies.\n\nThey tried it thirty-one times. This is the fourth, before they got good at it.\n\n[[class floorwork-for-late-starters]]',
   'movement', 8, 5, 'White and orange line figures running towards each other and leaping, drawn as one long exposure on black', 'amina-okafor', 4, 16),
  ('rosepath-for-a-boat-cover', 'Rosepath for a boat cover', 2025, 'Weave draft, eight shafts, sailcloth and cord', 'Ruth Adeyemi’s Thursday bench',
   E'Above, which thread goes through which shaft; at the side, which treadle goes down when; in the corner, who is tied to whom. Below them the cloth, which has no choice.\n\nIt was woven in sailcloth and cord and covers a boat that does not sail.\n\n[[class weaving-a-field]]',
   'making', 4, 5, 'Weaving draft with threading, tie-up, treadling and a diamond pattern in violet and black', 'ruth-adeyemi', 5, 21),
  ('letter-to-the-0712', 'Letter to the 07:12', 2026, 'Letter, one copy, left on a tram seat', 'Letters to a stranger, autumn course',
   E'Left on a seat of the tram at twelve past seven, answered twice. Both answers are with the person in the grey coat, who does not show them.\n\n[[class letters-to-a-stranger]]',
   'word', 4, 5, 'Letter in yellow on black: “Dear you on the 07:12, you were reading with your whole face. I stayed two stops too long to see how it would end. It did not end. You turned the page and the whole tram leaned. Yours, the grey coat”', 'jonas-lind', null::integer, 25),
  ('chair-at-four', 'Chair at four', 2026, 'Risograph, two inks, edition of 40', 'Bento Reis, made in his first week',
   E'Bento drove the tram for thirty-four years and had never drawn a chair. He drew the one he was told to wait on. At four the sun comes round the boatyard and the floor becomes the best part of the room.\n\n[[class two-inks-one-drum]]',
   'image', 4, 5, 'Risograph in pink and teal: a wooden chair with two books in low afternoon light', 'mireia-puig', null, 29),
  ('sixteen-pages-one-sheet', 'Sixteen pages, one sheet', 2026, 'Imposition for a book of sixteen pages', 'Bookbinding in one night',
   E'Half the pages stand on their heads so that all of them stand up later. Fold three times, sew once, cut last.\n\nThe book is called Salt. There is one picture in it, printed twice.\n\n[[class bookbinding-in-one-night]]',
   'making', 7, 5, 'A printed sheet before folding: eight pages, the upper four upside down, with fold and cut marks', 'ruth-adeyemi', null, 40),
  ('fall-and-recover', 'Fall and recover', 2026, 'Solo, one exposure of six seconds', 'Floorwork for late starters',
   E'One person goes to the floor and comes up somewhere else. It looks like an accident, then like a decision. Amina says the second is learned from the first.\n\n[[class floorwork-for-late-starters]]',
   'movement', 5, 4, 'Black line figure on orange walking, folding to the floor and leaping up', 'amina-okafor', null, 46),
  ('a-kettle-in-bergen', 'A kettle in Bergen', 2025, 'Field recording, 20 seconds, one take', 'Inês Valadão for the radio',
   E'From cold to whistle to cup, without a cut. Inês can tell a kettle’s country by ear and is right about half the time.\n\n## Listen for\n\n- 0:01 The lid. It is a little too small, which is why it sings.\n- 0:08 The whistle climbs before it is loud.\n- 0:14 The cup fills, and its note goes up until there is no room left.\n\n[[class radio-for-under-twelves]]',
   'sound', 3, 1, 'Spectrogram in black upright rules on white: a rising cloud, three arched lines of a whistle, then a shorter cloud that rises again', 'ines-valadao', null, 58),
  ('footnotes-to-a-missing-book', 'Footnotes to a missing book', 2026, 'Book, 24 pages, nothing above the line', 'Jonas Lind',
   E'The book was lost on a ferry. Its footnotes had been posted ahead to save weight. Jonas decided they were enough.',
   'word', 3, 2, 'An open book with empty pages: only small numbers, and below a rule nine footnotes such as “She did not. See page 40.” and “Not that ferry. The other ferry.”', 'jonas-lind', null, 70),
  ('a-map-that-shuts-by-itself', 'A map that shuts by itself', 2026, 'One sheet, seventy-two facets', 'Hana Iwata and the Saturday table',
   E'Every crease wants the same thing as its neighbour, so one push closes all of them. Open it on a windy quay and it will close itself, politely, before you have found the street.',
   'making', 1, 1, 'A folded sheet of zigzag facets in perspective, hatched in black on violet', 'hana-iwata', null, 85),
  ('forty-people-who-hum', 'Forty people who hum', 2026, 'Voices, 20 seconds, no conductor', 'The Tuesday choir',
   E'They come in one by one, each on a note of their own, and find the chord without being told. You can see it happen: the lines bend, then lie still.\n\n## Listen for\n\n- 0:03 Six people, six opinions.\n- 0:09 Somebody gives way. Then everybody does.\n- 0:16 One chord, forty people. Nobody remembers who was right.',
   'sound', 2, 1, 'Spectrogram in black upright rules on blue: many crooked lines that straighten into one chord', 'ines-valadao', null, 100)
) as w (slug, title, year, medium, credits, text, discipline, rw, rh, alt, person, featured, age)
on conflict (slug) do nothing;

insert into public.posts (slug, title, summary, body, blocks, discipline, author_id, published_at, is_demo)
select p.slug, p.title, p.summary, '', private.sample_blocks(p.text), p.discipline, (select id from public.people a where a.slug = p.author),
  date_trunc('day', now()) - make_interval(days => p.age) + interval '9 hours', true
from (values
  ('what-the-boatyard-taught-us-about-reverb', 'What the boatyard taught us about reverb',
   'A steel hull is a room turned inside out. Notes from three cold mornings with contact microphones and a patient welder.',
   E'The welder’s name is Abel and he does not like music, which made him the right person to ask.\n\nA hull on the slip is a room that someone has turned inside out: the hard side faces you. Strike it and the sound runs along the plates, finds a seam, waits, and comes back from somewhere you were not looking. We taped microphones to frames twelve, nineteen and thirty-one and listened to Abel work.\n\n## What a plate does\n\nSteel is in a hurry. Through the air a knock at the bow reaches the stern after the eye has already seen it; through the plate it is there first, high notes before low ones. That is why a crack in ice or iron falls like a dropped coin: you hear the top of it, then the middle, then the weight.\n\nWe went back at six in the morning, at minus six, and let four hydrophones down through the ice beside the slip. Press play and look at the same time. The bell is the level line. The ice is everything that falls.\n\n[[work harbour-at-minus-six]]\n\n## What Abel heard\n\n> You people bring all this, and then you listen to the corners.\n\nHe was right. We had four microphones, eleven hours of tape and one idea, and the idea came from him: reverb is not a length, it is a set of decisions made by corners. A round room decides nothing. A stairwell decides everything, twice.\n\n## What to try at home\n\n- Knock on a radiator and put your ear to the pipe two rooms away.\n- Close a wardrobe on your own voice. Open it a hand’s width. That is a filter.\n- Stand in a doorway and clap once. Half of what comes back belongs to the other room.\n\nOn Tuesday we will try it with the studio stairs. Bring soft shoes; the hard ones will be needed as instruments.\n\n[[class breath-and-bowed-metal]]',
   'making', 'teo-marchetti', 3),
  ('how-the-waiting-list-works', 'How the waiting list works, and why nobody can jump it',
   'A freed place goes to the first in line, whole parties together, and stays private for two hours.',
   E'When a class is full you can join the waiting list. You see your position, always.\n\nIf a place comes free it is offered to the first person whose party fits. The offer stays private for two hours; then it moves on. Nobody sees a free place that somebody is already being asked about, and nobody at the desk can move you without writing down why.\n\n## Three questions we are asked\n\n- Can I join with a friend? Yes. A party is offered its places together or not at all.\n- What if I am asleep? The offer waits two hours and comes by email. At night it waits until morning.\n- Do teachers have favourites? They do. The list does not know them.\n\nIt is slower than being friends with us. It is also fair.',
   'word', 'jonas-lind', 11),
  ('forty-one-first-poems', 'Forty-one first poems',
   'The under-twelves wrote to the tide. The tide has not answered yet.',
   E'They wrote standing up, on the quay, with pencils because pens freeze. The youngest asked the tide whether it is tired. The oldest asked it to bring back a shoe.\n\nAll forty-one poems were read on air at the hour when cats are fed. We have left the letterbox in the library open, in case.\n\n## The one we printed\n\nLídia is nine and had the shortest pencil. Her poem has ten lines, so ten people set it, one line each, in wooden letters that are older than the studio. The rule was that every line must reach both edges of the sheet. If the letters were too few, they had to be wider. If they were too many, narrower. That is also how you tell the truth, said somebody, and nobody could find out who.\n\n[[work low-water]]\n\n## What they asked for\n\n- Bread, twice.\n- A shoe, left.\n- For the moon to hold still.\n- Nothing, thank you, I only wanted to write.\n\nThe printed sheet hangs in the tram depot now. The drivers asked.\n\n[[class first-poems-club]]',
   'word', 'jonas-lind', 18),
  ('a-drum-and-a-half', 'A drum and a half',
   'The risograph has come back from repair with opinions.',
   E'The blue drum leaks a little on the left. We could fix it. We have decided to compose for it instead: anything that has to be clean goes on the right.\n\n## Lemons first\n\nClara put three lemons on the table before the machine was warm. Yellow went down cleanly. Then the blue drum came round with its opinions, two millimetres late, and the bottle turned green without anyone having ordered green.\n\n[[work lemons-on-a-tuesday]]\n\nYou can read the evening in the margin. The two little crosses are supposed to be one. The distance between them is how the machine felt.\n\n## Then a chair\n\nBento had never printed anything but a timetable. He waited on the chair until four, then drew it. Pink, teal, and the sun doing most of the work.\n\n[[work chair-at-four]]\n\nThe next Two inks evening will print only diagonals.\n\n[[class two-inks-one-drum]]',
   'image', 'mireia-puig', 34)
) as p (slug, title, summary, text, discipline, author, age)
on conflict (slug) do nothing;

insert into public.shows (slug, title, summary, host_id, discipline, is_demo)
select s.slug, s.title, s.summary, (select id from public.people p where p.slug = s.host), s.discipline, true
from (values
  ('undertow', 'Undertow', 'Slow records and slower talk while the light goes.', 'ines-valadao', 'sound'),
  ('the-copy-shop-hour', 'The Copy Shop Hour', 'Zines read aloud, with the machine running.', 'mireia-puig', 'image'),
  ('night-loop', 'Night Loop', 'One loop, changed a little every hour, until morning.', null, 'sound'),
  ('first-light', 'First Light', 'Harbour sounds and the weather, nothing else.', 'teo-marchetti', 'sound'),
  ('post', 'Post', 'Letters from listeners, answered on air.', 'jonas-lind', 'word'),
  ('small-radio', 'Small Radio', 'Made entirely by people under twelve.', 'ines-valadao', 'sound'),
  ('standing-wave', 'Standing Wave', 'Music for moving to in a kitchen.', 'amina-okafor', 'movement'),
  ('surf', 'Surf', 'What the tide brought in: dub plates, fado rehearsals, a kettle in Bergen.', 'ines-valadao', 'sound'),
  ('slow-tide', 'Slow Tide', 'One long mix from the library, no talking.', null, 'sound'),
  ('bench-radio', 'Bench Radio', 'Whatever Ruth binds to, with the bench running.', 'ruth-adeyemi', 'making'),
  ('foley-kitchen', 'Foley Kitchen', 'Lunch, recorded very closely. Best with headphones.', 'teo-marchetti', 'sound'),
  ('marginalia', 'Marginalia', 'Only footnotes. Nothing above the line.', 'jonas-lind', 'word'),
  ('saturday-table', 'Saturday Table', 'Talk, paper and coffee, with the windows open.', 'mireia-puig', 'image'),
  ('requests', 'Requests', 'Yours, in the order in which they came.', 'ines-valadao', 'sound'),
  ('listening-bar', 'Listening Bar', 'Whole sides of records, live from the front room.', 'kasimir-voss', 'sound')
) as s (slug, title, summary, host, discipline)
on conflict (slug) do nothing;

-- Every weekday has a grid of its own and no hour is empty, unless the studio has drawn one itself. Shows without a host
-- come from the library. Each line is a day, in hours.
insert into public.slots (show_id, weekday, local_time, duration_min, zone)
select s.id, g.weekday, make_time(g.from_hour, 0, 0),
  60 * (lead(g.from_hour, 1, 24) over (partition by g.weekday order by g.from_hour) - g.from_hour), (select zone from public.studio)
from (
  select d.weekday, split_part(show, ' ', 2) as show, split_part(show, ' ', 1)::integer as from_hour
  from (values
    (1, '0 night-loop,6 first-light,10 slow-tide,18 bench-radio,19 slow-tide,21 night-loop'),
    (2, '0 night-loop,6 first-light,10 standing-wave,12 slow-tide,16 small-radio,17 surf,19 the-copy-shop-hour,20 undertow,22 night-loop'),
    (3, '0 night-loop,6 first-light,10 slow-tide,12 foley-kitchen,13 slow-tide,16 small-radio,17 slow-tide,18 post,19 undertow,22 night-loop'),
    (4, '0 night-loop,6 first-light,10 standing-wave,12 slow-tide,15 marginalia,16 slow-tide,18 surf,20 post,21 night-loop'),
    (5, '0 night-loop,6 first-light,9 slow-tide,12 foley-kitchen,13 slow-tide,17 undertow,19 bench-radio,20 listening-bar'),
    (6, '0 night-loop,8 first-light,9 saturday-table,12 small-radio,13 slow-tide,14 requests,16 standing-wave,18 slow-tide,21 night-loop'),
    (7, '0 night-loop,8 slow-tide,16 post,17 undertow,20 slow-tide,22 night-loop')
  ) as d (weekday, shows) cross join unnest(string_to_array(d.shows, ',')) show
) g
join public.shows s on s.slug = g.show and s.is_demo
where not exists (select from public.slots);

-- One entry is being written, one appears next week.
insert into public.posts (slug, title, summary, body, discipline, author_id, published_at, is_demo)
select p.slug, p.title, p.summary, p.body, p.discipline, (select id from public.people a where a.slug = p.author),
  date_trunc('day', now()) + make_interval(days => p.days) + interval '9 hours', true
from (values
  ('the-loom-that-came-by-tram', 'The loom that came by tram', 'Nine stops, four people, one very patient driver.',
   E'It did not fit through the door, so we waited for a tram with a wider one.\n\nRuth rode beside it with a hand on the beam. The driver announced it at every stop, by name.', 'making', 'ruth-adeyemi', 6),
  ('what-the-night-loop-sounds-like-at-four', 'What the Night Loop sounds like at four', 'Notes from the only person awake.',
   'Kasimir promised this for Friday. So far there is a title and a very good first sentence, which is not this one.', 'sound', 'kasimir-voss', null)
) as p (slug, title, summary, body, discipline, author, days)
on conflict (slug) do nothing;

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

  update public.disciplines d set translations = jsonb_build_object('pt', jsonb_build_object('name', v.name,
    'description', case when coalesce(current_setting('onda.putting_back', true), '') <> 'on' then v.description end))
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
     'O Kasimir constrói instrumentos que só fazem uma coisa e depois descobre qual é a segunda. É ele que mantém o Laço Noturno a girar.'),
    ('tome-baptista', 'Movimento, carpintaria de palco, levantar pesos',
     'O Tomé construiu palcos durante trinta anos e começou a dançar neles aos quarenta e quatro. Levanta pessoas como levanta madeira: devagar, a partir das pernas, e perguntando primeiro.'),
    ('hana-iwata', 'Ofícios, dobras, máquinas silenciosas',
     'A Hana dobra papel até ele se portar bem e escreve música para duas ventoinhas e uma janela. A mesa de sábado é dela: traga uma folha e leve alguma coisa que se fecha sozinha.')
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
     'Uma manta, se quiser.'),
    ('open-studio', 'estudio-aberto', 'Estúdio aberto', 'Uma mesa, as ferramentas, chá e alguém que sabe onde estão as coisas.',
     E'Traga o que anda a fazer, ou comece alguma coisa. Ninguém dá aula, mas um de nós está lá, na mesa ao lado, também a fazer qualquer coisa. Pergunte, peça emprestado, troque, ou passe duas horas sem dizer nada.\n\nAs sobras são de graça. As máquinas com manípulo vermelho são ligadas por quem toma conta delas.',
     'Aquilo em que está a trabalhar.'),
    ('night-loop-lying-down', 'laco-noturno-deitado', 'Laço Noturno, deitado', 'Um laço, quarenta colchões, uma noite inteira. Pequeno-almoço para quem ficar.',
     E'O Kasimir toca o Laço Noturno na sala enquanto ele vai para o ar. Deita-se, adormece e acorda noutra parte do mesmo acorde. Entre e saia sem barulho; a porta foi oleada.\n\nOs colchões e as mantas estão cá. No fim há pão e o primeiro elétrico.',
     'Uma almofada, se fizer questão.')
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

  update public.cancellation_policies p set translations = '{"pt": {"name": "Normal"}}'
  where p.id = 'standard' and p.translations = '{}' and p.name = 'Standard';

  update public.pass_types t set translations = jsonb_build_object('pt', jsonb_build_object('name', v.name))
  from (values ('five', 'Cinco entradas'), ('ten', 'Dez entradas')) as v (id, name) where t.id = v.id and t.is_demo;

  update public.works w set translations = jsonb_build_object('pt', jsonb_build_object('slug', v.own_slug, 'title', v.title, 'medium', v.medium,
    'credits', v.credits, 'blocks', private.sample_blocks(v.text), 'picture_description', v.alt))
  from (values
    ('harbour-at-minus-six', 'porto-a-menos-seis', 'Porto a menos seis', 'Quatro hidrofones debaixo do gelo, 18 minutos', 'Teo Marchetti com o grupo de quarta-feira',
     E'Quatro microfones debaixo do gelo da doca velha, três manhãs, ninguém a falar. O que vê é o que ouve: as notas graves em baixo, o tempo para a direita.\n\n## Para ouvir com atenção\n\n- 0:02 A boia do sino, a dois quilómetros. Debaixo de água chega antes do barco.\n- 0:06 Gelo. As notas agudas correm mais depressa numa placa, por isso cada estalo cai como uma moeda.\n- 0:07 O casco do ferry, a encostar-se ao cabo e a endireitar-se outra vez.\n- 0:13 O grande. Aqui o Teo diz uma palavra. Cortámo-la.\n\n## Como foi feito\n\nAbrimos quatro furos da largura de uma garrafa e descemos os hidrofones com corda da roupa. O grupo de quarta-feira revezou-se a segurar o gravador dentro dos casacos, para as pilhas não morrerem.\n\nNada foi acrescentado. O motor é o ferry da noite, fundeado. O resto é água a decidir ser outra coisa.\n\n[[class breath-and-bowed-metal]]',
     'Espectrograma da peça em traços verticais azuis sobre preto: um motor em baixo, sinos como linhas direitas, gelo como riscos que caem'),
    ('low-water', 'mare-vazia', 'Maré vazia', 'Cartaz em tipografia, uma linha cada um', 'Os menores de doze com Jonas Lind',
     E'De Quarenta e um primeiros poemas. A Lídia escreveu-o de pé no cais; os outros tiraram à sorte as linhas e compuseram uma cada um. Cada linha tinha de chegar às duas margens da folha, custasse o que custasse.\n\n[[class first-poems-club]]',
     'Poema em inglês a preto sobre amarelo: a maré saiu para comprar pão e deixou os barcos a dormir, uma bota, um sino, uma bicicleta, a lua aos bocados e as escadas que nunca mostra; vai voltar, o porto sabe'),
    ('lemons-on-a-tuesday', 'limoes-numa-terca', 'Limões numa terça', 'Risografia, duas tintas, edição de 60', 'Clara Nunes, de Duas tintas, um tambor',
     E'Primeiro o amarelo, depois o azul, e tudo o que é verde é um acidente que pôde ficar. A Clara trouxe os limões; a garrafa já estava na sala de impressão.\n\nAs marcas de registo na margem fazem parte da gravura. Dizem a que distância estavam os dois tambores nessa noite.\n\n[[class two-inks-one-drum]]',
     'Risografia em amarelo e azul: três limões, uma garrafa e um copo à luz da janela'),
    ('nobody-leads', 'ninguem-conduz', 'Ninguém conduz', 'Dueto para dois, uma exposição de nove segundos', 'Amina Okafor, curso da primavera',
     E'Duas pessoas atravessam uma sala vindas de lados opostos e saltam sem combinar. Ninguém conta. A câmara fica aberta nove segundos e guarda o que viu: apertado onde um corpo abranda, aberto onde voa.\n\nTentaram trinta e uma vezes. Esta é a quarta, antes de ficarem bons nisso.\n\n[[class floorwork-for-late-starters]]',
     'Figuras de linhas brancas e cor de laranja a correr uma para a outra e a saltar, numa só exposição longa sobre preto'),
    ('rosepath-for-a-boat-cover', 'rosepath-para-cobrir-um-barco', 'Rosepath para cobrir um barco', 'Debuxo para oito quadros, lona e cordão', 'A bancada de quinta-feira de Ruth Adeyemi',
     E'Em cima, que fio passa por que quadro; ao lado, que pedal desce e quando; no canto, quem está atado a quem. Por baixo o tecido, que não tem escolha.\n\nFoi tecido em lona e cordão e cobre um barco que não navega.\n\n[[class weaving-a-field]]',
     'Debuxo de tecelagem com passagem dos fios, atadura, pedais e um padrão de losangos em violeta e preto'),
    ('letter-to-the-0712', 'carta-ao-das-sete-e-doze', 'Carta ao das 07:12', 'Carta, um exemplar, deixada num banco do elétrico', 'Cartas a um desconhecido, curso do outono',
     E'Deixada num banco do elétrico das sete e doze, com duas respostas. As duas estão com a pessoa do casaco cinzento, que não as mostra.\n\n[[class letters-to-a-stranger]]',
     'Carta em inglês a amarelo sobre preto, a alguém que lia com a cara toda no elétrico das 07:12; assina o casaco cinzento'),
    ('chair-at-four', 'cadeira-as-quatro', 'Cadeira às quatro', 'Risografia, duas tintas, edição de 40', 'Bento Reis, na sua primeira semana',
     E'O Bento conduziu o elétrico durante trinta e quatro anos e nunca tinha desenhado uma cadeira. Desenhou aquela em que lhe disseram para esperar. Às quatro o sol dá a volta ao estaleiro e o chão passa a ser a melhor parte da sala.\n\n[[class two-inks-one-drum]]',
     'Risografia em cor-de-rosa e azul-petróleo: uma cadeira de madeira com dois livros à luz baixa da tarde'),
    ('sixteen-pages-one-sheet', 'dezasseis-paginas-uma-folha', 'Dezasseis páginas, uma folha', 'Imposição para um livro de dezasseis páginas', 'Encadernação numa noite',
     E'Metade das páginas está de cabeça para baixo para que depois todas fiquem de pé. Dobrar três vezes, coser uma, cortar no fim.\n\nO livro chama-se Sal. Tem uma só imagem, impressa duas vezes.\n\n[[class bookbinding-in-one-night]]',
     'Uma folha impressa antes de dobrar: oito páginas, as quatro de cima ao contrário, com marcas de dobra e de corte'),
    ('fall-and-recover', 'cair-e-levantar', 'Cair e levantar', 'Solo, uma exposição de seis segundos', 'Trabalho de chão para quem começa tarde',
     E'Uma pessoa vai ao chão e levanta-se noutro sítio. Parece um acidente, depois uma decisão. A Amina diz que a segunda se aprende com o primeiro.\n\n[[class floorwork-for-late-starters]]',
     'Figura de linhas pretas sobre cor de laranja que caminha, se dobra até ao chão e salta'),
    ('a-kettle-in-bergen', 'uma-chaleira-em-bergen', 'Uma chaleira em Bergen', 'Gravação de campo, 20 segundos, de uma vez', 'Inês Valadão para a rádio',
     E'De fria a assobio a chávena, sem cortes. A Inês conhece de ouvido o país de uma chaleira e acerta em metade das vezes.\n\n## Para ouvir com atenção\n\n- 0:01 A tampa. É um pouco pequena de mais, por isso canta.\n- 0:08 O assobio sobe antes de ser forte.\n- 0:14 A chávena enche, e a sua nota sobe até já não haver espaço.\n\n[[class radio-for-under-twelves]]',
     'Espectrograma em traços verticais pretos sobre branco: uma nuvem que sobe, três linhas arqueadas de um assobio e depois uma nuvem mais curta que sobe outra vez'),
    ('footnotes-to-a-missing-book', 'notas-de-um-livro-perdido', 'Notas de um livro perdido', 'Livro, 24 páginas, nada acima da linha', 'Jonas Lind',
     E'O livro perdeu-se num ferry. As notas de rodapé tinham seguido pelo correio para poupar peso. O Jonas decidiu que chegavam.',
     'Um livro aberto com páginas vazias: só números pequenos e, por baixo de um traço, nove notas de rodapé em inglês'),
    ('a-map-that-shuts-by-itself', 'um-mapa-que-se-fecha-sozinho', 'Um mapa que se fecha sozinho', 'Uma folha, setenta e duas faces', 'Hana Iwata e a mesa de sábado',
     E'Cada dobra quer o mesmo que a sua vizinha, por isso um empurrão fecha-as todas. Abra-o num cais ventoso e ele fecha-se sozinho, com delicadeza, antes de encontrar a rua.',
     'Uma folha dobrada em faces em ziguezague, em perspetiva, tracejada a preto sobre violeta'),
    ('forty-people-who-hum', 'quarenta-pessoas-a-trautear', 'Quarenta pessoas a trautear', 'Vozes, 20 segundos, sem maestro', 'O coro de terça-feira',
     E'Entram uma a uma, cada qual na sua nota, e encontram o acorde sem que ninguém lhes diga. Vê-se acontecer: as linhas dobram-se e depois ficam quietas.\n\n## Para ouvir com atenção\n\n- 0:03 Seis pessoas, seis opiniões.\n- 0:09 Alguém cede. Depois cedem todos.\n- 0:16 Um acorde, quarenta pessoas. Ninguém se lembra de quem tinha razão.',
     'Espectrograma em traços verticais pretos sobre azul: muitas linhas tortas que se endireitam num só acorde')
  ) as v (slug, own_slug, title, medium, credits, text, alt) where w.slug = v.slug and w.is_demo;

  update public.posts p set translations = jsonb_build_object('pt', jsonb_build_object('slug', v.own_slug, 'title', v.title,
    'summary', v.summary, 'blocks', private.sample_blocks(v.text)))
  from (values
    ('what-the-boatyard-taught-us-about-reverb', 'o-que-o-estaleiro-nos-ensinou-sobre-reverberacao', 'O que o estaleiro nos ensinou sobre reverberação',
     'Um casco de aço é uma sala virada do avesso. Notas de três manhãs frias com microfones de contacto e um soldador paciente.',
     E'O soldador chama-se Abel e não gosta de música, o que fez dele a pessoa certa a quem perguntar.\n\nUm casco na rampa é uma sala que alguém virou do avesso: o lado duro está virado para nós. Bate-se-lhe e o som corre pelas chapas, encontra uma junta, espera e volta de um sítio para onde não estávamos a olhar. Colámos microfones nas cavernas doze, dezanove e trinta e um e ficámos a ouvir o Abel trabalhar.\n\n## O que faz uma chapa\n\nO aço tem pressa. Pelo ar, uma pancada na proa chega à popa depois de o olho já a ter visto; pela chapa chega primeiro, as notas agudas antes das graves. É por isso que um estalo no gelo ou no ferro cai como uma moeda: ouve-se o cimo, depois o meio, depois o peso.\n\nVoltámos às seis da manhã, com seis graus negativos, e descemos quatro hidrofones pelo gelo ao lado da rampa. Carregue no botão e olhe ao mesmo tempo. O sino é a linha direita. O gelo é tudo o que cai.\n\n[[work harbour-at-minus-six]]\n\n## O que o Abel ouviu\n\n> Trazem isto tudo e depois põem-se a ouvir os cantos.\n\nTinha razão. Tínhamos quatro microfones, onze horas de fita e uma ideia, e a ideia veio dele: a reverberação não é uma duração, é um conjunto de decisões tomadas pelos cantos. Uma sala redonda não decide nada. Umas escadas decidem tudo, duas vezes.\n\n## Para experimentar em casa\n\n- Bata num radiador e encoste o ouvido ao cano duas salas mais adiante.\n- Feche um armário sobre a sua própria voz. Abra-o um palmo. Isso é um filtro.\n- Fique numa porta e bata palmas uma vez. Metade do que volta pertence à outra sala.\n\nNa terça-feira vamos experimentar com as escadas do estúdio. Traga sapatos macios; os duros vão servir de instrumentos.\n\n[[class breath-and-bowed-metal]]'),
    ('how-the-waiting-list-works', 'como-funciona-a-lista-de-espera', 'Como funciona a lista de espera, e porque é que ninguém passa à frente',
     'Um lugar que fica livre vai para quem está primeiro, os grupos inteiros juntos, e fica reservado durante duas horas.',
     E'Quando uma aula está cheia, pode entrar na lista de espera. Vê sempre a sua posição.\n\nSe um lugar fica livre, é oferecido à primeira pessoa cujo grupo lá caiba. A oferta fica reservada durante duas horas; depois passa à seguinte. Ninguém vê um lugar livre sobre o qual já se está a perguntar a alguém, e ninguém ao balcão pode mudá-lo de posição sem escrever porquê.\n\n## Três perguntas que nos fazem\n\n- Posso entrar com um amigo? Pode. Um grupo recebe os seus lugares juntos ou não recebe nenhum.\n- E se eu estiver a dormir? A oferta espera duas horas e chega por e-mail. À noite espera até de manhã.\n- Os professores têm favoritos? Têm. A lista não os conhece.\n\nÉ mais lento do que ser nosso amigo. Também é justo.'),
    ('forty-one-first-poems', 'quarenta-e-um-primeiros-poemas', 'Quarenta e um primeiros poemas',
     'Os menores de doze escreveram à maré. A maré ainda não respondeu.',
     E'Escreveram de pé, no cais, a lápis, porque as canetas gelam. A mais nova perguntou à maré se está cansada. O mais velho pediu-lhe que trouxesse de volta um sapato.\n\nOs quarenta e um poemas foram lidos no ar à hora a que se dá de comer aos gatos. Deixámos aberta a caixa do correio da biblioteca, pelo sim, pelo não.\n\n## Aquele que imprimimos\n\nA Lídia tem nove anos e tinha o lápis mais curto. O poema dela tem dez linhas, por isso compuseram-no dez pessoas, uma linha cada uma, em letras de madeira mais velhas do que o estúdio. A regra era que cada linha chegasse às duas margens da folha. Se as letras eram poucas, tinham de ser mais largas. Se eram muitas, mais estreitas. É também assim que se diz a verdade, disse alguém, e ninguém conseguiu saber quem.\n\n[[work low-water]]\n\n## O que pediram\n\n- Pão, duas vezes.\n- Um sapato, o esquerdo.\n- Que a lua ficasse quieta.\n- Nada, obrigado, eu só queria escrever.\n\nA folha impressa está agora pendurada na recolha dos elétricos. Os guarda-freios pediram.\n\n[[class first-poems-club]]'),
    ('a-drum-and-a-half', 'um-tambor-e-meio', 'Um tambor e meio',
     'A risógrafa voltou do arranjo com opiniões.',
     E'O tambor azul verte um pouco à esquerda. Podíamos arranjá-lo. Decidimos antes compor para ele: tudo o que tem de ficar limpo vai para a direita.\n\n## Primeiro os limões\n\nA Clara pôs três limões na mesa antes de a máquina aquecer. O amarelo saiu limpo. Depois o tambor azul deu a volta com as suas opiniões, dois milímetros atrasado, e a garrafa ficou verde sem que ninguém tivesse pedido verde.\n\n[[work lemons-on-a-tuesday]]\n\nLê-se a noite na margem. As duas pequenas cruzes deviam ser uma só. A distância entre elas é o humor da máquina.\n\n## Depois uma cadeira\n\nO Bento nunca tinha impresso nada além de um horário. Esperou na cadeira até às quatro e depois desenhou-a. Cor-de-rosa, azul-petróleo, e o sol a fazer quase todo o trabalho.\n\n[[work chair-at-four]]\n\nA próxima noite de Duas tintas vai imprimir só diagonais.\n\n[[class two-inks-one-drum]]')
  ) as v (slug, own_slug, title, summary, text) where p.slug = v.slug and p.is_demo;

  update public.shows s set translations = jsonb_build_object('pt', jsonb_build_object('slug', v.own_slug, 'title', v.title, 'summary', v.summary))
  from (values
    ('undertow', 'ressaca', 'Ressaca', 'Discos lentos e conversa ainda mais lenta, enquanto a luz se vai.'),
    ('the-copy-shop-hour', 'a-hora-da-loja-de-copias', 'A Hora da Loja de Cópias', 'Zines lidos em voz alta, com a máquina a trabalhar.'),
    ('night-loop', 'laco-noturno', 'Laço Noturno', 'Um laço, um pouco diferente a cada hora, até de manhã.'),
    ('first-light', 'primeira-luz', 'Primeira Luz', 'Sons do porto e o estado do tempo, mais nada.'),
    ('post', 'correio', 'Correio', 'Cartas de ouvintes, com resposta no ar.'),
    ('small-radio', 'radio-pequena', 'Rádio Pequena', 'Feita inteiramente por pessoas com menos de doze anos.'),
    ('standing-wave', 'onda-parada', 'Onda Parada', 'Música para mexer o corpo numa cozinha.'),
    ('surf', 'rebentacao', 'Rebentação', 'O que a maré trouxe: dub plates, ensaios de fado, uma chaleira em Bergen.'),
    ('slow-tide', 'mare-lenta', 'Maré Lenta', 'Uma longa mistura da biblioteca, sem conversa.'),
    ('bench-radio', 'radio-de-bancada', 'Rádio de Bancada', 'O que a Ruth ouve enquanto encaderna, com a bancada a trabalhar.'),
    ('foley-kitchen', 'cozinha-de-sons', 'Cozinha de Sons', 'O almoço, gravado muito de perto. Com auscultadores, por favor.'),
    ('marginalia', 'notas-a-margem', 'Notas à Margem', 'Só notas de rodapé. Nada acima da linha.'),
    ('saturday-table', 'mesa-de-sabado', 'Mesa de Sábado', 'Conversa, papel e café, com as janelas abertas.'),
    ('requests', 'pedidos', 'Pedidos', 'Os seus, pela ordem em que chegaram.'),
    ('listening-bar', 'bar-de-escuta', 'Bar de Escuta', 'Lados inteiros de discos, em direto da sala da frente.')
  ) as v (slug, own_slug, title, summary) where s.slug = v.slug and s.is_demo;
end
$$;
