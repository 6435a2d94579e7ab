// Who is live: admits one host at a time, puts them on air, records them, and reports the result of every connection.
// Sockets and passwords are handled elsewhere (source-server.ts, and the caller's `admit`).
import { randomUUID } from 'node:crypto';
import type { Radio } from '../create-radio.ts';
import type { AirFacts } from '../playout/air.ts';
import type { LiveFeed } from '../playout/playout-options.ts';
import { type StationText, stationText } from '../station-text.ts';
import type { Title } from './clean-title.ts';
import { decideAdmission, isHostOf } from './decide-admission.ts';
import type {
  ConnectionEntry,
  ConnectionFacts,
  Host,
  LiveSession,
  OnAirHost,
  Rejection,
  TitleOutcome,
} from './live-session.ts';
import { createLiveSound, type LiveSound } from './live-sound.ts';
import { createLiveTitles } from './live-titles.ts';
import { type Recording, type RunningRecording, startRecording } from './recording.ts';
import type { RecordingSpace } from './recording-space.ts';
import { isMp3 } from './sound-formats.ts';
import { watchHost, watchSource } from './watch-live.ts';

export interface LiveControlOptions {
  radio: Radio;
  /** Recordings are written here. */
  folder: string;
  onConnection(entry: ConnectionEntry): void;
  onStarted(session: LiveSession): void;
  onEnded(session: LiveSession, reason: StationText, recording: Recording | undefined): void;
  /** The sound arrives too slowly: the programme plays until enough has arrived. */
  onLate?(session: LiveSession): void;
  stallMs?: number;
  /** How often the live host's permission is rechecked. */
  recheckMs?: number;
  maxSilenceMs?: number;
  /** Shorter recordings are deleted. */
  shortestRecordingMs?: number;
  /** How much may still be recorded; without it only the disk limits it. */
  space?: Pick<RecordingSpace, 'left'>;
}

export interface LiveControl {
  /**
   * Host is undefined when the password was wrong. `findAgain` is called while they are live: undefined means that they
   * may no longer be, by role, session or password.
   */
  connect(
    facts: ConnectionFacts,
    host: Host | undefined,
    findAgain?: () => Promise<Host | undefined>,
  ): OnAirHost | Rejection;
  reject(facts: ConnectionFacts, rejection: Rejection, host?: Host): Rejection;
  /** For titles sent on another connection: only the live host and staff may send them. */
  setTitle(title: Title, by: Host): TitleOutcome;
  /** Staff end the live show; false when there is none. */
  endBy(name: string): boolean;
  /** Ends the live show and accepts none until reopened: another process is the station. */
  shut(): void;
  open(): void;
  readonly session: LiveSession | undefined;
  /** How much of the live show is recorded; null when it is not. */
  readonly recordedMs: number | null;
  /** Sound of the live source that waits to be sent. */
  readonly waitingMs: number;
  close(): Promise<void>;
}

// A connection silent for this long is closed, whatever TCP reports.
const STALL_MS = 10_000;
const RECHECK_MS = 5000;

