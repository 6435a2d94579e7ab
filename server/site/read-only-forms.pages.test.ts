// Forms of the site as a browser without scripts sends them, while the database may only be read.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSite, type TestSite } from '../testing/start-site.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const PERSON = { name: 'Ada', email: 'ada@post.example' };
let site: TestSite;
let session = '';
let hold = '';

beforeAll(async () => {
  site = await startSite();
  const [row] = await site.sql<{ id: string }[]>`
    select s.id from public.sessions s join public.offerings o on o.id = s.offering_id
    where s.local_date > current_date + 2 and o.published_at is not null order by s.local_date limit 1`;
  session = row?.id ?? '';
  const held = await site.service.rpc('hold_places', { session_id: session, places: 1 });
  hold = held.data?.hold_token;
  const [{ name } = {}] = await site.sql<{ name: string }[]>`select current_database() as name`;
  await site.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
  await site.sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
});
afterAll(() => site?.close());

const FORMS: [path: string, fields: Record<string, string>][] = [
  ['/contact', { ...PERSON, message: 'When do you open on Sundays?' }],
  ['/newsletter', { email: PERSON.email }],
  [`/newsletter/${UNKNOWN}`, { intent: 'confirm' }],
  ['/passes', { ...PERSON, pass: UNKNOWN }],
  ['/book/SESSION', { intent: 'hold', places: '1' }],
  ['/book/SESSION', { intent: 'book', places: '1', ...PERSON }],
  ['/book/SESSION', { intent: 'wait', places: '1', ...PERSON }],
  ['/book/SESSION', { intent: 'release', hold: 'HOLD' }],
];

it.each(FORMS)('POST %s %o answers 503 with Retry-After', async (path, fields) => {
  const answer = await site.fetch(path.replace('SESSION', session), {
    method: 'POST',
    body: new URLSearchParams(fields.hold ? { ...fields, hold } : fields),
    headers: { origin: site.siteUrl },
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
});
