// Going live, wired up: the source port, the browser's way in, and everything about it written down.
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import type { Sql } from '#backend/database/driver/sql.ts';
import { networkOf } from '#backend/limits/network-of.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { Radio } from '#radio/create-radio.ts';
import { createLiveControl, type LiveControl } from '#radio/live/live-control.ts';
import type { ConnectionEntry } from '#radio/live/live-session.ts';
import { SHORTEST_RECORDING_MS } from '#radio/live/recording.ts';
import type { RecordingSpace } from '#radio/live/recording-space.ts';
import type { SourceLimits, SourceServerOptions } from '#radio/live/source-context.ts';
import { createSourceServer } from '#radio/live/source-server.ts';
import { englishText, stationText } from '#radio/station-text.ts';
import type { Logger } from '../logger.ts';
import type { DatabaseStationLog } from './database-station-log.ts';
import { finishRecordings } from './finish-recordings.ts';
import { findHostByPassword } from './live-access.ts';
import { createRejectedConnections } from './rejected-connections.ts';

export interface Live {
  readonly liveControl: LiveControl;
  readonly sourcePort: number;
  /** Whether the source port takes encrypted connections. */
  readonly isTls: boolean;
  /** Opens the port; the station does, a relay does not. */
  open(): void;
  /** Closes the port and ends the live show, because another process is the station. */
  shut(): void;
  close(): Promise<void>;
}

const AGAIN_MS = 15_000;
const FLUSH_MS = 30_000;
const DAY_MS = 86_400_000;
// A station that hands over plays its last audio for 15 s before it finishes the recording.
const QUIET_MS = 20_000;

export interface LiveOptions {
  radio: Radio;
  sql: Sql;
  stationLog: DatabaseStationLog;
  folder: string;
  host: string;
  port: number;
  status: () => unknown;
  onListener: SourceServerOptions['onListener'];
  /** What comes before the first request of a connection, see open-source-connection.ts. */
  openConnection?: SourceServerOptions['openConnection'];
  isTls?: boolean;
  shortestRecordingMs?: number;
  maxSilenceMs?: number;
  /** How often the live host's access is checked again. */
  recheckMs?: number;
  sourceLimits?: Partial<SourceLimits>;
  /** Who counts as one sender on the source port; for tests. */
  sourceSenderOf?: SourceServerOptions['senderOf'];
  space: RecordingSpace;
  limiter: RateLimiter;
  log: Logger;
}

