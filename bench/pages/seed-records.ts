// Orders, money, waiting lists, messages and logs of the studio that the bench makes. SQL only; run by seed.ts.

export function seedRecords(rows: number): [name: string, text: string][] {
  const series = `generate_series(1, ${rows}) n`;
  // A date among the coming ones: everyone waits for this one.
  const longWaitlist = Math.ceil(rows * 0.82);
  return [
    [
      'orders and places',
      `
      insert into public.orders (id, number, state, user_id, buyer_name, buyer_email, buyer_phone, method, currency, total_cents, paid_cents, created_at)
      select bench.id('order', n), 'B' || n, case when n % 10 = 3 then 'cancelled' when n % 20 = 7 then 'lapsed' else 'confirmed' end,
        case when n % 2 = 0 then bench.id('user', n) end, bench.name(n), 'person' || n || '@bench.example', '9' || (10000000 + n), 'studio', 'EUR',
        2400, case when n % 50 = 0 then 0 else 2400 end, now() - n * interval '20 minutes' from ${series};
      insert into private.order_links (order_id, token) select bench.id('order', n), private.new_token() from ${series};
      insert into public.bookings (id, order_id, pool_id, participant_id, name, state, price_cents, currency, policy, created_at)
      select bench.id('booking', n), o.id, bench.id('pool', 1 + n * 7 % ${rows}), bench.id('child', n), bench.name(n * 7 % ${rows}),
        case o.state when 'confirmed' then 'seated' else o.state end, 2400, 'EUR', '{}', o.created_at - interval '3 years'
      from ${series} join public.orders o on o.id = bench.id('order', n);
      update public.capacity_pools p set seats = c.seats, capacity = greatest(12, c.seats)
      from (select pool_id, count(*) as seats from public.bookings where state = 'seated' group by pool_id) c where c.pool_id = p.id and p.seats = 0;
      insert into public.timeline (at, what, order_id) select now() - n * interval '20 minutes', 'booked', bench.id('order', n) from ${series};
      insert into public.attendance (session_id, booking_id, mark, marked_at)
      select s.id, b.id, case when b.price_cents % 7 = 0 then 'absent' else 'present' end, s.starts_at
      from public.bookings b join public.sessions s on s.pool_id = b.pool_id
      where b.state = 'seated' and s.starts_at < now() on conflict do nothing;`,
    ],
    [
      'money',
      `
      insert into public.payments (id, order_id, amount_cents, currency, method, received_at)
      select bench.id('payment', n), bench.id('order', n), 2400, 'EUR', (array['cash', 'card', 'transfer', 'card_at_studio'])[1 + n % 4],
        now() - n * interval '19 minutes' from ${series};
      insert into public.refunds (id, order_id, amount_cents, currency, method, state, reason, created_at, done_at)
      select bench.id('refund', n), bench.id('order', n * 10), 1200, 'EUR', 'transfer', 'done', 'Could not come', now() - n * interval '190 minutes',
        now() - n * interval '180 minutes' from generate_series(1, ${Math.floor(rows / 10)}) n;
      insert into public.passes (id, code, type_id, order_id, email, entry_value_cents, valid_until, is_active, created_at)
      select bench.id('pass', n), 'PB' || n, (select id from public.pass_types order by id limit 1), bench.id('order', n), 'person' || n || '@bench.example',
        1200, now() + interval '90 days', true, now() - n * interval '20 minutes' from ${series};
      insert into public.pass_entries (pass_id, delta, cause) select bench.id('pass', n), 10, 'bought' from ${series};
      insert into public.pass_entries (pass_id, delta, cause) select bench.id('pass', n), -1, 'entry' from ${series} where n % 2 = 0;
      insert into public.vouchers (id, code, currency, order_id, email, created_at)
      select bench.id('voucher', n), 'VB' || n, 'EUR', bench.id('order', n), 'person' || n || '@bench.example', now() - n * interval '20 minutes' from ${series};
      insert into public.voucher_entries (voucher_id, delta_cents, cause) select bench.id('voucher', n), 5000, 'bought' from ${series};`,
    ],
    [
      'waiting lists',
      `
      insert into public.waitlist_entries (pool_id, places, joined_at, name, email)
      select bench.id('pool', case when n % 2 = 0 then ${longWaitlist} else ${longWaitlist} + 1 + n % ${Math.ceil(rows / 10)} end), 1 + n % 3,
        now() - n * interval '1 minute', bench.name(n), 'person' || n || '@bench.example' from ${series};
      update public.capacity_pools p set waiting = c.waiting
      from (select pool_id, count(*) as waiting from public.waitlist_entries where state = 'waiting' group by pool_id) c where c.pool_id = p.id;`,
    ],
    [
      'messages',
      `
      insert into public.contact_messages (id, name, email, message, received_at, state)
      select bench.id('letter', n), bench.name(n), 'person' || n || '@bench.example', 'Good day, I would like to know whether the '
          || (array['ceramics', 'choir', 'drawing', 'dance', 'printing'])[1 + n % 5] || ' class has a place. ' || repeat('We could come on most evenings. ', 6),
        now() - n * interval '15 minutes', (array['open', 'open', 'answered', 'done', 'spam'])[1 + n % 5] from ${series};
      insert into public.outbox (id, kind, to_address, subject, text_body, html_body, state, attempts, last_error, created_at, sent_at)
      select bench.id('mail', n), 'booking', 'person' || n || '@bench.example', 'Your booking B' || n, repeat('Text of an email. ', 40),
        repeat('<p>Text of an email.</p>', 120), case when n % 50 = 0 then 'failed' else 'sent' end, 1,
        case when n % 50 = 0 then '{"code":"not_sent"}'::jsonb end, now() - n * interval '8 minutes', now() from ${series};
      insert into public.newsletter_subscribers (id, email, state, confirmed_at)
      select bench.id('reader', n), 'reader' || n || '@bench.example', case when n % 10 = 0 then 'pending' else 'confirmed' end, now() from ${series};
      insert into private.newsletter_links (subscriber_id, token) select bench.id('reader', n), md5('reader token ' || n) from ${series};`,
    ],
    [
      'logs and visits',
      `
      insert into public.audit_events (at, actor, area, action, subject)
      select now() - (${rows} - n) * interval '3 minutes', bench.id('user', 1 + n % 50),
        (array['settings', 'roles', 'people', 'money', 'import', 'mail'])[1 + n % 6], 'changed_row', 'Subject ' || n from ${series};
      insert into private.jobs (kind, key, run_at, attempts, failed_at, last_error)
      select 'mail.reminder', 'bench ' || n, now() + interval '1 year', 0, case when n % 100 = 0 then now() end,
        case when n % 100 = 0 then 'It did not work.' end from ${series};
      insert into public.page_views (day, path, views)
      select current_date - n % 500, '/bench/' || n / 500, 1 + n % 90 from ${series} on conflict do nothing;
      insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      select '00000000-0000-0000-0000-000000000000', bench.id('event', n), json_build_object('action', 'login', 'actor_id', r.user_id),
        now() - n * interval '4 minutes', '127.0.0.1' from ${series} cross join (select user_id from public.roles where role = 'owner' limit 1) r;`,
    ],
  ];
}
