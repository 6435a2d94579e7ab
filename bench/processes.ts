// Three processes behind nginx while one of them is killed or replaced every 20 s: lost and doubled bookings, gaps
// npm run bench processes [minutes, default 2] [kill] [deploy]
// kill: kill -9 of one process in turn. deploy: SIGTERM, as a deployment one after the other does; then no request may fail.
// One data folder, its PostgreSQL, no sticky sessions; program, load and nginx share the machine.
import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { addClasses } from './booking/studio.ts';
import { type Cluster, type Restart, startCluster } from './processes/cluster.ts';
import {
  book,
  type Listening,
  listen,
  read,
  signIn,
  type Uploads,
  upload,
  type Watching,
  watch,
} from './processes/drivers.ts';
import { createSender } from './processes/send.ts';
import { countConfirmations, prepareStudio, watchPages } from './processes/studio-checks.ts';
import { atLeast, atMost, type Goal, printGoals, printTable } from './web/table.ts';

const cliArgs = process.argv.slice(2);
const minutes = Number(cliArgs.find((arg) => /^[\d.]+$/.test(arg)) ?? 2);
const MODES = { kill: 'SIGKILL', deploy: 'SIGTERM' } as const;
type Mode = keyof typeof MODES;
const modes = (Object.keys(MODES) as Mode[]).filter(
  (mode) => cliArgs.includes(mode) || !cliArgs.some((arg) => arg in MODES),
);
const EVERY_MS = 20_000;
const BOOKERS = 4;
const CLASSES = 30;
const CAPACITY = 20;
// Players hold about four seconds of sound.
const GOAL_GAP_MS = 4000;
const GOAL_PAGE_MS = 2000;

const goals: Goal[] = [];
const cluster = await startCluster();
// Ended from outside, it leaves nothing behind either.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void cluster.close().finally(() => process.exit(1)));
const sql = openSql(cluster.databaseUrl, { max: 2 });
try {
  await prepareStudio(sql, cluster);
  for (const mode of modes) await measure(mode, cluster);
  const complaints = new Map<string, number>();
  for (const line of cluster.complaints()) {
    const text = /"msg":"([^"]+)"/.exec(line)?.[1] ?? line;
    complaints.set(text, (complaints.get(text) ?? 0) + 1);
  }
  if (complaints.size > 0) printTable('Errors in the logs', ['', 'times'], [...complaints]);
  printGoals(goals);
  process.exitCode = goals.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  await sql.end();
  await cluster.close();
}

async function measure(mode: Mode, { url }: Cluster): Promise<void> {
  const endMs = Date.now() + minutes * 60_000;
  const isOver = () => Date.now() > endMs;
  const sender = createSender(url);
  const work = { cluster, sender, sql, isOver };
  const classes = await addClasses(sql, CLASSES, CAPACITY);
  const acknowledged: string[] = [];
  const uploads: Uploads = { finished: 0, broken: 0 };
  const listening: Listening = { longestGapMs: 0, cuts: 0, bytes: 0 };
  const empty = (): Watching => ({ expected: 0, missed: 0, written: 0, cuts: 0, maxAwayMs: 0 });
  const [changes, broadcasts] = [empty(), empty()];
  const restarts: Restart[] = [];
  const stale: number[] = [];
  const sessionIds = classes.map(({ sessionId }) => sessionId);
  await Promise.all([
    ...Array.from({ length: BOOKERS }, () => book(work, sessionIds, acknowledged)),
    read(work),
    read(work),
    signIn(work),
    upload(work, uploads),
    listen(work, listening),
    watch(work, changes, broadcasts),
    replaceProcesses(MODES[mode], isOver, restarts),
    watchPages(work, stale),
  ]);
  const booked = await countBookings(
    classes.map(({ poolId }) => poolId),
    acknowledged,
  );
  const jobs = await countConfirmations(sql, acknowledged);
  report(mode, {
    sender,
    acknowledged,
    booked,
    uploads,
    listening,
    changes,
    broadcasts,
    restarts,
    stale,
    jobs,
  });
}

async function replaceProcesses(
  signal: NodeJS.Signals,
  isOver: () => boolean,
  restarts: Restart[],
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    for (const untilMs = Date.now() + EVERY_MS / (turn === 0 ? 2 : 1); Date.now() < untilMs; await sleep(100))
      if (isOver()) return;
    restarts.push(await cluster.restart(turn, signal));
  }
}

interface Booked {
  lost: number;
  doubled: number;
  oversold: number;
  /** Booked without an answer that the buyer saw. */
  unanswered: number;
}