export function startLive(options: LiveOptions): Live {
  const { radio, sql, stationLog, log } = options;
  function writeConnection(entry: ConnectionEntry): void {
    const { userId, way, address, client, mount, outcome, status, reason } = entry;
    log.info({ outcome, status, reason: englishText(reason), client }, 'live source');
    stationLog.write(
      (
        to,
      ) => to`insert into public.radio_connections (user_id, way, address, client, mount, outcome, status, reason)
        values ((select id from auth.users where id = ${userId}), ${way}, ${address}, ${client}, ${mount}, ${outcome}, ${status}, ${JSON.stringify(reason)}::text::jsonb)`,
    );
  }
  const rejections = createRejectedConnections({ write: writeConnection });
  const flushing = setInterval(() => rejections.flush(), FLUSH_MS);
  flushing.unref();
  // Addresses of strangers are not stored for ever.
  const removeOld = () => {
    stationLog.write(
      (to) =>
        to`delete from public.radio_connections where outcome = 'rejected' and at < now() - interval '30 days'`,
    );
    stationLog.write((to) => to`delete from public.radio_events where at < now() - interval '90 days'`);
    stationLog.write(
      (to) => to`delete from public.radio_listener_sessions where started_at < now() - interval '400 days'`,
    );
  };
  const removing = setInterval(removeOld, DAY_MS);
  removing.unref();
  const liveControl = createLiveControl({
    radio,
    folder: join(options.folder, 'episodes'),
    shortestRecordingMs: options.shortestRecordingMs,
    maxSilenceMs: options.maxSilenceMs,
    recheckMs: options.recheckMs,
    space: options.space,
    onConnection: (entry) => (entry.outcome === 'rejected' ? rejections.note(entry) : writeConnection(entry)),
    onStarted({ id, host, showId, facts, startedAtMs }) {
      stationLog.write(
        (
          to,
        ) => to`insert into public.radio_live_sessions (id, user_id, show_id, way, client, format, started_at)
          values (${id}, (select id from auth.users where id = ${host.userId}), (select id from public.shows where id = ${showId}),
            ${facts.way}, ${facts.client}, ${facts.contentType}, ${new Date(startedAtMs)})`,
      );
    },
    onLate: ({ id, facts }) =>
      log.warn(
        { liveSession: id, way: facts.way },
        'a live source sends too slowly: the programme plays until it has caught up',
      ),
    onEnded({ id, showId, showTitle, typedTitle, host, startedAtMs }, reason, recording) {
      const startedAt = new Date(startedAtMs);
      stationLog.write(
        (to) =>
          to`update public.radio_live_sessions set ended_at = now(), end_reason = ${JSON.stringify(reason)}::text::jsonb where id = ${id}`,
      );
      if (!recording) return;
      // Pages write the date beside it, in the reader's format.
      const title = typedTitle ?? showTitle ?? host.name;
      stationLog.write(
        (
          to,
        ) => to`insert into public.radio_episodes (show_id, live_session_id, title, file, bytes, duration_ms, recorded_at, chapters)
          values ((select id from public.shows where id = ${showId}), (select id from public.radio_live_sessions where id = ${id}),
            ${title}, ${recording.file}, ${recording.bytes}, ${recording.durationMs}, ${startedAt}, private.session_chapters(${id}))`,
      );
    },
  });
  const wrongPasswords = options.limiter.limit({
    name: 'radio: wrong source passwords',
    max: 20,
    perS: 60,
    byAddress: true,
  });
  const sockets = new Set<Socket>();
  const server = createSourceServer({
    liveControl,
    findHost: (password) => findHostByPassword(sql, password),
    onListener: options.onListener,
    status: options.status,
    // Right ones do not count: a host who changes titles all evening is not mistaken for someone who guesses.
    wrongPasswords: { waitS: wrongPasswords.check, note: wrongPasswords.count },
    openConnection: options.openConnection,
    senderOf: options.sourceSenderOf ?? (({ address }) => networkOf(address)),
    limits: options.sourceLimits,
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let again: ReturnType<typeof setTimeout> | undefined;
  let finishing: ReturnType<typeof setTimeout> | undefined;
  /** What a killed station left on disk. Files that just grew are looked at again when they had time to be finished. */
  async function finishCutShows(to: Sql): Promise<void> {
    const waitMs = await finishRecordings({
      sql: to,
      folder: join(options.folder, 'episodes'),
      shortestMs: options.shortestRecordingMs ?? SHORTEST_RECORDING_MS,
      currentSessionId: liveControl.session?.id,
      quietMs: QUIET_MS,
      log,
    });
    clearTimeout(finishing);
    if (waitMs === undefined || !isWanted) return;
    finishing = setTimeout(() => stationLog.write(finishCutShows), waitMs);
    finishing.unref();
  }
  let isWanted = false;
  const open = () => {
    if (isWanted && !server.listening) server.listen(options.port, options.host);
  };
  // Another program may hold the port for a while: the music goes on, and the port is opened when it is free.
  server.on('error', (error) => {
    log.warn(
      { err: error, port: options.port },
      'the port for live sources could not be opened; trying again',
    );
    again = setTimeout(open, AGAIN_MS);
    again.unref();
  });
  return {
    liveControl,
    isTls: options.isTls ?? false,
    open() {
      liveControl.open();
      isWanted = true;
      if (!server.listening) open();
      removeOld();
      // A station that was killed in mid-show left the show open, and its chat with it.
      const present = liveControl.session?.id ?? null;
      stationLog.write(
        (
          to,
        ) => to`update public.radio_live_sessions set ended_at = now(), end_reason = ${JSON.stringify(stationText('station_stopped'))}::text::jsonb
          where ended_at is null and id is distinct from ${present}`,
      );
      stationLog.write(finishCutShows);
    },
    shut() {
      isWanted = false;
      clearTimeout(again);
      clearTimeout(finishing);
      if (server.listening) server.close();
      liveControl.shut();
      for (const socket of sockets) socket.destroy();
    },
    get sourcePort() {
      return (server.address() as AddressInfo | null)?.port ?? options.port;
    },
    async close() {
      isWanted = false;
      clearTimeout(again);
      clearTimeout(finishing);
      clearInterval(flushing);
      clearInterval(removing);
      const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : undefined;
      await liveControl.close();
      rejections.flush({ isClosing: true });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
