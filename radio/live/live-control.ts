// Who is live: admits one at a time, puts their sound on air, records it, and says in words what happened to every try.
// Sockets and passwords are other people's business (source-server.ts, and whoever answers `admit`).
import { randomUUID } from 'node:crypto';
import type { Radio } from '../create-radio.ts';
import type { AirFacts } from '../playout/air.ts';
import type { LiveFeed } from '../playout/playout.ts';
import type { Title } from './clean-title.ts';
import type {
  ConnectionEntry,
  ConnectionFacts,
  Host,
  LiveSession,
  OnAirHost,
  Refusal,
  TitleOutcome,
} from './live-session.ts';
import { createLiveSound, type LiveSound } from './live-sound.ts';
import { createLiveTitles } from './live-titles.ts';
import { type Recording, startRecording } from './recording.ts';
import type { RecordingSpace } from './recording-space.ts';
import { isMp3, refuseFormat } from './sound-formats.ts';
import { watchHost } from './watch-host.ts';

export interface LiveControlOptions {
  radio: Radio;
  /** Recordings are written here. */
  folder: string;
  onConnection(entry: ConnectionEntry): void;
  onStarted(session: LiveSession): void;
  onEnded(session: LiveSession, reason: string, recording: Recording | undefined): void;
  stallMs?: number;
  /** How often whoever is live is looked up again. */
  recheckMs?: number;
  maxSilenceMs?: number;
  /** Recordings shorter than this are thrown away. */
  shortestRecordingMs?: number;
  /** How much may still be recorded; without it there is no limit but the disk. */
  space?: Pick<RecordingSpace, 'left'>;
}

export interface LiveControl {
  /**
   * Host is undefined when the password was wrong. `findAgain` is asked while they are live: undefined means that they
   * may not be any more, by role, session or password.
   */
  connect(
    facts: ConnectionFacts,
    host: Host | undefined,
    findAgain?: () => Promise<Host | undefined>,
  ): OnAirHost | Refusal;
  refuse(facts: ConnectionFacts, refusal: Refusal, host?: Host): Refusal;
  /** For titles that come beside the connection: only whoever is live may send them, and staff. */
  setTitle(title: Title, by: Host): TitleOutcome;
  /** Staff end what is live; false when nobody is. */
  endBy(name: string): boolean;
  /** Ends what is live and takes nobody until it is opened again: another process is the station. */
  shut(): void;
  open(): void;
  readonly session: LiveSession | undefined;
  close(): Promise<void>;
}

