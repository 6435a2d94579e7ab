// The lists that grow: where each is read, how far down "deep" is, what one searches for in it, what it gives as a file.
import type { Sql } from '#backend/database/driver/sql.ts';

export interface List {
  name: string;
  /** The page, with its own filters. */
  path: string;
  /** Where the rows are requested, if not by the page itself. */
  api?: string;
  /** Four fifths down the list, as an address has it. */
  deep?(sql: Sql, rows: number): Promise<string> | string;
  search?: string;
  file?: string;
}

/** What is requested while someone types. */
export const typed: readonly { name: string; call: string; args: Record<string, unknown> }[] = [
  { name: 'palette: a name', call: 'find_anything', args: { query: 'goncalves' } },
  { name: 'palette: one order', call: 'find_anything', args: { query: 'B4125' } },
  { name: 'palette: nothing', call: 'find_anything', args: { query: 'nobodylikethis' } },
  { name: 'staff: a person, common', call: 'search_people', args: { query: 'ines' } },
  { name: 'staff: a person, one', call: 'search_people', args: { query: 'goncalves 4125' } },
  { name: 'staff: two letters', call: 'search_people', args: { query: 'in' } },
];

/** A mark as the address has it: the moment of the row and its id. */
const marked = (table: string, moment: string) => async (sql: Sql, rows: number) => {
  const [row] = await sql.unsafe(
    `select to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id from ${table}
     order by ${moment} desc, id desc offset ${Math.floor(rows * 0.8)} limit 1`,
  );
  return `before=${encodeURIComponent(`${row?.at}~${row?.id}`)}`;
};

/** A cursor as pages use it whose rows are read from a table: the row's own value in each column of the order. */
const turned =
  (table: string, columns: string[], { descending = false, of = 1 } = {}) =>
  async (sql: Sql, rows: number) => {
    const value = (name: string) =>
      name.endsWith('_at')
        ? `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
        : `${name}::text`;
    const [row] = await sql.unsafe(
      `select json_build_array(${columns.map(value).join(', ')})::text as mark from ${table}
       order by ${columns.map((name) => `${name} ${descending ? 'desc' : 'asc'}`).join(', ')}
       offset ${Math.floor(rows * 0.8 * of)} limit 1`,
    );
    return `on=${encodeURIComponent(row?.mark ?? '')}`;
  };

/** The lists that are asked by an ascending number. */
const numberedBelow = (table: string) => async (sql: Sql, rows: number) => {
  const [row] = await sql.unsafe(
    `select id from ${table} order by id desc offset ${Math.floor(rows * 0.8)} limit 1`,
  );
  return `before=${row?.id}`;
};

export const lists: readonly List[] = [
  {
    name: 'orders and places',
    path: '/dashboard/orders',
    deep: marked('public.orders', 'created_at'),
    search: 'search=goncalves+4125',
  },
  { name: 'orders, unpaid', path: '/dashboard/orders?show=unpaid', search: 'search=ines' },
  { name: 'orders, no match', path: '/dashboard/orders?search=nobodylikethis' },
  {
    name: 'payments',
    path: '/dashboard/payments',
    deep: marked('public.payments', 'received_at'),
    search: 'search=goncalves+4125',
    file: '/dashboard/payments.csv',
  },
  {
    name: 'passes',
    path: '/dashboard/payments/passes',
    deep: marked('public.passes', 'created_at'),
    search: 'search=goncalves+4125',
  },
  {
    name: 'vouchers',
    path: '/dashboard/payments/vouchers',
    deep: marked('public.vouchers', 'created_at'),
    search: 'search=goncalves+4125',
  },
  {
    name: 'waiting lists',
    path: '/dashboard/waiting-lists',
    async deep(sql, rows) {
      const [row] = await sql.unsafe(`
        select to_char(s.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, s.pool_id as id
        from public.sessions s join public.capacity_pools p on p.id = s.pool_id where p.waiting > 0 and s.starts_at > now()
        order by s.starts_at, s.pool_id offset ${Math.floor(rows * 0.08)} limit 1`);
      return `from=${encodeURIComponent(`${row?.at}~${row?.id}`)}`;
    },
    search: 'search=goncalves',
  },
  {
    name: 'households',
    path: '/dashboard/households',
    async deep(sql, rows) {
      const [row] = await sql.unsafe(`select id, lower(name) as name from public.households
        order by lower(name), id offset ${Math.floor(rows * 0.8)} limit 1`);
      return `after=${encodeURIComponent(`${row?.id}~${row?.name}`)}`;
    },
    search: 'search=goncalves+4125',
  },
  {
    name: 'people',
    path: '/dashboard/people',
    api: '/api/account/people',
    async deep(sql, rows) {
      const [row] = await sql.unsafe(`
        select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z~"') || id as mark from auth.users
        order by created_at desc, id desc offset ${Math.floor(rows * 0.8)} limit 1`);
      return `on=${encodeURIComponent(row?.mark ?? '')}`;
    },
    search: 'search=person4123',
  },
  {
    name: 'sessions',
    path: '/dashboard/sessions?from=2010-01-01',
    deep: turned('public.sessions', ['starts_at', 'id']),
  },
  {
    name: 'offerings',
    path: '/dashboard/offerings',
    deep: turned('public.offerings where archived_at is null', ['title', 'id'], { of: 0.5 }),
    search: 'search=wave+4121',
  },
  {
    name: 'inbox',
    path: '/dashboard/messages/inbox?show=all',
    deep: marked('public.contact_messages', 'received_at'),
    search: 'search=goncalves+4125',
  },
  {
    name: 'outbox',
    path: '/dashboard/messages/outbox',
    deep: turned('public.outbox', ['created_at', 'id'], { descending: true }),
    search: 'search=B4123',
  },
  { name: 'newsletter (readers counted)', path: '/dashboard/messages/newsletter' },
  {
    name: 'media',
    path: '/dashboard/media',
    deep: turned('public.media', ['created_at', 'id'], { descending: true }),
    search: 'search=choir+4122',
  },
  {
    name: 'journal',
    path: '/dashboard/content',
    deep: turned("public.contents where relation = 'posts'", ['updated_at', 'ref'], { descending: true }),
    search: 'search=harbour+4120',
  },
  {
    name: 'radio: library',
    path: '/dashboard/radio/library',
    deep: turned('public.radio_tracks', ['artist', 'title', 'id']),
    search: 'search=harbour+song+4123',
  },
  { name: 'radio: on air, tracks', path: '/dashboard/radio' },
  { name: 'radio: playlists', path: '/dashboard/radio/library/playlists' },
  {
    name: 'radio: recordings',
    path: '/dashboard/radio/recordings',
    deep: turned('public.radio_episodes', ['recorded_at', 'id'], { descending: true }),
  },
  { name: 'radio: listeners', path: '/dashboard/radio/figures' },
  {
    name: 'radio: history',
    path: '/dashboard/radio/figures/history',
    deep: turned('public.radio_plays', ['started_at', 'id'], { descending: true }),
    file: '/api/radio/history.csv',
  },
  { name: 'reports, three months', path: '/dashboard/reports?range=90' },
  {
    name: 'audit',
    path: '/dashboard/system/audit',
    deep: numberedBelow('public.audit_events'),
    search: 'area=money',
  },
  {
    name: 'jobs',
    path: '/dashboard/system/jobs',
    deep: numberedBelow('private.jobs'),
    search: 'state=failed',
  },
  { name: 'today', path: '/dashboard' },
  { name: 'calendar', path: '/dashboard/calendar' },
];
