// Who is present on which topic, in this process and in the others. Changes within a short time are sent as one diff,
// so that many people arriving at once do not cost the square of their number.
import { randomBytes } from 'node:crypto';
import { type Hub, type TopicName, topicKey, topicOfKey } from './hub.ts';

/** One tracked channel; `key` is what people are grouped by. */
export interface PresenceEntry {
  /** Unique across processes: the process and the channel. */
  id: string;
  node: string;
  topic: string;
  key: string;
  ref: string;
  /** The JSON that clients see. */
  meta: string;
}

export interface PresenceChange {
  topic: string;
  id: string;
  node: string;
  /** Without it the entry is removed. */
  entry?: PresenceEntry;
}

export interface Presence {
  track(
    topic: TopicName,
    channelId: string,
    key: string,
    payload: Record<string, unknown>,
  ): 'tracked' | 'unchanged' | 'full';
  untrack(topic: TopicName, channelId: string): void;
  /** The state as clients receive it. */
  state(topic: TopicName): string;
  /** Changes from other processes. */
  apply(change: PresenceChange): void;
  /** A process was lost, with everyone on it. */
  dropNode(node: string): void;
  /** What this process sends to a new one. */
  own(): PresenceEntry[];
  close(): void;
}

interface TopicPresence {
  entries: Map<string, PresenceEntry>;
  /** Of all entries together. */
  bytes: number;
  joins: PresenceEntry[];
  leaves: PresenceEntry[];
  timer: NodeJS.Timeout | undefined;
}

const gatherMs = 50;

export function createPresence(options: {
  node: string;
  hub: Hub;
  maxPerTopic: number;
  /** New members get the whole state. */
  maxBytesPerTopic: number;
  publish(change: PresenceChange): void;
}): Presence {
  const { node, hub, maxPerTopic, maxBytesPerTopic, publish } = options;
  const topics = new Map<string, TopicPresence>();

  function topicOf(key: string): TopicPresence {
    const known = topics.get(key);
    if (known) return known;
    const made: TopicPresence = { entries: new Map(), bytes: 0, joins: [], leaves: [], timer: undefined };
    topics.set(key, made);
    return made;
  }

  function change({ topic, id, entry }: PresenceChange): void {
    const found = topicOf(topic);
    const old = found.entries.get(id);
    if (old) {
      found.leaves.push(old);
      found.entries.delete(id);
      found.bytes -= sizeOf(old);
    }
    if (entry) {
      found.entries.set(id, entry);
      found.bytes += sizeOf(entry);
      found.joins.push(entry);
    }
    if (old || entry) found.timer ??= setTimeout(() => flush(topic, found), gatherMs);
    else forget(topic, found);
  }

  function flush(key: string, found: TopicPresence): void {
    found.timer = undefined;
    const left = new Set(found.leaves.map(({ ref }) => ref));
    const joined = new Set(found.joins.map(({ ref }) => ref));
    // Entries that came and went within one interval are not reported.
    const joins = found.joins.splice(0).filter(({ ref }) => !left.has(ref));
    const leaves = found.leaves.splice(0).filter(({ ref }) => !joined.has(ref));
    if (joins.length > 0 || leaves.length > 0) {
      const payload = `{"joins":${group(joins)},"leaves":${group(leaves)}}`;
      hub.deliverPresence(topicOfKey(key), 'presence_diff', payload);
    }
    forget(key, found);
  }

  function forget(key: string, found: TopicPresence): void {
    if (found.entries.size === 0 && !found.timer) topics.delete(key);
  }

  return {
    track(topic, channelId, key, payload) {
      const topicName = topicKey(topic);
      const { entries, bytes } = topicOf(topicName);
      const id = `${node}/${channelId}`;
      const old = entries.get(id);
      if (!old && entries.size >= maxPerTopic) return 'full';
      const { phx_ref: _ref, phx_ref_prev: _previous, ...rest } = payload;
      const ref = randomBytes(9).toString('base64url');
      const meta = JSON.stringify({ ...rest, phx_ref: ref, ...(old ? { phx_ref_prev: old.ref } : {}) });
      const entry = { id, node, topic: topicName, key, ref, meta };
      if (bytes - (old ? sizeOf(old) : 0) + sizeOf(entry) > maxBytesPerTopic) return 'full';
      change({ topic: topicName, id, node, entry });
      publish({ topic: topicName, id, node, entry });
      return 'tracked';
    },
    untrack(topic, channelId) {
      const topicName = topicKey(topic);
      const id = `${node}/${channelId}`;
      if (!topics.get(topicName)?.entries.has(id)) return;
      change({ topic: topicName, id, node });
      publish({ topic: topicName, id, node });
    },
    state: (topic) => group([...(topics.get(topicKey(topic))?.entries.values() ?? [])]),
    apply(remote) {
      // A repeated entry (from a process that announces itself again) changes nothing.
      const known = topics.get(remote.topic)?.entries.get(remote.id);
      if (known?.ref === remote.entry?.ref) return;
      if (!known && remote.entry) {
        const { entries, bytes } = topicOf(remote.topic);
        if (entries.size >= maxPerTopic || bytes + sizeOf(remote.entry) > maxBytesPerTopic) return;
      }
      change(remote);
    },
    dropNode(gone) {
      for (const [topic, { entries }] of topics) {
        for (const entry of [...entries.values()])
          if (entry.node === gone) change({ topic, id: entry.id, node: gone });
      }
    },
    own: () =>
      [...topics.values()].flatMap(({ entries }) =>
        [...entries.values()].filter((entry) => entry.node === node),
      ),
    close() {
      for (const { timer } of topics.values()) clearTimeout(timer);
      topics.clear();
    },
  };
}

function sizeOf({ key, meta }: PresenceEntry): number {
  return key.length + meta.length;
}

/** `{"key":{"metas":[...]}}` */
function group(entries: PresenceEntry[]): string {
  const metas = new Map<string, string[]>();
  for (const { key, meta } of entries) {
    const known = metas.get(key);
    if (known) known.push(meta);
    else metas.set(key, [meta]);
  }
  const parts = [...metas].map(([key, list]) => `${JSON.stringify(key)}:{"metas":[${list.join(',')}]}`);
  return `{${parts.join(',')}}`;
}
