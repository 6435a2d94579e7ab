// Counts listeners, once each, on any mount or by HLS. Bots are left out. Of an address only the country and a mark of the
// day are kept, from the moment a listener joins.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createNetworkLimit, type Entry } from './limit-networks.ts';
import type { MountName } from './mount-facts.ts';

export interface ListenerSession {
  id: string;
  way: MountName | 'hls';
  startedAtMs: number;
  seconds: number;
  /** The same for one listener during one day, and not traceable afterwards. */
  visitor: string;
  client: string;
  /** Two letters; null where it is not known. */
  country: string | null;
  /** The show that was on air when the session started. */
  showId: string | null;
  /** The listener did not join here: a session of a day is continued as another one. */
  isContinued: boolean;
}

export interface AudienceOptions {
  wallMs(): number;
  onLeft(session: ListenerSession): void;
  countryOf?(address: string): string | null;
  /** What counts as one network address. */
  networkOf?: ((address: string) => string) | undefined;
  currentShowId?(): string | null;
}

interface Listener {
  address: string;
  client: string;
}

export interface Audience {
  /** A listener joined; call the result when they leave. */
  joined(listener: Listener & { mount: MountName }): () => void;
  /** A listener fetched the HLS playlist. */
  polled(listener: Listener): void;
  readonly current: number;
  readonly peak: number;
  /** How many have joined so far, without those who only connected again. */
  readonly joins: number;
  /** Of one mount, without HLS. */
  onMount(name: MountName): { current: number; peak: number };
  /** The sessions of those who listen now, as long as they are. Each becomes another one after a day. */
  sessions(): ListenerSession[];
  sweep(): void;
  /** Everybody leaves. */
  close(): void;
}

type OpenSession = Omit<ListenerSession, 'seconds'>;

interface HlsListener {
  session: OpenSession;
  lastMs: number;
  entry: Entry;
}

const BOTS = /bot|crawl|spider|slurp|preview|monitor|uptime|curl\/|wget|python-requests|onda relay/i;
// A player asks for the playlist every few seconds while it plays.
const HLS_GONE_MS = 20_000;
const SHORTEST_S = 5;
const LONGEST_S = 86_400;
const MAX_HLS = 20_000;

export function createAudience(options: AudienceOptions): Audience {
  const { wallMs, onLeft, countryOf = () => null, currentShowId = () => null } = options;
  let salt = randomBytes(16);
  let saltDay = '';
  let joins = 0;
  let peak = 0;
  const mounts = new Map<MountName, { current: number; peak: number }>();
  const streams = new Set<OpenSession>();
  const hls = new Map<string, HlsListener>();
  const networks = createNetworkLimit(options);

  const visitorOf = ({ address, client }: Listener) => {
    const day = new Date(wallMs()).toISOString().slice(0, 10);
    if (day !== saltDay) {
      salt = randomBytes(16);
      saltDay = day;
      networks.nextDay();
    }
    return createHash('sha256').update(salt).update(`${address} ${client}`).digest('base64url').slice(0, 16);
  };
  const onMount = (name: MountName) => {
    const known = mounts.get(name) ?? { current: 0, peak: 0 };
    mounts.set(name, known);
    return known;
  };
  const notePeak = () => {
    peak = Math.max(peak, streams.size + hls.size);
  };
  const open = (way: OpenSession['way'], listener: Listener, visitor: string, entry: Entry): OpenSession => {
    if (!entry.isBack) joins++;
    return {
      id: randomUUID(),
      way,
      startedAtMs: wallMs(),
      visitor,
      client: listener.client.slice(0, 200),
      country: countryOf(listener.address),
      showId: currentShowId(),
      isContinued: false,
    };
  };
  const until = (session: OpenSession, endMs: number): ListenerSession => ({
    ...session,
    seconds: Math.max(0, Math.round((endMs - session.startedAtMs) / 1000)),
  });
  const leave = (session: OpenSession, endMs: number) => {
    const left = until(session, endMs);
    if (left.seconds >= SHORTEST_S) onLeft(left);
  };
  const removeHls = (isGone: (lastMs: number) => boolean) => {
    for (const [key, { session, lastMs, entry }] of hls) {
      if (!isGone(lastMs)) continue;
      hls.delete(key);
      entry.leave();
      leave(session, lastMs);
    }
  };

  return {
    joined(listener) {
      if (BOTS.test(listener.client)) return () => undefined;
      const visitor = visitorOf(listener);
      const entry = networks.enter({ address: listener.address, visitor });
      if (!entry) return () => undefined;
      const session = open(listener.mount, listener, visitor, entry);
      const mount = onMount(listener.mount);
      streams.add(session);
      mount.current++;
      mount.peak = Math.max(mount.peak, mount.current);
      notePeak();
      return () => {
        if (!streams.delete(session)) return;
        entry.leave();
        mount.current--;
        leave(session, wallMs());
      };
    },
    polled(listener) {
      if (BOTS.test(listener.client)) return;
      const visitor = visitorOf(listener);
      const known = hls.get(visitor);
      if (known) {
        known.lastMs = wallMs();
        return;
      }
      const entry = hls.size < MAX_HLS ? networks.enter({ address: listener.address, visitor }) : undefined;
      if (!entry) return;
      hls.set(visitor, { session: open('hls', listener, visitor, entry), lastMs: wallMs(), entry });
      notePeak();
    },
    sessions() {
      const now = wallMs();
      const all: ListenerSession[] = [];
      const note = (session: OpenSession, endMs: number) => {
        const one = until(session, endMs);
        if (one.seconds >= SHORTEST_S) all.push(one);
        if (one.seconds < LONGEST_S) return;
        // The address is not here any more: the mark of another day is a new one.
        session.id = randomUUID();
        session.visitor = randomBytes(12).toString('base64url');
        session.startedAtMs = endMs;
        session.showId = currentShowId();
        session.isContinued = true;
      };
      for (const session of streams) note(session, now);
      for (const { session, lastMs } of hls.values()) note(session, lastMs);
      return all;
    },
    sweep: () => removeHls((lastMs) => wallMs() - lastMs >= HLS_GONE_MS),
    close() {
      for (const session of streams) leave(session, wallMs());
      streams.clear();
      removeHls(() => true);
    },
    onMount: (name) => ({ ...onMount(name) }),
    get current() {
      return streams.size + hls.size;
    },
    get peak() {
      return peak;
    },
    get joins() {
      return joins;
    },
  };
}
