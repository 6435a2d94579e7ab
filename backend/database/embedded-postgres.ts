// The embedded PostgreSQL in the data folder: started, adopted, restarted and stopped here.
// It deliberately survives a killed onda (nothing is lost, the next start adopts it) and is shared by all onda processes
// of one data folder: the last one to stop ends it. Schemas and roles: see prepare-database.ts.

import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Progress } from '#contracts/progress.ts';
import { chooseDatabasePort, rememberDatabasePort } from './database-port.ts';
import { isDiskFull } from './disk-space.ts';
import type { Sql } from './driver/sql.ts';
import { type PostgresBinaries, preparePostgresBinaries } from './postgres-binaries.ts';
import { clusterLink, homeOf, prepareCluster, requireCluster } from './postgres-cluster.ts';
import { findPostgresUser, type PostgresUser } from './postgres-user.ts';
import {
  findPostmaster,
  type StartedPostmaster,
  signalPostmaster,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { createStartLock, type StartLock } from './start-lock.ts';
import { databaseUrl, isUsedByOthers, openUsageConnection } from './usage-connection.ts';
import type { ClusterPlace } from './wal-archive.ts';

// Migrations of Supabase projects create the extensions pg_cron, pg_net and pgmq; the host provides what they do, and these
// folders the names. PostgreSQL adds "extension" to the path.
const EXTENSION_PATH = `extension_control_path=$system${delimiter}${join(import.meta.dirname, '..', 'background')}`;

export interface EmbeddedPostgres {
  readonly url: string;
  readonly clusterDir: string;
  /** The program is about to stop: a PostgreSQL that ends from now on is not restarted. */
  expectStop(): void;
  /** Ends PostgreSQL, unless another onda process still uses it. Close your own connections first. */
  stop(): Promise<void>;
  /** For an exit that cannot wait: asks PostgreSQL to stop and returns at once. */
  abandon(): void;
}

const SILENCE_LIMIT_MS = 30_000;
const RECOVERY_LIMIT_MS = 10 * 60_000;
const POLL_MS = 40;
const MAX_PAUSE_MS = 5000;
/** Signals that stop both come one after the other. */
const STOPPED_TOGETHER_MS = 100;
const GIVE_UP_MS = 4000;
const NONE = { usageConnection: undefined };

interface Cluster {
  readonly clusterDir: string;
  readonly binaries: PostgresBinaries;
  readonly user: PostgresUser | undefined;
  readonly password: string;
  readonly progress: Progress;
  readonly settings: readonly string[];
  readonly recoveryLimitMs: number;
}

interface Attached {
  readonly pid: number;
  readonly port: number;
  /** Open while this process uses the server: shows others that it is in use, and us that it died. */
  readonly usageConnection: Sql;
}

export async function startEmbeddedPostgres(options: {
  dataDir: string;
  password: string;
  /** Whether a missing database may be created; by default it may. */
  mayCreate?: () => Promise<boolean>;
  progress: Progress;
  /** Settings for this server run, name=value. */
  prepareSettings?: (place: ClusterPlace) => Promise<readonly string[]>;
  /** How long it may replay its log. */
  recoveryLimitMs?: number;
  /** Called when a crashed PostgreSQL can no longer be reached under its URL. */
  onLost?: (error: Error) => void;
  /** Called once for each reason why a crashed PostgreSQL could not be restarted yet; it is retried. */
  onReviveFailed?: (error: Error) => void;
}): Promise<EmbeddedPostgres> {
  const { dataDir, password, progress, mayCreate, recoveryLimitMs = RECOVERY_LIMIT_MS } = options;
  await requireCluster(dataDir, mayCreate);
  const user = await findPostgresUser(clusterLink(dataDir));
  const binaries = await preparePostgresBinaries(user, progress);
  const clusterDir = await prepareCluster({ dataDir, password, binaries, user, progress });
  const settings = [...((await options.prepareSettings?.({ clusterDir, user })) ?? []), EXTENSION_PATH];
  const cluster: Cluster = { clusterDir, binaries, user, password, progress, settings, recoveryLimitMs };

  const stopping = new AbortController();
  const { signal } = stopping;
  let isStopped = false;
  let latestPid: number | undefined;
  const attachAndNote = async (port?: number) => {
    const result = await attach(cluster, { port, signal, onClosed: () => void revive() });
    latestPid = result.pid;
    return result;
  };
  const revive = async () => {
    // A normal stop closes the connection too, and PostgreSQL may have been stopped together with us.
    await sleep(STOPPED_TOGETHER_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    let lastReason = '';
    progress.step('PostgreSQL stopped unexpectedly; restarting it');
    for (let tries = 1; !signal.aborted; tries++) {
      attached = attachAndNote(port);
      try {
        const revived = await attached;
        progress.done();
        if (revived.port !== port)
          options.onLost?.(new Error(`PostgreSQL's port ${port} was taken by another program.`));
        return;
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error));
        if (!signal.aborted && reason.message !== lastReason) options.onReviveFailed?.(reason);
        lastReason = reason.message;
        // Disk space is freed, a port is released: the program waits for it instead of ending.
        await sleep(Math.min(tries * 500, MAX_PAUSE_MS), undefined, { ref: false, signal }).catch(
          () => undefined,
        );
      }
    }
    progress.done();
  };
  progress.step('Starting PostgreSQL');
  let attached = attachAndNote();
  const { port } = await attached;
  progress.done();

  return {
    url: databaseUrl(password, port),
    clusterDir,
    expectStop: () => stopping.abort(),
    async stop() {
      if (isStopped) return;
      isStopped = true;
      stopping.abort();
      // A running restart gives up and stops the server that it started.
      const { usageConnection } = await Promise.race([
        attached,
        sleep(GIVE_UP_MS, NONE, { ref: false }),
      ]).catch(() => NONE);
      const isShared = usageConnection ? await isUsedByOthers(usageConnection) : false;
      await usageConnection?.end({ timeout: 1 });
      const running = isShared ? undefined : await findPostmaster(clusterDir);
      if (running) await stopPostmaster(running.pid, cluster);
    },
    abandon() {
      isStopped = true;
      stopping.abort();
      if (latestPid) signalPostmaster(latestPid, 'SIGINT');
    },
  };
}

