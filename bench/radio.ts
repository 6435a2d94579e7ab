// The radio: thousands of listeners beside Debian's icecast2, the AutoDJ beside Liquidsoap, in the same run.
// Each server alone on one core, listeners and sources on another. npm run bench radio [listeners] [autodj] [crowd];
// the crowd, 15,000 listeners for five minutes, only when it is named.
// Needs icecast2, liquidsoap and ffmpeg (Debian packages of these names).
import { spawn, spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { offeredFormats } from '#radio/audio/packet-format.ts';
import { packetFileOf } from '#radio/library/packet-file.ts';
import { cpuMsOf, residentBytesOf } from './host/process-cost.ts';
import { startDatabase } from './host/start-database.ts';
import type { AudienceReport } from './radio/listeners.ts';
import type { NewcomersReport } from './radio/newcomers.ts';
import { startIcecast, startLiquidsoap } from './radio/peers.ts';
import { countTracks, shortenTracks } from './radio/shorten-tracks.ts';
import { chooseCores, pinned, pinThisProcess } from './web/cores.ts';
import { startOnda } from './web/onda-server.ts';
import { atMost, type Goal, printGoals, printTable } from './web/table.ts';

const AUDIENCES = [500, 2000, 5000];
const JOINS_PER_SECOND = 500;
const WINDOW_S = 20;
const CROWD = 15_000;
const CROWD_S = 300;
const AUTODJ_S = 180;
const AUTODJ_TRACK_MS = 90_000;
// Until the first crossfade is over on both sides.
const AUTODJ_WARM_UP_S = 95;
const CROSSFADE_S = 3;
const COLUMNS = [
  '',
  'listeners',
  'CPU ms/listener-min',
  'first byte p50',
  'p99 ms',
  '64 kB p50',
  'kB each',
  'B/s each',
  'longest gap ms',
  'least ahead ms',
  'stalled',
  'dropped',
];
const LISTENERS = join(import.meta.dirname, 'radio', 'listeners.ts');
const NEWCOMERS = join(import.meta.dirname, 'radio', 'newcomers.ts');
const NEWCOMERS_PER_SECOND = 50;

interface Measured extends AudienceReport, NewcomersReport {
  count: number;
  cpuMsPerListenerMinute: number;
  bytesPerListener: number;
}

const closers: (() => Promise<unknown>)[] = [];
const atEnd = (close: () => Promise<unknown>) => void closers.unshift(close);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void closeAll().finally(() => process.exit(1)));
}
try {
  await run(new Set(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await closeAll();
}

async function run(chosen: Set<string>): Promise<void> {
  const wants = (part: string) => chosen.size === 0 || chosen.has(part);
  for (const program of ['icecast2', 'liquidsoap', 'ffmpeg']) {
    if (spawnSync('which', [program]).status !== 0)
      throw new Error(
        `${program} is not installed. On Debian: apt-get install -y icecast2 liquidsoap ffmpeg`,
      );
  }
  const cores = chooseCores();
  pinThisProcess(cores.generator);
  const database = await startDatabase();
  atEnd(() => database.stop());
  const { folder } = database;
  const musicFolder = join(folder, 'onda', 'radio', 'tracks');
  // On all cores: on one alone the program itself makes the machine look busy, and the library waits.
  let onda = await startOnda({ folder, databaseUrl: database.url, core: cores.all });
  atEnd(() => onda.stop());
  await untilDemoIsMade(musicFolder);
  await onda.stop();
  onda = await startOnda({ folder, databaseUrl: database.url, core: cores.server });
  const goals: Goal[] = [];

  if (wants('listeners')) {
    const icecast = await startIcecast({
      folder,
      musicFile: join(musicFolder, 'demo-night-loop-four.mp3'),
      core: cores.server,
      generatorCore: cores.generator,
      atEnd,
    });
    await sleep(6000);
    const rows: (string | number)[][] = [];
    for (const count of AUDIENCES) {
      const ours = await measure({
        url: `${onda.url}/radio/live.mp3`,
        pid: onda.pid,
        count,
        core: cores.generator,
      });
      const theirs = await measure({ url: icecast.url, pid: icecast.pid, count, core: cores.generator });
      rows.push(rowOf('onda', ours), rowOf('icecast2', theirs));
      if (count < 2000) continue;
      const ratio = ours.cpuMsPerListenerMinute / theirs.cpuMsPerListenerMinute;
      goals.push(atMost(`CPU beside Icecast's, ${count} listeners`, ratio, 0.3));
      goals.push(atMost(`first byte p99, ms, ${count} listeners`, ours.firstByteMs.p99, 20, 0));
      goals.push(atMost(`memory a listener, kB, ${count} listeners`, ours.bytesPerListener / 1000, 8, 1));
      goals.push(atMost(`stalled or dropped, ${count} listeners`, ours.stalled + ours.dropped, 0, 0));
    }
    printTable(
      `Listeners (MP3, 128 kbit/s), joining at ${JOINS_PER_SECOND} a second, ${WINDOW_S} s`,
      COLUMNS,
      rows,
    );
  }

  if (chosen.has('crowd')) {
    const crowd = await measure({
      url: `${onda.url}/radio/live.mp3`,
      pid: onda.pid,
      count: CROWD,
      core: cores.generator,
      seconds: CROWD_S,
    });
    printTable(`${CROWD} listeners for ${CROWD_S} s, server on one core`, COLUMNS, [rowOf('onda', crowd)]);
    goals.push(atMost(`stalled or dropped, ${CROWD} listeners`, crowd.stalled + crowd.dropped, 0, 0));
  }

  if (wants('autodj')) {
    await onda.stop();
    const shortened = await shortenTracks({
      folder,
      tracksFolder: musicFolder,
      databaseUrl: database.url,
      trackMs: AUTODJ_TRACK_MS,
    });
    onda = await startOnda({ folder, databaseUrl: database.url, core: cores.server });
    const liquidsoap = await startLiquidsoap({
      folder,
      musicFolder: shortened,
      core: cores.server,
      crossfadeS: CROSSFADE_S,
    });
    atEnd(() => liquidsoap.stop());
    await sleep(AUTODJ_WARM_UP_S * 1000);
    const since = new Date();
    const before = { onda: cpuMsOf(onda.pid), liquidsoap: cpuMsOf(liquidsoap.pid) };
    await sleep(AUTODJ_S * 1000);
    const cost = {
      onda: ((cpuMsOf(onda.pid) - before.onda) * 60) / AUTODJ_S,
      liquidsoap: ((cpuMsOf(liquidsoap.pid) - before.liquidsoap) * 60) / AUTODJ_S,
    };
    printTable(
      `AutoDJ, nobody listening: tracks of ${AUTODJ_TRACK_MS / 1000} s, crossfade of ${CROSSFADE_S} s, ${await countTracks(database.url, since)} in ${AUTODJ_S} s`,
      ['', 'CPU ms a minute', 'MB'],
      [
        ['onda (the whole program)', Math.round(cost.onda), Math.round(residentBytesOf(onda.pid) / 1e6)],
        ['liquidsoap', Math.round(cost.liquidsoap), Math.round(residentBytesOf(liquidsoap.pid) / 1e6)],
      ],
    );
    goals.push(atMost("AutoDJ's CPU beside Liquidsoap's", cost.onda / cost.liquidsoap, 0.15));
  }
  printGoals(goals);
}

interface Audience {
  url: string;
  /** Of the server. */
  pid: number;
  count: number;
  core: number;
  seconds?: number;
}

async function measure({ url, pid, count, core, seconds = WINDOW_S }: Audience): Promise<Measured> {
  const residentBefore = residentBytesOf(pid);
  const [command, parameters] = pinned(core, process.execPath, [
    LISTENERS,
    url,
    String(count),
    String(JOINS_PER_SECOND),
    String(seconds),
  ]);
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  atEnd(async () => child.kill('SIGKILL'));
  const newcomers = joinBeside(url, core);
  let output = '';
  let cpuBefore = 0;
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (cpuBefore > 0 || !output.includes('joined\n')) return;
    newcomers.leave();
    cpuBefore = cpuMsOf(pid);
  });
  let resident = 0;
  const watch = setInterval(() => {
    if (cpuBefore > 0) resident = residentBytesOf(pid);
  }, 1000);
  const code = await new Promise((resolve) => child.once('close', resolve));
  const cpuMs = cpuMsOf(pid) - cpuBefore;
  clearInterval(watch);
  if (code !== 0) throw new Error(`The listeners ended with ${String(code)}.`);
  const report = JSON.parse(output.split('\n')[1] ?? '') as AudienceReport;
  await sleep(3000);
  return {
    ...report,
    ...(await newcomers.report),
    count,
    cpuMsPerListenerMinute: cpuMs / ((count * seconds) / 60),
    bytesPerListener: Math.max(0, resident - residentBefore) / count,
  };
}

