// The browser journeys against three processes behind nginx with TLS, one of them killed every 20 s: nothing lost or doubled
// npm run bench journeys [calm] [what to run, as for playwright, default: the list below]
// calm: nobody is killed, to compare. Afterwards the database is counted, and every booking page that was shown is
// opened again. A journey that was cut by a kill is made again, as a person would; one that fails three times is a failure.
// Not in the list: specs that start programs of their own (set-up, api-elsewhere, connection-update, radio-elsewhere), that
// take the network or the bytes of one process apart (odd-requests, connection*, offline, prefetch, analytics), or that look
// at what one page draws and no process can change (kit, toast, confirm, intro, document, *accessibility, no-secrets ...).
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { studioSettings } from '../e2e/site/studio-settings.ts';
import { type Restart, startCluster } from './processes/cluster.ts';
import { countAnswers, reopenBookings } from './processes/journey-answers.ts';
import { countDoubles } from './processes/journey-counts.ts';
import { readResults } from './processes/journey-results.ts';
import { type Program, startServer } from './web/programs.ts';
import { atLeast, atMost, type Goal, printGoals, printTable } from './web/table.ts';

const EVERY_MS = 20_000;
const JOURNEYS = [
  'booking realtime freshness search pages feeds radio-page radio-player radio-hls',
  'account-booking account-staff account-programme account-teaching account-content account-media account-radio',
  'account-sign-in account-sign-up account-session account-recover account-second-factor account-passkey',
  'account-security account-providers account-consent account-people account-outbox account-your-data',
]
  .join(' ')
  .split(' ')
  .map((name) => `/${name}.spec.ts`);

const cliArgs = process.argv.slice(2);
const isCalm = cliArgs.includes('calm');
const chosen = cliArgs.filter((arg) => arg !== 'calm');
const sitePort = Number(process.env.SITE_PORT ?? 4170);
const [providerPort, tlsPort] = [sitePort + 1, sitePort + 2];
const provider = `http://127.0.0.1:${providerPort}`;
const url = `https://localhost:${tlsPort}`;
const dataDir = join(tmpdir(), `onda-site-${sitePort}`);
const folder = join(tmpdir(), `onda-journeys-${sitePort}`);
const accessLog = join(folder, 'access.log');
const resultFile = join(folder, 'results.json');
// The certificate is made for one run.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

for (const one of [dataDir, folder]) await rm(one, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const identityProvider = await startServer({
  name: 'identity provider',
  command: process.execPath,
  parameters: ['e2e/site/identity-provider.ts'],
  env: { PROVIDER_PORT: String(providerPort) },
  url: provider,
});
const cluster = await startCluster({
  dataDir,
  env: studioSettings(provider),
  proxy: { url, start: startProxy },
}).catch(async (error: unknown) => {
  await identityProvider.stop();
  throw error;
});
let playwright: ChildProcess | undefined;
const close = async () => {
  playwright?.kill('SIGTERM');
  await cluster.close();
  await identityProvider.stop();
};
// Ended from outside, it leaves nothing behind either.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)));
const sql = openSql(cluster.databaseUrl, { max: 2 });
try {
  const restarts: Restart[] = [];
  const state = { isOver: false };
  const beganMs = Date.now();
  const killing = isCalm ? Promise.resolve() : killProcesses(state, restarts);
  const journeys = runJourneys().finally(() => {
    state.isOver = true;
  });
  await Promise.all([journeys, killing]);
  await report(restarts, (Date.now() - beganMs) / 1000);
} finally {
  await sql.end();
  await close();
}

function startProxy(ports: readonly number[]): Promise<Program> {
  return startServer({
    name: 'TLS proxy',
    command: process.execPath,
    parameters: ['e2e/site/tls-proxy.ts'],
    env: { TLS_PORT: String(tlsPort), TARGET_PORT: ports.join(','), ACCESS_LOG: accessLog },
    url: `${url}/healthz`,
  });
}

async function killProcesses(state: { isOver: boolean }, restarts: Restart[]): Promise<void> {
  for (let turn = 0; !state.isOver; turn += 1) {
    const beganMs = Date.now();
    restarts.push(await cluster.restart(turn, 'SIGKILL'));
    // Every 20 s; a start that takes longer has the next one wait, so that two always serve.
    while (Date.now() - beganMs < EVERY_MS && !state.isOver) await sleep(100);
  }
}

async function runJourneys(): Promise<void> {
  const child = spawn(
    'playwright',
    ['test', ...(chosen.length > 0 ? chosen : JOURNEYS), '--project=site', '--project=accounts'],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        SITE_PORT: String(sitePort),
        SITE_STARTED: url,
        SITE_IS_KILLED: isCalm ? '' : '1',
        TEST_RETRIES: isCalm ? '0' : '2',
        PLAYWRIGHT_JSON: resultFile,
      },
    },
  );
  playwright = child;
  await new Promise((resolve) => child.once('exit', resolve));
}

async function report(restarts: readonly Restart[], seconds: number): Promise<void> {
  const results = readResults(await readFile(resultFile, 'utf8'));
  const answers = countAnswers(await readFile(accessLog, 'utf8'));
  const bookings = await reopenBookings(url, answers.bookingPages);
  const doubles = await countDoubles(sql);
  const slowest = Math.max(0, ...restarts.map(({ startMs }) => startMs)) / 1000;
  printTable(
    `${isCalm ? 'Nobody killed' : 'kill -9 of one process every 20 s'}, ${seconds.toFixed(0)} s`,
    ['', ''],
    [
      ['journeys passed', results.passed],
      ['… after another try', results.again.length],
      ['journeys failed', results.failed.length],
      ['processes killed', restarts.length],
      ['slowest start, s', slowest.toFixed(1)],
      ['requests answered', answers.total],
      ['bookings shown on a screen', bookings.shown],
      ...[...answers.failed].map(([what, n]) => [`answered ${what}`, n]),
    ],
  );
  for (const { title, reasons } of [...results.again, ...results.failed])
    printTable(
      title,
      ['tries that failed'],
      reasons.map((reason) => [reason]),
    );
  const goals: Goal[] = [
    atLeast('journeys passed', results.passed, 1, 0),
    atMost('journeys failed', results.failed.length, 0, 0),
    atMost('reads that failed', answers.failedReads, 0, 0),
    atMost('bookings shown on a screen and gone', bookings.gone, 0, 0),
    ...doubles.map(({ what, n }) => atMost(what, n, 0, 0)),
  ];
  printGoals(goals);
  const complaints = new Map<string, number>();
  for (const line of cluster.complaints()) {
    const text = /"msg":"([^"]+)"/.exec(line)?.[1] ?? line.slice(0, 300);
    complaints.set(text, (complaints.get(text) ?? 0) + 1);
  }
  if (complaints.size > 0) printTable('Errors in the logs', ['', 'times'], [...complaints]);
  process.exitCode = goals.every(({ isMet }) => isMet) ? 0 : 1;
}