export function createLiveControl(options: LiveControlOptions): LiveControl {
  const { radio, folder, onConnection, onStarted, onEnded } = options;
  const { stallMs = STALL_MS, recheckMs = RECHECK_MS } = options;
  let current:
    | {
        session: LiveSession;
        sound: LiveSound;
        feed: LiveFeed;
        host: OnAirHost;
        lastMs: number;
        /** What ends with it. */
        watches: (() => void)[];
      }
    | undefined;
  let isShut = false;
  const titles = createLiveTitles(() => radio.retitle());
  const endings = new Set<Promise<void>>();

  function reject(facts: ConnectionFacts, rejection: Rejection, host?: Host): Rejection {
    onConnection({ ...facts, userId: host?.userId ?? null, outcome: 'rejected', ...rejection });
    return rejection;
  }

  /** Ends the current show when this host replaces it. */
  function admit(facts: ConnectionFacts, host: Host): Rejection | undefined {
    if (isShut) return { status: 503, reason: stationText('station_moved_connect_again') };
    const { rejection, ends } = decideAdmission({
      facts,
      host,
      show: showNow(),
      zone: radio.programme.station.zone,
      live: current && { ...current.session, silentMs: performance.now() - current.lastMs },
    });
    if (ends) finish(ends);
    return rejection;
  }

  function showNow() {
    const airing = radio.currentAiring();
    return radio.programme.shows.find(({ id }) => id === airing?.showId);
  }

  function factsOf(session: LiveSession): AirFacts {
    return {
      kind: 'live',
      trackId: null,
      title: titles.current?.title ?? session.showTitle ?? `${session.host.name} live`,
      artist: titles.current ? titles.current.artist : session.host.name,
      album: session.showTitle ?? '',
      cover: null,
      durationMs: null,
    };
  }

  function finish(reason: StationText): void {
    const ended = current;
    if (!ended) return;
    current = undefined;
    // Another program sends the names of the tracks that it plays.
    const typedTitle = ended.session.facts.way === 'browser' ? titles.first?.title : undefined;
    titles.clear();
    const { session, sound, feed } = ended;
    for (const stop of ended.watches) stop();
    onConnection({ ...session.facts, userId: session.host.userId, outcome: 'ended', status: null, reason });
    ended.host.onEnd?.(reason);
    // Buffered sound is still played; then the programme continues.
    const drained = waitUntil(
      () => current !== undefined || sound.waitingMs === 0 || !radio.nowPlaying().isLive,
      15_000,
    ).then(async () => {
      radio.endLive(feed);
      sound.close();
      const recording = await recordings.get(session.id)?.stop();
      recordings.delete(session.id);
      onEnded({ ...session, ...(typedTitle && { typedTitle }) }, reason, recording);
    });
    endings.add(drained);
    void drained.finally(() => endings.delete(drained));
  }
  const recordings = new Map<string, RunningRecording>();

  return {
    reject,
    connect(facts, host, findAgain) {
      if (!host) return reject(facts, { status: 401, reason: stationText('wrong_password') });
      const rejection = admit(facts, host);
      if (rejection) return reject(facts, rejection, host);
      const show = showNow();
      const session: LiveSession = {
        id: randomUUID(),
        host,
        showId: show?.id ?? null,
        showTitle: show?.title ?? null,
        facts,
        startedAtMs: Date.now(),
      };
      const sound = createLiveSound({
        isMp3: isMp3(facts.contentType),
        pcm: facts.pcm ?? null,
        maxSilenceMs: options.maxSilenceMs,
        onFailed: (error) => {
          if (current?.session === session) finish(stationText('audio_not_decoded', { error }));
        },
        onSilence: (isSilent) =>
          radio.raiseAlarm(isSilent ? stationText('host_is_silent', { name: host.name }) : null),
        // The last sound of a show that has ended leaves it empty too.
        onEmpty: () => current?.session === session && options.onLate?.(session),
      });
      const feed: LiveFeed = {
        facts: () => factsOf(session),
        take: (count) => sound.take(count),
        get isReady() {
          return sound.isReady;
        },
        get isCrowded() {
          return sound.isCrowded;
        },
      };
      const mine = {
        session,
        sound,
        feed,
        lastMs: performance.now(),
        watches: [] as (() => void)[],
        host: {
          push(bytes: Uint8Array) {
            if (current !== mine) return;
            mine.lastMs = performance.now();
            sound.push(bytes);
          },
          setTitle: (given: Title) => (current === mine ? titles.set(given) : 'not_live'),
          get isFull() {
            return sound.isFull;
          },
          get peak() {
            return sound.peak;
          },
          get isOnAir() {
            return radio.nowPlaying().isLive;
          },
          end(reason: StationText) {
            if (current === mine) finish(reason);
          },
          onEnd: undefined as ((reason: StationText) => void) | undefined,
        },
      };
      current = mine;
      titles.clear();
      mine.watches.push(
        watchSource({
          silentMs: () => performance.now() - mine.lastMs,
          maxMs: stallMs,
          onSilent: () => finish(stationText('no_data_arrived', { seconds: Math.round(stallMs / 1000) })),
        }),
      );
      const needsStaff = !isHostOf(show, host);
      if (findAgain)
        mine.watches.push(
          watchHost({
            findAgain,
            everyMs: recheckMs,
            onFound(found) {
              if (found) session.host = found;
              if (!found || (needsStaff && !found.isStaff))
                finish(stationText('no_longer_has_access', { name: host.name }));
            },
          }),
        );
      onConnection({
        ...facts,
        userId: host.userId,
        outcome: 'accepted',
        status: 200,
        reason: stationText('host_connected', { name: host.name }),
      });
      recordings.set(
        session.id,
        startRecording({
          radio,
          folder,
          id: session.id,
          space: options.space,
          shortestMs: options.shortestRecordingMs,
        }),
      );
      onStarted(session);
      radio.setLive(feed);
      return mine.host;
    },
    setTitle(given, by) {
      if (!current) return 'not_live';
      if (current.session.host.userId !== by.userId && !by.isStaff) return 'not_theirs';
      return titles.set(given);
    },
    endBy(name) {
      if (!current) return false;
      finish(stationText('show_ended_by', { name }));
      return true;
    },
    shut() {
      isShut = true;
      if (current) radio.endLive(current.feed);
      finish(stationText('station_moved'));
    },
    open() {
      isShut = false;
    },
    get session() {
      return current?.session;
    },
    get recordedMs() {
      return recordings.get(current?.session.id ?? '')?.recordedMs ?? null;
    },
    get waitingMs() {
      return current?.sound.waitingMs ?? 0;
    },
    async close() {
      if (current) radio.endLive(current.feed);
      finish(stationText('station_is_closing'));
      await Promise.all(endings);
    },
  };
}

async function waitUntil(isTrue: () => boolean, limitMs: number): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!isTrue() && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 50));
}
