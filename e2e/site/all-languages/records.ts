// One record of each kind for the pages that show one: from the sample studio, or written here where it has none.
import type { Sql } from '#backend/database/driver/sql.ts';

/** By route: the values of its parameters, as a query with one column per parameter, or as they are. */
const RECORDS: Record<string, string | Record<string, string>> = {
  '/book/:id': `select s.id from public.sessions s join public.capacity_pools p on p.id = s.pool_id
    where s.starts_at > now() + interval '1 day' and p.taken < p.capacity order by s.starts_at limit 1`,
  '/booking/:token': `select l.token from private.order_links l join public.orders o on o.id = l.order_id
    where o.state = 'confirmed' order by o.created_at desc limit 1`,
  '/booking/:token/receipts/:receipt': `select l.token, p.id as receipt from private.order_links l
    join public.payments p using (order_id) order by p.received_at desc limit 1`,
  '/offer/:token': `select token from private.waitlist_links limit 1`,
  '/classes/:slug': `select slug from public.offerings where kind = 'class' order by slug limit 1`,
  '/events/:slug': `select slug from public.offerings where kind = 'event' order by slug limit 1`,
  '/journal/:slug': `select slug from public.posts order by slug limit 1`,
  '/newsletter/:token': `select token from private.newsletter_links limit 1`,
  '/people/:slug': `select slug from public.people order by slug limit 1`,
  '/policies/:slug': { slug: 'privacy' },
  '/radio/shows/:slug': `select slug from public.shows order by slug limit 1`,
  '/works/:slug': `select slug from public.works order by slug limit 1`,
  '/preview/:token': `select preview_token as token from public.contents where relation = 'posts' limit 1`,
  '/:slug': `select slug from public.pages limit 1`,
  '/*': { '*': 'nowhere' },
  '/dashboard/*': { '*': 'nowhere' },
  '/dashboard/bookings/:id': `select id from public.bookings limit 1`,
  '/dashboard/bookings/hour/:playlist': `select id as playlist from public.radio_playlists limit 1`,
  '/dashboard/content/:relation': { relation: 'posts' },
  '/dashboard/orders/:id': `select order_id as id from public.payments order by received_at desc limit 1`,
  '/dashboard/receipts/:id': `select order_id as id from public.payments order by received_at desc limit 1`,
  '/dashboard/receipts/:id/:receipt': `select order_id as id, id as receipt from public.payments order by received_at desc limit 1`,
  '/dashboard/waiting-lists/:pool': `select pool_id as pool from public.waitlist_entries limit 1`,
  '/dashboard/teach/:session': `select id as session from public.sessions where starts_at < now() order by starts_at desc limit 1`,
  '/dashboard/teach/:session/audio': `select id as session from public.sessions where is_online limit 1`,
  '/dashboard/households/:id': `select id from public.households limit 1`,
  '/dashboard/households/:id/merge': `select id from public.households limit 1`,
  '/dashboard/payments/vouchers/:id': `select id from public.vouchers limit 1`,
  '/dashboard/content/:relation/:id': `select relation, ref as id from public.contents where relation = 'posts' limit 1`,
  '/dashboard/media/:id': `select id from public.media limit 1`,
  '/dashboard/messages/inbox/:id': `select id from public.contact_messages limit 1`,
  '/dashboard/messages/newsletter/:id': `select id from public.newsletter_issues limit 1`,
  '/dashboard/messages/outbox/:id': `select id from public.outbox limit 1`,
  '/dashboard/offerings/:id': `select id from public.offerings where kind = 'class' order by slug limit 1`,
  '/dashboard/sessions/:id': `select id from public.sessions where starts_at > now() order by starts_at limit 1`,
};

/** Of what the sample studio has none. */
const WRITTEN_HERE = `
  insert into public.vouchers (code, currency, email) values ('GIFT-7777', 'EUR', 'ana@post.example');
  insert into public.voucher_entries (voucher_id, delta_cents, cause) select id, 5000, 'bought' from public.vouchers;
  insert into public.newsletter_subscribers (email, language) values ('ana@post.example', 'en');
  insert into private.newsletter_links (subscriber_id, token) select id, private.new_token() from public.newsletter_subscribers;
  insert into public.newsletter_issues (subject, blocks) values ('Low tide', '[{"kind": "text", "text": "The water is out."}]');
  insert into public.pages (slug, title, summary, body, published_at)
    values ('residency', 'Residency', 'Two months upstairs.', 'A room, a key and a kettle.', now() - interval '1 day');
  insert into public.radio_playlists (name, kind) values ('Low water', 'rotation');
  insert into public.radio_tracks (title, artist, duration_ms, file) values ('Ebb', 'Teo Marchetti', 120000, 'ebb.mp3');
  insert into public.radio_playlist_tracks (playlist_id, track_id, position)
    select p.id, t.id, 1 from public.radio_playlists p, public.radio_tracks t where p.name = 'Low water' and t.file = 'ebb.mp3';
  insert into public.radio_episodes (show_id, title, file, bytes, duration_ms, recorded_at, published_at)
    select id, 'An evening at the quay', 'quay.mp3', 1000, 60000, now() - interval '2 days', now() - interval '1 day'
    from public.shows order by slug limit 1;
  update public.sessions set is_online = true
    where id = (select id from public.sessions where ends_at > now() and status = 'planned' order by starts_at, id limit 1);
`;

export const addMissingRecords = (sql: Sql) => sql.unsafe(WRITTEN_HERE);

/** The address of a page: its route with the record filled in. A new kind of page needs a line above. */
export async function addressOf(sql: Sql, route: string): Promise<string> {
  const record = RECORDS[route];
  const row = typeof record === 'string' ? (await sql.unsafe(record))[0] : (record ?? {});
  return route.replace(/:(\w+)|\*/g, (whole, name) => {
    const value: unknown = row?.[name ?? whole];
    if (!value)
      throw new Error(`No record for ${route}: e2e/site/all-languages/records.ts names one for each route.`);
    return String(value);
  });
}
