// The database that onda brings along: a real PostgreSQL in the data folder, started, adopted, revived and stopped here.
// It outlives a killed onda on purpose (nothing is lost, the next start adopts it) and is shared by all onda processes
// of one data folder: the last one to stop ends it. Schemas and roles are not its business: see prepare-database.ts.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import type { Progress } from '#contracts/progress.ts';
import { chooseDatabasePort, rememberDatabasePort } from './database-port.ts';
import { isDiskFull } from './disk-space.ts';
import { databaseUrl, isUsedByOthers, openKeeper } from './keeper.ts';
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
import type { ClusterPlace } from './wal-archive.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly clusterDir: string;
  /** The program is about to stop: a PostgreSQL that ends from now on is not started again. */
  expectStop(): void;
  /** Ends PostgreSQL, unless another onda process still uses it. Close your own connections first. */
  stop(): Promise<void>;
  /** For an exit that cannot wait: asks PostgreSQL to end by itself and returns at once. */
  abandon(): void;
}

const SILENCE_LIMIT_MS = 30_000;
const RECOVERY_LIMIT_MS = 10 * 60_000;
const POLL_MS = 40;
const MAX_PAUSE_MS = 5000;
const GIVE_UP_MS = 4000;
const NONE = { keeper: undefined };

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
  /** Open as long as this process uses the server: how others see that it is in use, and we that it died. */
  readonly keeper: postgres.Sql;
}

export async function startEmbeddedPostgres(options: {
  dataDir: string;
  password: string;
  /** Whether a database that is not there may be created; without it, it always may. */
  mayCreate?: () => Promise<boolean>;
  progress: Progress;
  /** Settings that hold while this server runs, name=value. */
  prepareSettings?: (place: ClusterPlace) => Promise<readonly string[]>;
  /** How long it may replay its log. */
  recoveryLimitMs?: number;
  /** Called when a crashed PostgreSQL can never be reached again under its URL. */
  onLost?: (error: Error) => void;
  /** Called when a crashed PostgreSQL could not be started yet, once for each reason; it is tried again. */
  onReviveFailed?: (error: Error) => void;
}): Promise<EmbeddedPostgres> {
  const { dataDir, password, progress, mayCreate, recoveryLimitMs = RECOVERY_LIMIT_MS } = options;
  await requireCluster(dataDir, mayCreate);
  const user = await findPostgresUser(clusterLink(dataDir));
  const binaries = await preparePostgresBinaries(user, progress);
  const clusterDir = await prepareCluster({ dataDir, password, binaries, user, progress });
  const settings = (await options.prepareSettings?.({ clusterDir, user })) ?? [];
  const cluster: Cluster = { clusterDir, binaries, user, password, progress, settings, recoveryLimitMs };

  const stopping = new AbortController();
  const { signal } = stopping;
  let isStopped = false;
  let latestPid: number | undefined;
  const attachAndNote = async (port?: number) => {
    const result = await attach(cluster, { port, signal, onGone: () => void revive() });
    latestPid = result.pid;
    return result;
  };
  const revive = async () => {
    // A normal stop closes the connection, too; and PostgreSQL may have been told to stop together with us.
    if (signal.aborted) return;
    let lastReason = '';
    progress.step('PostgreSQL went away; bringing it back');
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
        // A full disk gets room again, a taken port is given back: the program waits for it instead of ending.
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
      // A revival that is under way gives up, and ends the server that it started itself.
      const { keeper } = await Promise.race([attached, sleep(GIVE_UP_MS, NONE, { ref: false })]).catch(
        () => NONE,
      );
      const isShared = keeper ? await isUsedByOthers(keeper) : false;
      await keeper?.end({ timeout: 1 });
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

/** Adopts the server that runs on the cluster, or starts one, and holds a connection to it. */
async function attach(cluster: Cluster, options: AttachOptions): Promise<Attached> {
  const own: { child?: StartedPostmaster } = {};
  const lock = createStartLock(join(homeOf(cluster.clusterDir), 'postgres.starting'));
  try {
    return await attachOrStart(cluster, own, lock, options);
  } catch (error) {
    // A start that fails leaves no server behind that it started itself.
    if (own.child) await stopPostmaster(own.child.pid, cluster);
    throw error;
  } finally {
    await lock.release();
  }
}

interface AttachOptions {
  /** The port that everyone already uses; without it a free one is chosen. */
  port: number | undefined;
  /** Aborted when the program stops: then no server is started any more. */
  signal: AbortSignal;
  onGone: () => void;
}

async function attachOrStart(
  cluster: Cluster,
  own: { child?: StartedPostmaster },
  lock: StartLock,
  { port, signal, onGone }: AttachOptions,
): Promise<Attached> {
  let complaint: string | undefined;
  let lastSignMs = Date.now();
  const startedMs = Date.now();
  for (;;) {
    if (signal.aborted) throw new Error('The program is stopping.');
    if (complaint !== undefined) {
      if (await isOutOfSpace(complaint, cluster)) {
        throw new Error(
          `The disk is full: PostgreSQL needs room in ${cluster.clusterDir} to start. Free some space.`,
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
      const answer = await openKeeper(cluster, running.port, { signal, onGone });
      if (typeof answer !== 'string') return { ...running, port: running.port, keeper: answer };
      if (answer === 'wrong password') {
        throw new Error(
          `The database in ${cluster.clusterDir} does not take the password in secrets.json: the two belong to different installations.`,
        );
      }
      // It answers but is replaying its log after a crash, or still shutting down: that may take its time.
      if (answer === 'busy') lastSignMs = Date.now();
    } else if (!running && !own.child && !(await lock.take())) {
      // Another process starts it right now.
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

/** Asked of the disk too: what PostgreSQL has to say does not reach its log when that lies on the full disk. */
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