// A connection that says nothing for so long is gone, whatever TCP believes.
const STALL_MS = 10_000;
const TICK_MS = 250;
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
        stopChecks(): void;
      }
    | undefined;
  let isShut = false;
  const titles = createLiveTitles(() => radio.retitle());
  const endings = new Set<Promise<void>>();

  function refuse(facts: ConnectionFacts, refusal: Refusal, host?: Host): Refusal {
    onConnection({ ...facts, userId: host?.userId ?? null, outcome: 'refused', ...refusal });
    return refusal;
  }

  function objection(facts: ConnectionFacts, host: Host): Refusal | undefined {
    if (isShut) return { status: 503, reason: 'Another process is the station now. Connect again.' };
    const refused = refuseFormat(facts.contentType);
    if (refused) return refused;
    const airing = radio.currentAiring();
    const show = radio.programme.shows.find(({ id }) => id === airing?.showId);
    const isTheirs = isHostOf(show, host);
    if (!isTheirs && !host.isStaff) {
      return {
        status: 403,
        reason: show
          ? `${host.name} is not a host of "${show.title}", which is on now. Hosts go live while their own show is on.`
          : `No show of ${host.name} is on now. Hosts go live while their own show is on.`,
      };
    }
    if (!current) return undefined;
    const holder = current.session;
    // The same person again is a reconnect; a host whose show is on takes over from one whose show is over.
    const isSameShow = facts.showing !== undefined && facts.showing === holder.facts.showing;
    if (holder.host.userId === host.userId && (isSameShow || performance.now() - current.lastMs > 1000)) {
      finish('The same host connected again.');
      return undefined;
    }
    const holderIsDue = holder.host.isStaff || (show?.hostUserIds.includes(holder.host.userId) ?? false);
    if (isTheirs && !holderIsDue) {
      finish(`"${show?.title}" began, and its host came.`);
      return undefined;
    }
    return {
      status: 403,
      reason: `The mount is in use: ${holder.host.name} is live since ${new Date(holder.startedAtMs).toISOString()}.`,
    };
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

  function finish(reason: string): void {
    const ended = current;
    if (!ended) return;
    current = undefined;
    titles.clear();
    const { session, sound, feed } = ended;
    ended.stopChecks();
    onConnection({ ...session.facts, userId: session.host.userId, outcome: 'ended', status: null, reason });
    ended.host.onEnd?.(reason);
    // What has arrived is still heard; then the programme goes on.
    const drained = waitUntil(
      () => current !== undefined || sound.waitingMs === 0 || !radio.nowPlaying().isLive,
      15_000,
    ).then(async () => {
      radio.endLive(feed);
      sound.close();
      const recording = await recordings.get(session.id)?.stop();
      recordings.delete(session.id);
      onEnded(session, reason, recording);
    });
    endings.add(drained);
    void drained.finally(() => endings.delete(drained));
  }
  const recordings = new Map<string, { stop(): Promise<Recording | undefined> }>();

  const watch = setInterval(() => {
    if (current && performance.now() - current.lastMs > stallMs) {
      finish(`Nothing arrived for ${Math.round(stallMs / 1000)} s, so the connection was closed.`);
    }
  }, TICK_MS);
  watch.unref();

  return {
    refuse,
    connect(facts, host, findAgain) {
      if (!host) {
        return refuse(facts, { status: 401, reason: 'The password is not one of a host of this station.' });
      }
      const refused = objection(facts, host);
      if (refused) return refuse(facts, refused, host);
      const airing = radio.currentAiring();
      const show = radio.programme.shows.find(({ id }) => id === airing?.showId);
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
        onFailed: (words) => {
          if (current?.session === session) finish(`The sound could not be decoded: ${words}`);
        },
        onSilence: (isSilent) =>
          radio.raiseAlarm(
            isSilent ? `${host.name} is live but silent: the programme plays meanwhile.` : null,
          ),
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
        stopChecks() {},
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
          end(reason: string) {
            if (current === mine) finish(reason);
          },
          onEnd: undefined as ((reason: string) => void) | undefined,
        },
      };
      current = mine;
      titles.clear();
      const needsStaff = !isHostOf(show, host);
      if (findAgain)
        mine.stopChecks = watchHost({
          findAgain,
          everyMs: recheckMs,
          onFound(found) {
            if (found) session.host = found;
            if (!found || (needsStaff && !found.isStaff)) finish(`${host.name} may no longer be live.`);
          },
        });
      onConnection({
        ...facts,
        userId: host.userId,
        outcome: 'accepted',
        status: 200,
        reason: `${host.name} is connected.`,
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
      finish(`${name} ended the live show.`);
      return true;
    },
    shut() {
      isShut = true;
      if (current) radio.endLive(current.feed);
      finish('Another process is the station now.');
    },
    open() {
      isShut = false;
    },
    get session() {
      return current?.session;
    },
    async close() {
      clearInterval(watch);
      if (current) radio.endLive(current.feed);
      finish('The station is closing.');
      await Promise.all(endings);
    },
  };
}

function isHostOf(show: { hostUserIds: readonly string[] } | undefined, { userId }: Host): boolean {
  return show?.hostUserIds.includes(userId) ?? false;
}

async function waitUntil(isTrue: () => boolean, limitMs: number): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!isTrue() && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 50));
}
