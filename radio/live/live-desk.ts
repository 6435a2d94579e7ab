// Who is live: admits one at a time, puts their sound on air, records it, and says in words what happened to every try.
// Sockets and passwords are other people's business (source-server.ts, and whoever answers `admit`).
import { randomUUID } from 'node:crypto';
import type { Radio } from '../create-radio.ts';
import type { AirFacts } from '../playout/air.ts';
import { createLiveSound, type LiveSound } from './live-sound.ts';
import { type Recording, startRecording } from './recording.ts';
import type { RecordingSpace } from './recording-space.ts';

export interface Host {
  userId: string;
  name: string;
  isStaff: boolean;
}

export interface ConnectionFacts {
  way: 'source' | 'browser';
  mount: string;
  address: string;
  client: string;
  contentType: string;
  pcm?: { sampleRate: number; channels: number };
  /** The same in every connection of one show: who brings it again goes on, and need not wait for the old line to die. */
  showing?: string;
}

export interface ConnectionEntry extends ConnectionFacts {
  userId: string | null;
  outcome: 'accepted' | 'refused' | 'ended';
  status: number | null;
  reason: string;
}

export interface LiveSession {
  id: string;
  host: Host;
  showId: string | null;
  showTitle: string | null;
  facts: ConnectionFacts;
  startedAtMs: number;
}

export interface LiveDeskOptions {
  radio: Radio;
  /** Recordings are written here. */
  folder: string;
  onConnection(entry: ConnectionEntry): void;
  onStarted(session: LiveSession): void;
  onEnded(session: LiveSession, reason: string, recording: Recording | undefined): void;
  stallMs?: number;
  mostSilenceMs?: number;
  /** Recordings shorter than this are thrown away. */
  shortestRecordingMs?: number;
  /** How much may still be recorded; without it there is no limit but the disk. */
  space?: Pick<RecordingSpace, 'left'>;
}

export interface Refusal {
  status: number;
  reason: string;
}

export interface OnAirHost {
  push(bytes: Uint8Array): void;
  readonly isFull: boolean;
  readonly peak: number;
  readonly isOnAir: boolean;
  end(reason: string): void;
  /** Called when the desk ends it. */
  onEnd: ((reason: string) => void) | undefined;
}

export interface LiveDesk {
  /** Host is undefined when the password was wrong. */
  connect(facts: ConnectionFacts, host: Host | undefined): OnAirHost | Refusal;
  refuse(facts: ConnectionFacts, refusal: Refusal, host?: Host): Refusal;
  /** False when nobody is live. */
  setTitle(title: { artist: string; title: string }): boolean;
  /** Staff end what is live; false when nobody is. */
  endBy(name: string): boolean;
  readonly session: LiveSession | undefined;
  close(): Promise<void>;
}

const MP3 = /^audio\/(mpeg|mp3|x-mpeg|x-mp3|mpeg3)\b/i;
const DECODABLE = /^(audio|application|video)\/(ogg|x-ogg|opus|flac|x-flac|webm|vorbis|aac|aacp|x-aac)\b/i;
const PCM = /^audio\/(pcm|l16)\b/i;
// A connection that says nothing for so long is gone, whatever TCP believes.
const STALL_MS = 10_000;
const TICK_MS = 250;

export function isRefusal(answer: OnAirHost | Refusal): answer is Refusal {
  return 'status' in answer;
}

export function createLiveDesk(options: LiveDeskOptions): LiveDesk {
  const { radio, folder, onConnection, onStarted, onEnded, stallMs = STALL_MS } = options;
  let current: { session: LiveSession; sound: LiveSound; host: OnAirHost; lastMs: number } | undefined;
  let title: { artist: string; title: string } | undefined;
  const endings = new Set<Promise<void>>();

  function refuse(facts: ConnectionFacts, refusal: Refusal, host?: Host): Refusal {
    onConnection({ ...facts, userId: host?.userId ?? null, outcome: 'refused', ...refusal });
    return refusal;
  }

  function objection(facts: ConnectionFacts, host: Host): Refusal | undefined {
    if (!MP3.test(facts.contentType) && !DECODABLE.test(facts.contentType) && !PCM.test(facts.contentType)) {
      if (facts.contentType === '')
        return { status: 403, reason: 'No content type was given, so nobody knows what the sound is in.' };
      return {
        status: 415,
        reason: `${facts.contentType} cannot be decoded here. MP3, AAC, Ogg (Opus, Vorbis, FLAC) and FLAC can.`,
      };
    }
    const airing = radio.currentAiring();
    const show = radio.programme.shows.find(({ id }) => id === airing?.showId);
    const isTheirs = show?.hostUserIds.includes(host.userId) ?? false;
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
      title: title?.title ?? session.showTitle ?? `${session.host.name} live`,
      artist: title ? title.artist : session.host.name,
      album: session.showTitle ?? '',
      cover: null,
      durationMs: null,
    };
  }

  function finish(reason: string): void {
    const ended = current;
    if (!ended) return;
    current = undefined;
    title = undefined;
    const { session, sound } = ended;
    onConnection({ ...session.facts, userId: session.host.userId, outcome: 'ended', status: null, reason });
    ended.host.onEnd?.(reason);
    // What has arrived is still heard; then the programme goes on.
    const drained = waitUntil(
      () => current !== undefined || sound.waitingMs === 0 || !radio.nowPlaying().isLive,
      15_000,
    ).then(async () => {
      if (!current) radio.setLive(undefined);
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
    connect(facts, host) {
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
        isMp3: MP3.test(facts.contentType),
        pcm: facts.pcm ?? null,
        mostSilenceMs: options.mostSilenceMs,
        onFailed: (words) => {
          if (current?.session === session) finish(`The sound could not be decoded: ${words}`);
        },
        onSilence: (isSilent) =>
          radio.raiseAlarm(
            isSilent ? `${host.name} is live but silent: the programme plays meanwhile.` : null,
          ),
      });
      const mine = {
        session,
        sound,
        lastMs: performance.now(),
        host: {
          push(bytes: Uint8Array) {
            mine.lastMs = performance.now();
            sound.push(bytes);
          },
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
      title = undefined;
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
      radio.setLive({
        facts: () => factsOf(session),
        take: (count) => sound.take(count),
        get isReady() {
          return sound.isReady;
        },
        get isCrowded() {
          return sound.isCrowded;
        },
      });
      return mine.host;
    },
    setTitle(given) {
      if (!current) return false;
      title = given;
      radio.retitle();
      return true;
    },
    endBy(name) {
      if (!current) return false;
      finish(`${name} ended the live show.`);
      return true;
    },
    get session() {
      return current?.session;
    },
    async close() {
      clearInterval(watch);
      radio.setLive(undefined);
      finish('The station is closing.');
      await Promise.all(endings);
    },
  };
}

async function waitUntil(isTrue: () => boolean, limitMs: number): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!isTrue() && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 50));
}
