// The guide of docs/operate.md over https: first page, booking, sign-in, live show, upload; seconds for each step
// npm run bench guide caddy|nginx|onda
// A program on an empty folder with the settings of the guide, behind the recipe of deploy/ (or, with "onda", with HTTPS by
// itself) and a certificate authority of its own that ffmpeg and Node verify. Ports are free ones, the domain is localhost.
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { findFreePort } from '#backend/find-free-port.ts';
import { openGuideBrowser } from './guide/browser-steps.ts';
import { createAuthority, FRONTS, type Front, startCaddy, startNginx } from './guide/fronts.ts';
import { broadcastLive } from './guide/radio-steps.ts';
import { measureRealtime, uploadInChunks, uploadInOneRequest } from './guide/service-steps.ts';
import { ensureChromium } from './web/needed-programs.ts';
import { type Program, startServer } from './web/programs.ts';
import { printTable } from './web/table.ts';

const STEP_LIMIT_MS = 120_000;
const front = process.argv[2] as Front;
if (!FRONTS.includes(front)) throw new Error(`Say which one: npm run bench guide ${FRONTS.join('|')}`);

const folder = await mkdtemp(join(tmpdir(), 'onda-guide-'));
await chmod(folder, 0o711);
const [port, tlsPort, httpPort, sourcePort] = [
  await findFreePort(),
  await findFreePort(),
  await findFreePort(),
  await findFreePort(),
];
const url = `https://localhost:${tlsPort}`;
const [setupToken, jwtSecret] = [randomBytes(16).toString('hex'), randomBytes(24).toString('hex')];
const programs: Program[] = [];
const rows: [string, string][] = [];
const close = async () => {
  for (const program of programs.toReversed()) await program.stop();
  await rm(folder, { recursive: true, force: true });
};
// Ended from outside, it leaves nothing behind either.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)));

try {
  const authority = await createAuthority(folder);
  const program = startStudio(authority.files);
  const proxy =
    front === 'onda'
      ? { root: authority.root }
      : await (front === 'caddy' ? startCaddy : startNginx)({ folder, authority, port, tlsPort, httpPort });
  if ('program' in proxy) programs.push(proxy.program);
  setDefaultCACertificates([...getCACertificates('default'), proxy.root]);
  await step('empty folder to ready, over https', async () => {
    programs.unshift(await program);
    await untilReady();
  });
  await step('plain HTTP redirected', redirected);
  const browser = await openGuideBrowser(url, ensureChromium(console.log));
  programs.push({ pid: 0, stop: () => browser.close() });
  await step('first page', () => browser.openTimetable());
  await step('first booking, from the class to its confirmation', () => browser.book());
  await step('set-up link to the dashboard', () => browser.setUp(setupToken));
  await step('sign-in', () => browser.signIn());
  const service = { url, jwtSecret };
  await step('realtime message there and back', () => measureRealtime(service));
  await step('upload of 30 MB and download, one request', () => uploadInOneRequest(service));
  await step('upload of 30 MB in chunks (TUS) and download', () => uploadInChunks(service));
  const durations = await broadcastLive({
    url,
    sourcePort,
    folder,
    password: await browser.makeSourcePassword(),
    isTls: front === 'onda',
    root: proxy.root,
  });
  for (const [name, seconds] of durations) rows.push([name, shown(seconds)]);
} finally {
  await close();
}
const title = front === 'onda' ? 'HTTPS by onda itself' : `Behind ${front}`;
printTable(title, ['step', 'seconds'], rows);

async function step(name: string, work: () => Promise<number | undefined>): Promise<void> {
  const beganMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), STEP_LIMIT_MS);
  });
  try {
    const ownSeconds = await Promise.race([work(), limit]);
    rows.push([name, shown(ownSeconds ?? (performance.now() - beganMs) / 1000)]);
  } catch (error) {
    throw new Error(`The step "${name}" failed.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function shown(seconds: number): string {
  return seconds.toFixed(seconds < 0.1 ? 3 : 1);
}

/** With the settings that the guide writes to /etc/onda.env, on free ports. */
function startStudio(files: { cert: string; key: string }): Promise<Program> {
  const own = {
    PORT: String(tlsPort),
    HOST: '127.0.0.1',
    HTTP_PORT: String(httpPort),
    TLS_CERT: files.cert,
    TLS_KEY: files.key,
  };
  return startServer({
    name: 'onda',
    command: process.execPath,
    parameters: ['server/main.ts'],
    url: front === 'onda' ? `${url}/readyz` : `http://127.0.0.1:${port}/readyz`,
    env: {
      NODE_ENV: 'production',
      SITE_URL: url,
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      JWT_SECRET: jwtSecret,
      SETUP_TOKEN: setupToken,
      RADIO_SOURCE_HOST: '127.0.0.1',
      RADIO_SOURCE_PORT: String(sourcePort),
      ...(front === 'onda' ? own : { PORT: String(port), TRUSTED_PROXIES: 'loopback' }),
    },
  });
}

async function untilReady(): Promise<undefined> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function redirected(): Promise<undefined> {
  const answer = await fetch(`http://localhost:${httpPort}/timetable`, { redirect: 'manual' });
  const target = answer.headers.get('location') ?? '';
  if (answer.status !== 308 || !target.startsWith('https://localhost') || !target.endsWith('/timetable'))
    throw new Error(`Plain HTTP is answered ${answer.status}, to "${target}".`);
  return undefined;
}
