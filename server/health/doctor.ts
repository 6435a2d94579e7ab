// Checks an installation from outside, whether it runs or not: settings, data folder, the running program, and the
// network path of visitors. Changes nothing but a probe file in the data folder.
import { lookup } from 'node:dns/promises';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { WebSocket } from 'ws';
import { describeUnfinished } from '../backup/restore-folder.ts';
import { describeListenFailure } from '../claim-port.ts';
import type { Config } from '../config.ts';
import { prepareDataDirectory } from '../data-directory.ts';
import { checkBackup } from './check-backups.ts';
import { checkCallerLogin, checkDatabaseRights } from './check-rights.ts';
import { type Check, checkCertificate, checkClock, checkDisk } from './checks.ts';
import { measureOffsite } from './measure.ts';
import { networkKindOf } from './network-kind.ts';
import { type DatabasePlace, openRunningDatabase } from './open-running-database.ts';

export type DoctorConfig = Pick<Config, 'host' | 'port' | 'siteUrl' | 'tls' | 'backupCopies'> & DatabasePlace;

const WAIT_MS = 8000;

export async function examine(config: DoctorConfig): Promise<Check[]> {
  const site = new URL(config.siteUrl);
  const [folder, rights, offsite, program, reached, socket] = await Promise.all([
    checkFolder(config.dataDir),
    checkRights(config),
    checkOffsite(config),
    checkProgram(config),
    checkReach(site),
    checkWebSocket(site),
  ]);
  const certificate = site.protocol === 'https:' ? [await readCertificateOf(site)] : [];
  return [...folder, ...rights, ...offsite, program, ...reached, ...certificate, socket];
}

async function checkFolder(dataDir: string): Promise<Check[]> {
  try {
    await prepareDataDirectory(dataDir);
  } catch (error) {
    return [{ name: 'data folder', state: 'bad', message: 'cannot be used', advice: messageOf(error) }];
  }
  const advice = await describeUnfinished(dataDir);
  if (advice) return [{ name: 'data folder', state: 'bad', message: 'has an unfinished restore', advice }];
  const disk = await statfs(dataDir);
  const backups = join(dataDir, 'backups');
  const names = (await readdir(backups).catch(() => [])).filter((name) => name.endsWith('.zip'));
  const times = await Promise.all(names.map(async (name) => (await stat(join(backups, name))).mtimeMs));
  const madeMs = (await stat(join(dataDir, 'secrets.json')).catch(() => undefined))?.birthtimeMs;
  const last = times.length > 0 ? Math.max(...times) : undefined;
  return [
    { name: 'data folder', state: 'ok', message: `is ${dataDir}` },
    checkDisk({ freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize }),
    checkBackup(last, Date.now(), madeMs ?? Date.now()),
  ];
}

/** Only where a database runs. */
async function checkRights(config: DoctorConfig): Promise<Check[]> {
  const database = await openRunningDatabase(config);
  if (!database) return [];
  const checks = [checkDatabaseRights(database.sql), checkCallerLogin(database.sql)];
  const found = await Promise.all(checks).catch(() => []);
  await database.close();
  return found.flat();
}

/** What the database knows of the copies; only where they are set. */
async function checkOffsite(config: DoctorConfig): Promise<Check[]> {
  if (!config.backupCopies) return [];
  const database = await openRunningDatabase(config);
  const checks = database && (await measureOffsite(database.sql).catch(() => undefined));
  await database?.close();
  if (checks && checks.length > 0) return checks;
  const message = checks ? 'has never been sent' : 'is unknown because the database does not answer';
  return [{ name: 'off-site', state: 'warn', message, advice: 'Start the program: npm start.' }];
}

async function checkProgram({ host, port, tls }: DoctorConfig): Promise<Check> {
  const name = 'program';
  const place = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const origin = `${tls ? 'https' : 'http'}://${place.includes(':') ? `[${place}]` : place}:${port}`;
  try {
    // The certificate is for the studio's name, not for this address; another check verifies it.
    const answer = tls ? undefined : await ask(`${origin}/readyz`);
    if (!answer) return { name, state: 'ok', message: 'speaks TLS itself, see below' };
    const parts = (await answer.json()) as Record<string, string>;
    const away = Object.entries(parts).filter(([part, state]) => part !== 'status' && state !== 'ok');
    if (away.length === 0) return { name, state: 'ok', message: `is running at ${origin}` };
    return {
      name,
      state: answer.ok ? 'warn' : 'bad',
      message: `is running at ${origin}, but ${away.map(([part, state]) => `${part}: ${state}`).join(', ')}`,
      advice: 'Check its log.',
    };
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return code === 'ECONNREFUSED'
      ? { name, state: 'bad', message: `is not running at ${origin}`, advice: 'Start it: npm start.' }
      : {
          name,
          state: 'bad',
          message: `does not answer at ${origin}`,
          advice: `${describeListenFailure({ host, port }, { code: 'EADDRINUSE' })} Or check its log.`,
        };
  }
}