/** Adopts the running server of the cluster, or starts one, and opens the usage connection. */
async function attach(cluster: Cluster, options: AttachOptions): Promise<Attached> {
  const own: { child?: StartedPostmaster } = {};
  const lock = createStartLock(join(homeOf(cluster.clusterDir), 'postgres.starting'));
  try {
    return await attachOrStart(cluster, own, lock, options);
  } catch (error) {
    // A failed start stops the server that it started.
    if (own.child) await stopPostmaster(own.child.pid, cluster);
    throw error;
  } finally {
    await lock.release();
  }
}

interface AttachOptions {
  /** The port already in use by other processes; without it a free one is chosen. */
  port: number | undefined;
  /** Aborted when the program stops: no server is started afterwards. */
  signal: AbortSignal;
  onClosed: () => void;
}

async function attachOrStart(
  cluster: Cluster,
  own: { child?: StartedPostmaster },
  lock: StartLock,
  { port, signal, onClosed }: AttachOptions,
): Promise<Attached> {
  let complaint: string | undefined;
  let lastSignMs = Date.now();
  const startedMs = Date.now();
  for (;;) {
    if (signal.aborted) throw new Error('The program is stopping.');
    if (complaint !== undefined) {
      if (await isOutOfSpace(complaint, cluster)) {
        throw new Error(
          `The disk is full: PostgreSQL needs space in ${cluster.clusterDir} to start. Free some disk space.`,
        );
      }
      if (!isTemporary(complaint) || Date.now() - startedMs > SILENCE_LIMIT_MS) {
        throw new Error(`PostgreSQL did not start: ${complaint} (log: ${logFile(cluster)})`);
      }
      complaint = undefined;
      await sleep(250);
    }
    const running = await findPostmaster(cluster.clusterDir);
    if (running?.port) {
      const answer = await openUsageConnection(cluster, running.port, { signal, onClosed });
      if (typeof answer !== 'string') return { ...running, port: running.port, usageConnection: answer };
      if (answer === 'wrong password') {
        throw new Error(
          `The database in ${cluster.clusterDir} rejects the password in secrets.json: they belong to different installations.`,
        );
      }
      // It answers but is replaying its log after a crash, or still shutting down, which may take a while.
      if (answer === 'busy') lastSignMs = Date.now();
    } else if (!running && !own.child && !(await lock.take())) {
      // Another process is starting it.
      lastSignMs = Date.now();
    } else if (!running && !own.child && !(await findPostmaster(cluster.clusterDir))) {
      own.child = await startServer(cluster, port);
      void own.child.ended.then((end) => {
        complaint = end.complaint;
        own.child = undefined;
      });
      lastSignMs = Date.now();
    }
    await lock.renew();
    const nowMs = Date.now();
    if (nowMs - lastSignMs > SILENCE_LIMIT_MS || nowMs - startedMs > cluster.recoveryLimitMs) {
      throw new Error(
        `PostgreSQL (process ${running?.pid ?? own.child?.pid ?? 'unknown'}) holds ${cluster.clusterDir} but does not answer. End it with kill -QUIT ${running?.pid ?? own.child?.pid ?? ''} and start again.`,
      );
    }
    await sleep(POLL_MS);
  }
}

function isTemporary(complaint: string): boolean {
  return /already exists|still in use|in use by another|could not bind|lock file|no longer contains|no reason given/.test(
    complaint,
  );
}

/** The disk is checked too: on a full disk PostgreSQL cannot write its reason to the log. */
async function isOutOfSpace(complaint: string, { clusterDir }: Cluster): Promise<boolean> {
  return /No space left on device|Disk quota exceeded/i.test(complaint) || (await isDiskFull(clusterDir));
}

async function startServer(cluster: Cluster, givenPort: number | undefined): Promise<StartedPostmaster> {
  const home = homeOf(cluster.clusterDir);
  const port = givenPort ?? (await chooseDatabasePort(home));
  await rememberDatabasePort(home, port);
  return spawnPostmaster({ ...cluster, port, logFile: logFile(cluster) });
}

function logFile({ clusterDir }: { clusterDir: string }): string {
  return join(homeOf(clusterDir), 'postgres.log');
}
