// Counts listeners, once each, by MP3 or HLS. Bots are left out.
import { createHash, randomBytes } from 'node:crypto';

export interface ListenerSession {
  way: 'mp3' | 'hls';
  startedAtMs: number;
  seconds: number;
  /** The same for one listener during one day, and not traceable afterwards. */
  visitor: string;
  client: string;
}

export interface AudienceOptions {
  wallMs(): number;
  onLeft(session: ListenerSession): void;
}

export interface Audience {
  /** A listener joined; call the result when they leave. */
  joined(listener: { address: string; client: string }): () => void;
  /** A listener fetched the HLS playlist. */
  polled(listener: { address: string; client: string }): void;
  readonly current: number;
  readonly peak: number;
  sweep(): void;
}

const BOTS = /bot|crawl|spider|slurp|preview|monitor|uptime|curl\/|wget|python-requests|onda relay/i;
// A player asks for the playlist every few seconds while it plays.
const HLS_GONE_MS = 20_000;
const SHORTEST_S = 5;
const MAX_HLS = 20_000;

export function createAudience({ wallMs, onLeft }: AudienceOptions): Audience {
  let salt = randomBytes(16);
  let saltDay = '';
  let streams = 0;
  let peak = 0;
  const hls = new Map<string, { startedAtMs: number; lastMs: number; visitor: string; client: string }>();

  const visitorOf = ({ address, client }: { address: string; client: string }) => {
    const day = new Date(wallMs()).toISOString().slice(0, 10);
    if (day !== saltDay) {
      salt = randomBytes(16);
      saltDay = day;
    }
    return createHash('sha256').update(salt).update(`${address} ${client}`).digest('base64url').slice(0, 16);
  };
  const notePeak = () => {
    peak = Math.max(peak, streams + hls.size);
  };
  const leave = (session: ListenerSession) => {
    if (session.seconds >= SHORTEST_S) onLeft(session);
  };

  return {
    joined(listener) {
      if (BOTS.test(listener.client)) return () => undefined;
      const startedAtMs = wallMs();
      const visitor = visitorOf(listener);
      let isHere = true;
      streams++;
      notePeak();
      return () => {
        if (!isHere) return;
        isHere = false;
        streams--;
        leave({
          way: 'mp3',
          startedAtMs,
          seconds: Math.round((wallMs() - startedAtMs) / 1000),
          visitor,
          client: listener.client.slice(0, 200),
        });
      };
    },
    polled(listener) {
      if (BOTS.test(listener.client)) return;
      const visitor = visitorOf(listener);
      const known = hls.get(visitor);
      if (known) known.lastMs = wallMs();
      else if (hls.size < MAX_HLS)
        hls.set(visitor, {
          startedAtMs: wallMs(),
          lastMs: wallMs(),
          visitor,
          client: listener.client.slice(0, 200),
        });
      notePeak();
    },
    sweep() {
      for (const [key, one] of hls) {
        if (wallMs() - one.lastMs < HLS_GONE_MS) continue;
        hls.delete(key);
        leave({
          way: 'hls',
          startedAtMs: one.startedAtMs,
          seconds: Math.round((one.lastMs - one.startedAtMs) / 1000),
          visitor: one.visitor,
          client: one.client,
        });
      }
    },
    get current() {
      return streams + hls.size;
    },
    get peak() {
      return peak;
    },
  };
}