/** Listeners who join while the audience does. */
function joinBeside(url: string, core: number): { leave(): void; report: Promise<NewcomersReport> } {
  const [command, parameters] = pinned(core, process.execPath, [
    NEWCOMERS,
    url,
    String(NEWCOMERS_PER_SECOND),
  ]);
  const child = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'inherit'] });
  atEnd(async () => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const report = new Promise<NewcomersReport>((resolve, reject) => {
    child.once('close', () => {
      if (output) resolve(JSON.parse(output) as NewcomersReport);
      else reject(new Error('The new listeners ended without a report.'));
    });
  });
  // It is awaited later; until then a failure must not end the bench without stopping what it started.
  report.catch(() => undefined);
  return { leave: () => child.stdin.end(), report };
}

function rowOf(name: string, one: Measured): (string | number)[] {
  return [
    name,
    one.count,
    one.cpuMsPerListenerMinute.toFixed(2),
    one.firstByteMs.p50,
    one.firstByteMs.p99,
    one.first64kMs.p50,
    (one.bytesPerListener / 1000).toFixed(1),
    one.bytesPerSecond,
    one.longestGapMs,
    one.leastAheadMs,
    one.stalled,
    one.dropped,
  ];
}

/** The demo library is made once for a checkout, then encoded in the small formats: until then the core is not free. */
async function untilDemoIsMade(musicFolder: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const names = new Set(await readdir(musicFolder).catch(() => []));
    const tracks = [...names].filter((name) => name.endsWith('.mp3'));
    const isWhole = (track: string) =>
      offeredFormats({}).every((format) => names.has(packetFileOf(track, format)));
    if (names.has('demo-ident-ears.mp3') && tracks.every(isWhole)) return sleep(2000);
    await sleep(500);
  }
  throw new Error('The demo library was never finished.');
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close().catch(() => undefined);
}