/** The way visitors take: name, proxy, program. */
async function checkReach(site: URL): Promise<Check[]> {
  const isPublic = networkKindOf(site.hostname) === 'public';
  try {
    const { address } = await lookup(site.hostname.replace(/^\[|\]$/g, ''));
    if (isPublic && networkKindOf(address) !== 'public')
      return [
        {
          name: 'name',
          state: 'warn',
          message: `${site.hostname} resolves to ${address}, a private network address`,
          advice: 'Point the A record of the domain to the public address of this machine.',
        },
      ];
  } catch {
    return [
      {
        name: 'name',
        state: 'bad',
        message: `${site.hostname} does not resolve`,
        advice: 'Create an A record for it at your domain provider, or correct SITE_URL.',
      },
    ];
  }
  const name = 'site';
  try {
    const askedMs = Date.now();
    const answer = await ask(new URL('/healthz', site).href);
    const middleMs = (askedMs + Date.now()) / 2;
    const body = (await answer.json().catch(() => ({}))) as { status?: string };
    if (body.status !== 'ok')
      return [
        {
          name,
          state: 'bad',
          message: `${site.origin} answers ${answer.status}, but it is not this program`,
          advice: 'Check that the proxy forwards requests to the right port.',
        },
      ];
    const dateMs = Date.parse(answer.headers.get('date') ?? '');
    // The header has whole seconds.
    const clock = Number.isNaN(dateMs) ? [] : [checkClock(middleMs - dateMs - 500, 'the site’s answers')];
    return [{ name, state: 'ok', message: `answers at ${site.origin}` }, ...clock];
  } catch (error) {
    return [
      {
        name,
        state: 'bad',
        message: `cannot be reached at ${site.origin} (${messageOf((error as Error).cause ?? error)})`,
        advice:
          'Check that the program and the proxy are running, and that the firewall allows ports 80 and 443.',
      },
    ];
  }
}

function checkWebSocket(site: URL): Promise<Check> {
  const name = 'websocket';
  const url = new URL('/realtime/v1/websocket', site);
  url.protocol = site.protocol === 'https:' ? 'wss:' : 'ws:';
  const through: Check = { name, state: 'ok', message: 'gets through' };
  const stopped: Check = {
    name,
    state: 'bad',
    message: 'is blocked',
    advice: 'Configure the proxy to forward the Upgrade and Connection headers. See deploy/nginx.conf.',
  };
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { handshakeTimeout: WAIT_MS });
    socket.once('open', () => {
      resolve(through);
      socket.close();
    });
    // Without a key the program answers 401 or 403, which shows that the request got through.
    socket.once('unexpected-response', (request, response) => {
      resolve([401, 403].includes(response.statusCode ?? 0) ? through : stopped);
      request.destroy();
    });
    socket.once('error', () => resolve(stopped));
  });
}

function readCertificateOf(site: URL): Promise<Check> {
  return new Promise((resolve) => {
    const host = site.hostname.replace(/^\[|\]$/g, '');
    const socket = connectTls({ host, servername: host, port: Number(site.port || 443), timeout: WAIT_MS });
    const rejected = (reason: string) =>
      resolve({
        name: 'certificate',
        state: 'bad',
        message: `is not accepted: ${reason}`,
        advice: 'Get a certificate for this name: TLS=auto with DOMAIN, or certbot for the proxy.',
      });
    socket.once('secureConnect', () => {
      resolve(checkCertificate(Date.parse(socket.getPeerCertificate().valid_to), Date.now()));
      socket.destroy();
    });
    socket.once('timeout', () => {
      rejected('no answer');
      socket.destroy();
    });
    socket.once('error', (error) => rejected(error.message));
  });
}

function ask(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(WAIT_MS), redirect: 'manual' });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
