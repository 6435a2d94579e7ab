// People, programme, texts, pictures and radio of the studio that the bench makes. SQL only; run by seed.ts.

/** Name and SQL of each theme, in the order in which they build on each other. */
export function seedCatalogue(rows: number): [name: string, text: string][] {
  const series = `generate_series(1, ${rows}) n`;
  return [
    [
      'people and households',
      `
      insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
        created_at, updated_at, last_sign_in_at)
      select '00000000-0000-0000-0000-000000000000', bench.id('user', n), 'authenticated', 'authenticated', 'person' || n || '@bench.example',
        now(), '{"provider": "email", "providers": ["email"]}', jsonb_build_object('name', bench.name(n)),
        now() - n * interval '10 minutes', now(), now() - (n % 400) * interval '1 day' from ${series};
      insert into public.profiles (user_id, name) select bench.id('user', n), bench.name(n) from ${series};
      insert into public.roles (user_id, role) select bench.id('user', n), 'member' from ${series};
      insert into public.households (id, name, created_at)
      select bench.id('household', n), bench.name(n), now() - n * interval '10 minutes' from ${series};
      insert into public.guardians (user_id, household_id) select bench.id('user', n), bench.id('household', n) from ${series};
      insert into public.participants (id, household_id, user_id, name, created_at)
      select bench.id('adult', n), bench.id('household', n), bench.id('user', n), bench.name(n), now() - n * interval '10 minutes' from ${series};
      insert into public.participants (id, household_id, name, born_on, created_at)
      select bench.id('child', n), bench.id('household', n), bench.name(n * 7 % ${rows}), date '2012-01-01' + n % 2000,
        now() - n * interval '9 minutes' from ${series};`,
    ],
    [
      'offerings and dates',
      // Twenty dates a day in ten rooms, four fifths of them past.
      `
      insert into public.rooms (id, slug, name) select bench.id('room', n), 'bench-room-' || n, 'Bench room ' || n from generate_series(0, 9) n;
      insert into public.offerings (id, slug, kind, title, summary, body, discipline, price_cents, currency, teacher_id, published_at, archived_at)
      select bench.id('offering', n), 'bench-' || n, (array['class', 'course', 'workshop', 'event'])[1 + n % 4],
        (array['Harbour', 'Wave', 'Paper', 'Bronze', 'Winter', 'Canal', 'Thread', 'Ação', 'Lantern', 'Salt'])[1 + n % 10] || ' and '
          || (array['light', 'engine', 'letter', 'room', 'voice', 'garden', 'ladder'])[1 + n % 7] || ' ' || n,
        'Something to learn.', 'Words about it.', (array['sound', 'movement', 'image', 'word', 'making'])[1 + n % 5], 2400, 'EUR',
        (select id from public.people order by id limit 1), case when n <= 50 then now() - interval '1 year' end,
        case when n > 50 and n % 2 = 0 then now() end from ${series};
      insert into public.capacity_pools (id, capacity) select bench.id('pool', n), 12 from ${series};
      insert into public.sessions (id, offering_id, room_id, pool_id, local_date, local_time, duration_min, zone)
      select bench.id('session', n), bench.id('offering', 1 + n % 50), bench.id('room', n % 10), bench.id('pool', n),
        current_date - (${rows} / 25) + n / 20, case when n % 20 < 10 then time '10:00' else time '16:00' end, 90, 'Europe/Lisbon' from ${series};`,
    ],
    [
      'journal, revisions and pictures',
      `
      insert into public.posts (id, slug, title, summary, body, discipline)
      select bench.id('post', n), 'bench-entry-' || n,
        (array['Harbour', 'Wave', 'Paper', 'Bronze', 'Winter', 'Canal', 'Thread', 'Ação', 'Lantern', 'Salt'])[1 + n % 10] || ' notes ' || n,
        'On the studio.', 'Words.', 'word' from ${series};
      insert into public.contents (relation, ref, title, slug, fields, version, updated_at)
      select 'posts', p.id, p.title, p.slug, private.content_fields('posts', to_jsonb(p)), 1, now() - substr(p.slug, 13)::integer * interval '7 minutes'
      from public.posts p where p.slug like 'bench-entry-%';
      insert into public.content_revisions (relation, ref, version, fields, made_at)
      select c.relation, c.ref, n, c.fields, now() - (${rows} - n) * interval '1 minute'
      from ${series} join public.contents c on c.relation = 'posts' and c.ref = bench.id('post', 1);
      update public.contents set version = ${rows} where relation = 'posts' and ref = bench.id('post', 1);
      insert into public.media (id, path, file_name, size_bytes, width, height, colour, alt, credit, created_at)
      select bench.id('media', n), bench.id('media', n) || '/' || substr(md5(n::text), 1, 12) || '.jpg', 'IMG_' || n || '.jpg', 200000, 1600, 1200,
        '#336644', case when n % 20 = 0 then '' else 'A ' || (array['wheel', 'stage', 'choir', 'press', 'kiln'])[1 + n % 5] || ' in use, ' || n end,
        bench.name(n), now() - n * interval '11 minutes' from ${series};`,
    ],
    [
      'radio',
      `
      insert into public.radio_tracks (id, title, artist, album, duration_ms, file, is_requestable, added_at)
      select bench.id('track', n), (array['Harbour', 'Wave', 'Paper', 'Bronze', 'Winter', 'Canal', 'Thread'])[1 + n % 7] || ' song ' || n,
        bench.name(n % 3000), 'Album ' || n % 5000, 180000 + n, 'bench-' || n || '.mp3', false, now() - n * interval '1 minute' from ${series};
      insert into public.radio_plays (id, track_id, show_id, kind, title, artist, started_at, duration_ms, listeners)
      select bench.id('play', n), t.id, (select id from public.shows order by id limit 1), 'music', t.title, t.artist,
        now() - n * interval '30 days' / ${rows}, 50000, n % 40
      from ${series} join public.radio_tracks t on t.id = bench.id('track', n);
      insert into public.radio_listener_sessions (id, way, started_at, ended_at, visitor, device, device_name)
      select bench.id('heard', n), 'mp3', t.at, t.at + make_interval(secs => 30 + n % 4000), md5('visitor ' || n % 9000), 'browser', 'Firefox'
      from ${series} cross join lateral (select now() - n * interval '7 days' / ${rows} as at) t;
      insert into public.radio_listener_minutes (minute, listeners, show_id)
      select date_trunc('minute', now()) - n * interval '1 minute', 1 + n % 60, (select id from public.shows order by id limit 1)
      from ${series} on conflict do nothing;
      insert into public.radio_connections (at, client, outcome, reason)
      select now() - n * interval '5 minutes', 'bench', 'rejected', '{"code":"wrong_password"}' from ${series};
      insert into public.radio_episodes (id, title, file, bytes, duration_ms, recorded_at)
      select bench.id('episode', n), 'Evening ' || n, 'bench-episode-' || n || '.mp3', 1000, 3600000, now() - n * interval '1 hour' from ${series};`,
    ],
  ];
}