async function countBookings(poolIds: string[], acknowledged: string[]): Promise<Booked> {
  const rows = await sql<{ email: string; n: number }[]>`
    select o.buyer_email as email, count(*)::int as n from public.orders o join public.bookings b on b.order_id = o.id
    where b.pool_id = any (${poolIds}) and b.state = 'seated' group by 1`;
  const stored = new Map(rows.map(({ email, n }) => [email, n]));
  const [pools] = await sql<{ n: number }[]>`
    select count(*)::int as n from public.capacity_pools p where p.id = any (${poolIds})
      and (p.seats > p.capacity
        or p.seats <> (select count(*) from public.bookings b where b.pool_id = p.id and b.state = 'seated'))`;
  const known = new Set(acknowledged);
  return {
    lost: acknowledged.filter((email) => !stored.has(email)).length,
    doubled: rows.filter(({ n }) => n > 1).length,
    oversold: pools?.n ?? 0,
    unanswered: rows.filter(({ email }) => !known.has(email)).length,
  };
}

function report(
  mode: Mode,
  result: {
    sender: ReturnType<typeof createSender>;
    acknowledged: string[];
    booked: Booked;
    uploads: Uploads;
    listening: Listening;
    changes: Watching;
    broadcasts: Watching;
    restarts: Restart[];
    stale: number[];
    jobs: { missing: number; doubled: number };
  },
): void {
  const { sender, acknowledged, booked, uploads, listening, changes, broadcasts, restarts, stale, jobs } =
    result;
  const failedOf = (failed: Map<string, number>) => [...failed.values()].reduce((sum, n) => sum + n, 0);
  const rows = [...sender.counts].map(([kind, { sent, failed }]) => [
    kind,
    sent,
    failedOf(failed),
    [...failed].map(([what, n]) => `${n} × ${what}`).join(', '),
  ]);
  const title =
    mode === 'kill' ? 'kill -9 of one process every 20 s' : 'One process replaced (SIGTERM) every 20 s';
  printTable(`${title}, ${minutes} min`, ['requests', 'sent', 'failed', 'how'], rows);
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  printTable(
    'What it means for people',
    ['', ''],
    [
      ['processes replaced', restarts.length],
      ['slowest end, s', seconds(Math.max(0, ...restarts.map(({ endMs }) => endMs)))],
      ['slowest start, s', seconds(Math.max(0, ...restarts.map(({ startMs }) => startMs)))],
      ['bookings acknowledged', acknowledged.length],
      ['… lost', booked.lost],
      ['… doubled', booked.doubled],
      ['booked without an answer', booked.unanswered],
      ['classes oversold or counted wrong', booked.oversold],
      ['confirmations missing / twice', `${jobs.missing} / ${jobs.doubled}`],
      ['uploads finished / broken', `${uploads.finished} / ${uploads.broken}`],
      ['row changes missed while subscribed', `${changes.missed} of ${changes.expected}`],
      ['broadcasts missed while subscribed', `${broadcasts.missed} of ${broadcasts.expected}`],
      ['subscriber: cuts, longest away s', `${changes.cuts}, ${seconds(changes.maxAwayMs)}`],
      ['radio: cuts, longest gap s', `${listening.cuts}, ${seconds(listening.longestGapMs)}`],
      ['pages up to date everywhere after at most, ms', Math.max(0, ...stale).toFixed(0)],
    ],
  );
  const isIdempotent = (kind: string) => !/booking|sign-in|upload|written|sent/.test(kind);
  const failed = [...sender.counts]
    .filter(([kind]) => mode === 'deploy' || isIdempotent(kind))
    .reduce((sum, [, count]) => sum + failedOf(count.failed), 0);
  const what = mode === 'deploy' ? 'requests that failed' : 'reads that failed';
  goals.push(
    atMost(`${mode}: ${what}`, failed, 0, 0),
    atMost(
      `${mode}: bookings lost, doubled or oversold`,
      booked.lost + booked.doubled + booked.oversold,
      0,
      0,
    ),
    atMost(`${mode}: confirmations missing or doubled`, jobs.missing + jobs.doubled, 0, 0),
    atMost(`${mode}: uploads broken`, uploads.broken, 0, 0),
    atMost(`${mode}: changes and broadcasts missed`, changes.missed + broadcasts.missed, 0, 0),
    atLeast(`${mode}: changes and broadcasts expected`, changes.expected + broadcasts.expected, 1, 0),
    atMost(`${mode}: radio, longest gap ms`, listening.longestGapMs, GOAL_GAP_MS, 0),
    atMost(`${mode}: pages up to date after ms`, Math.max(0, ...stale), GOAL_PAGE_MS, 0),
  );
}
