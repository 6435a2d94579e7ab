// Bookings a second on one class and over many; 200 people and 10 seats, 20 times; a list of 1,000 classes; search in 100,000
// npm run bench booking [seconds a round, default 5]. Everything over HTTP against the whole program, one machine for
// program, PostgreSQL and load together: the figures are what such a machine does, not what each part could do alone.
import { Agent, request } from 'node:http';
import { addClasses, type BenchStudio, startBenchStudio } from './booking/studio.ts';
import { atMost, type Goal, printGoals, printTable, thousands } from './web/table.ts';

const seconds = Number(process.argv[2] ?? 5);
const RACES = 20;
const PEOPLE = 200;
const SEATS = 10;
const CLIENTS = 32;
const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE });
const goals: Goal[] = [];
const details = {
  buyer: { name: 'Bench', email: 'bench@post.example' },
  attendees: [{ name: 'Bench' }],
  method: 'studio',
  accepts_policy: true,
};

const studio = await startBenchStudio();
try {
  await race(studio);
  await throughput(studio);
  await longList(studio);
  await searching(studio);
  printGoals(goals);
  process.exitCode = goals.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  agent.destroy();
  await studio.close();
}

interface Answer {
  status: number;
  body: string;
}

function ask(path: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${studio.url}${path}`,
      { agent, method: body ? 'POST' : 'GET', headers: { 'content-type': 'application/json' } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      },
    );
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}
function rpc(name: string, args: object): Promise<Answer> {
  return ask(`/rest/v1/rpc/${name}`, args);
}

async function bookOne(sessionId: string): Promise<number> {
  const hold = await rpc('hold_places', { session_id: sessionId, places: 1 });
  if (hold.status !== 200) return hold.status;
  const booked = await rpc('book', { hold_token: JSON.parse(hold.body).hold_token, booking: details });
  return booked.status;
}

/** Exactly as many people book as there are places, the others are on the waiting list in order, without errors. */
async function race({ sql }: BenchStudio): Promise<void> {
  const classes = await addClasses(sql, RACES, SEATS);
  const times: number[] = [];
  let wrong = 0;
  let faults = 0;
  for (const { sessionId, poolId } of classes) {
    const startedAt = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, index) => {
        const status = await bookOne(sessionId);
        if (status !== 409) return status;
        const person = { name: `Guest ${index}`, email: `guest${index}@post.example` };
        return (await rpc('join_waitlist', { session_id: sessionId, places: 1, person })).status;
      }),
    );
    times.push(performance.now() - startedAt);
    faults += statuses.filter((status) => status !== 200).length;
    const [pool] = await sql`
      select seats, held, offered, waiting, (
        select bool_and(rightly) from (
          select id > lag(id, 1, 0::bigint) over (order by priority desc, joined_at, id) as rightly
          from public.waitlist_entries where pool_id = ${poolId}
        ) waiting_list
      ) as in_order from public.capacity_pools where id = ${poolId}`;
    const isRight =
      pool?.seats === SEATS &&
      pool.held === 0 &&
      pool.offered === 0 &&
      pool.waiting === PEOPLE - SEATS &&
      pool.in_order;
    if (!isRight) wrong += 1;
  }
  printTable(
    `${PEOPLE} people at once for ${SEATS} seats, ${RACES} times`,
    ['', 'median', 'worst'],
    [
      [
        'seconds until everyone has a place or is on the waiting list',
        (median(times) / 1000).toFixed(2),
        (Math.max(...times) / 1000).toFixed(2),
      ],
    ],
  );
  goals.push(atMost('races with a wrong number of seats or a wrong order', wrong, 0, 0));
  goals.push(atMost('answers other than a place or a waiting list entry', faults, 0, 0));
}

async function throughput({ sql }: BenchStudio): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [name, count] of [
    ['one class', 1],
    ['100 classes', 100],
  ] as const) {
    const classes = await addClasses(sql, count, 100_000);
    const endsAt = Date.now() + seconds * 1000;
    const times: number[] = [];
    let failed = 0;
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let turn = client; Date.now() < endsAt; turn += 1) {
          const startedAt = performance.now();
          const status = await bookOne(classes[turn % count]?.sessionId ?? '');
          if (status === 200) times.push(performance.now() - startedAt);
          else failed += 1;
        }
      }),
    );
    rows.push([
      name,
      thousands(times.length / seconds),
      median(times).toFixed(1),
      at(times, 0.95).toFixed(1),
      failed,
    ]);
  }
  printTable(
    `Bookings (hold, then book), ${CLIENTS} clients`,
    ['', 'a second', 'median ms', '95 % ms', 'failed'],
    rows,
  );
  goals.push(
    atMost(
      'bookings that failed',
      rows.reduce((sum, row) => sum + Number(row[4]), 0),
      0,
      0,
    ),
  );
}

async function longList({ sql }: BenchStudio): Promise<void> {
  await addClasses(sql, 1000, 10);
  const [fresh, cachedMs]: [number[], number[]] = [[], []];
  let bytes = 0;
  for (let turn = 0; turn < 12; turn += 1) {
    // An address with its own query is never cached.
    const [page, ms] = await timed(() => ask(`/classes?bench=${turn}`));
    bytes = page.body.length;
    fresh.push(ms);
    cachedMs.push((await timed(() => ask('/classes')))[1]);
  }
  printTable(
    '/classes with 1,000 more classes',
    ['', 'median ms', 'worst ms'],
    [
      [
        `rendered (${thousands(bytes / 1000)} kB of HTML)`,
        median(fresh).toFixed(0),
        Math.max(...fresh).toFixed(0),
      ],
      ['cached', median(cachedMs).toFixed(1), Math.max(...cachedMs).toFixed(1)],
    ],
  );
  goals.push(atMost('render of 1,000 classes, median ms', median(fresh), 1000, 0));
}

async function searching({ sql }: BenchStudio): Promise<void> {
  await sql`
    insert into public.posts (slug, title, summary, body, discipline, published_at)
    select 'bench-' || n, initcap(a.word) || ' ' || b.word || ' ' || n, 'On ' || c.word || ' and ' || a.word,
      'Words about ' || b.word || ' that ' || c.word || ' would say.', 'word', now() - make_interval(mins => n)
    from generate_series(1, 100000) n
    cross join lateral (select (array['harbour', 'wave', 'paper', 'bronze', 'winter', 'canal', 'thread', 'ação', 'lantern', 'salt'])[1 + n % 10] as word) a
    cross join lateral (select (array['light', 'engine', 'letter', 'room', 'voice', 'garden', 'ladder'])[1 + n % 7] as word) b
    cross join lateral (select (array['rain', 'dust', 'glass', 'copper', 'moss', 'tide', 'chalk', 'wool', 'smoke', 'bread', 'iron'])[1 + n % 11] as word) c`;
  await sql`analyze private.search_documents`;
  const rows: string[][] = [];
  let slowest = 0;
  for (const query of ['harb', 'acao letter', 'copper tide', 'lantern voice 9', 'w', 'nothing-like-it']) {
    const times: number[] = [];
    let found = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      const [answer, ms] = await timed(() => rpc('search_studio', { query }));
      found = JSON.parse(answer.body).length;
      times.push(ms);
    }
    slowest = Math.max(slowest, median(times));
    rows.push([`"${query}"`, String(found), median(times).toFixed(1), at(times, 0.95).toFixed(1)]);
  }
  printTable('Search over 100,000 entries', ['', 'found', 'median ms', '95 % ms'], rows);
  goals.push(atMost('slowest search, median ms', slowest, 200, 0));
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const startedAt = performance.now();
  const result = await work();
  return [result, performance.now() - startedAt];
}

function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function median(times: number[]): number {
  return at(times, 0.5);
}
