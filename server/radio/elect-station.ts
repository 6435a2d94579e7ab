import { openLastingConnection } from '#backend/database/lasting-connection.ts';
import type { Logger } from '../logger.ts';

export interface Election {
  /** Checks now instead of within two seconds: the station does not answer. */
  askNow(): Promise<void>;
  close(): Promise<void>;
}

export interface ElectionOptions {
  databaseUrl: string;
  /** Where other processes reach this one. */
  ownUrl: string;
  onElected(): void;
  /** This process was the station and is no longer: the database was away, and another took its place. */
  onLost(): void;
  /** Another process is the station, and is reached there. */
  onOther(url: string): void;
  log: Logger;
}

const ASK_MS = 2000;
// Any number that nothing else in this database uses: "onda" in ASCII.
const LOCK = 0x6f6e6461;

export async function electStation(options: ElectionOptions): Promise<Election> {
  const { databaseUrl, ownUrl, log } = options;
  let isClosed = false;
  let isStation = false;
  let otherUrl: string | undefined;
  let knownPid: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sql = openLastingConnection(databaseUrl, 'station');

  async function ask(): Promise<void> {
    // Taken again on every round: after the database was away the old lock is gone, and another process may have it.
    // Where the connection is new because the database was away, the former station is let go first: a host may be live.
    const mayTake = isStation || knownPid === undefined;
    const [row] = await sql<{ is_mine: boolean; pid: number }[]>`
      select pg_backend_pid() as pid,
        exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${LOCK} and pid = pg_backend_pid())
        or case when ${mayTake} or pg_backend_pid() = ${knownPid ?? 0} then pg_try_advisory_lock(${LOCK}) else false end as is_mine`;
    knownPid = row?.pid;
    if (row?.is_mine) {
      if (!isStation) {
        isStation = true;
        otherUrl = undefined;
        await sql`insert into private.radio_station (url) values (${ownUrl})
          on conflict (id) do update set url = excluded.url, since = now()`;
        options.onElected();
      }
      return;
    }
    if (isStation) {
      isStation = false;
      options.onLost();
    }
    const [station] = await sql<{ url: string }[]>`select url from private.radio_station`;
    // Our own address there is from an earlier run: the holder of the lock has not written its own yet.
    if (station && station.url !== otherUrl && station.url !== ownUrl) {
      otherUrl = station.url;
      options.onOther(station.url);
    }
  }

  let running: Promise<void> | undefined;
  const round = () => {
    running ??= askAndPlan().finally(() => {
      running = undefined;
    });
    return running;
  };
  async function askAndPlan(): Promise<void> {
    clearTimeout(timer);
    try {
      await ask();
    } catch (error) {
      // While the database is away the current station stays, and the music goes on.
      if (!isClosed) log.debug({ err: error }, 'the current station process is unknown');
    }
    if (isClosed) return;
    timer = setTimeout(round, ASK_MS);
    timer.unref();
  }
  await round();
  return {
    askNow: () => (isClosed ? Promise.resolve() : round()),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await sql.end({ timeout: 2 });
    },
  };
}
