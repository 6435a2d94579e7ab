// The lists that grow: where each is read, how far down "deep" is, what one searches for in it, what it gives as a file.
import type { Sql } from 'postgres';

export interface List {
  name: string;
  /** The room, with what narrows it by itself. */
  path: string;
  /** Where the rows themselves are asked for, when the room's own data is not it. */
  api?: string;
  /** Four fifths down the list, as an address has it. */
  deep?(sql: Sql, rows: number): Promise<string> | string;
  search?: string;
  file?: string;
}

const numbered = (pageSize: number) => (_: Sql, rows: number) =>
  `page=${Math.max(1, Math.floor((rows * 0.8) / pageSize))}`;

/** A mark as the address has it: the moment of the row and its id. */
const marked = (table: string, moment: string) => async (sql: Sql, rows: number) => {
  const [row] = await sql.unsafe(
    `select to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id from ${table}
     order by ${moment} desc, id desc offset ${Math.floor(rows * 0.8)} limit 1`,
  );
  return `before=${encodeURIComponent(`${row?.at}~${row?.id}`)}`;
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
    search: 'search=goncalves+4123',
  },
  { name: 'orders, unpaid', path: '/dashboard/orders?show=unpaid', search: 'search=ines' },
  { name: 'orders, words in none', path: '/dashboard/orders?search=nobodylikethis' },
  {
    name: 'payments',
    path: '/dashboard/payments',
    deep: marked('public.payments', 'received_at'),
    search: 'search=goncalves+4123',
    file: '/dashboard/payments.csv',
  },
  {
    name: 'passes',
    path: '/dashboard/payments/passes',
    deep: marked('public.passes', 'created_at'),
    search: 'search=goncalves+4123',
  },
  {
    name: 'vouchers',
    path: '/dashboard/payments/vouchers',
    deep: marked('public.vouchers', 'created_at'),
    search: 'search=goncalves+4123',
  },
  {
    name: 'queues',
    path: '/dashboard/queue',
    async deep(sql, rows) {
      const [row] = await sql.unsafe(`
        select to_char(s.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, s.pool_id as id
        from public.sessions s join public.pools p on p.id = s.pool_id where p.waiting > 0 and s.starts_at > now()
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
    search: 'search=goncalves+4123',
  },
  {
    name: 'people',
    path: '/dashboard/people',
    api: '/api/account/people',
    deep: numbered(50),
    search: 'search=person4123',
  },
  { name: 'sessions', path: '/dashboard/sessions?from=2010-01-01', deep: numbered(40) },
  {
    name: 'offerings',
    path: '/dashboard/offerings',
    deep: (_, rows) => `page=${Math.floor((rows * 0.4) / 40)}`,
    search: 'search=harbour+4120',
  },
  {
    name: 'inbox',
    path: '/dashboard/messages/inbox?show=all',
    deep: marked('public.contact_messages', 'received_at'),
    search: 'search=goncalves+4123',
  },
  {
    name: 'outbox',
    path: '/dashboard/messages/outbox',
    deep: marked('public.outbox', 'created_at'),
    search: 'search=B4123',
  },
  { name: 'newsletter (readers counted)', path: '/dashboard/messages/newsletter' },
  { name: 'media', path: '/dashboard/media', deep: marked('public.media', 'created_at'), search: 'search=choir+4123' },
  {
    name: 'journal',
    path: '/dashboard/content',
    async deep(sql, rows) {
      const [row] = await sql.unsafe(`
        select to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, ref from public.contents
        where relation = 'posts' order by updated_at desc, ref desc offset ${Math.floor(rows * 0.8)} limit 1`);
      return `before=${encodeURIComponent(`${row?.at}~${row?.ref}`)}`;
    },
    search: 'search=harbour+4120',
  },
  { name: 'radio: library', path: '/dashboard/radio/library', deep: numbered(50), search: 'search=harbour+4123' },
  { name: 'radio: on air, pieces', path: '/dashboard/radio' },
  { name: 'radio: playlists', path: '/dashboard/radio/playlists' },
  { name: 'radio: recordings', path: '/dashboard/radio/recordings', deep: marked('public.radio_episodes', 'recorded_at') },
  { name: 'radio: listeners', path: '/dashboard/radio/listeners' },
  {
    name: 'radio: history',
    path: '/dashboard/radio/history',
    deep: marked('public.radio_plays', 'started_at'),
    file: '/api/radio/history.csv',
  },
  { name: 'reports, three months', path: '/dashboard/reports?range=90' },
  { name: 'audit', path: '/dashboard/system/audit', deep: numberedBelow('public.audit_events'), search: 'area=money' },
  { name: 'jobs', path: '/dashboard/system/jobs', deep: numberedBelow('private.jobs'), search: 'state=failed' },
  { name: 'today', path: '/dashboard' },
  { name: 'calendar', path: '/dashboard/calendar' },
];
