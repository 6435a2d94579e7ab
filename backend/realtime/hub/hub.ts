// Who is on which topic in this process, and the fan-out to them. Messages of one event loop turn are sent in one
// write per receiver; each is encoded once per protocol. Knows no policies: members state what they may read.
import { broadcastFrame, type ProtocolVersion, textFrame, type UserBroadcast } from '../socket/frames.ts';
import { webSocketFrame } from '../socket/outgoing-frames.ts';

/** A message to a topic: as a sender's own JSON object, or in the parts that binary frames carry. */
export type BroadcastMessage = { kind: 'envelope'; json: string } | UserBroadcast;

/** Public and private channels of one name are two topics. */
export interface TopicName {
  name: string;
  isPrivate: boolean;
}

/** A channel that was joined. */
export interface Member {
  readonly version: ProtocolVersion;
  readonly readsBroadcasts: boolean;
  readonly readsPresence: boolean;
  write(frames: Buffer): void;
}

interface Pending {
  message: BroadcastMessage;
  except: Member | undefined;
}

interface Topic {
  topic: TopicName;
  members: Set<Member>;
  pending: Pending[];
}

export interface Hub {
  add(topic: TopicName, member: Member): void;
  remove(topic: TopicName, member: Member): void;
  hasMembers(topic: TopicName): boolean;
  deliver(topic: TopicName, message: BroadcastMessage, except?: Member): void;
  deliverPresence(topic: TopicName, event: 'presence_diff', payload: string): void;
}

export function topicKey({ name, isPrivate }: TopicName): string {
  return `${isPrivate ? 'private' : 'public'}:${name}`;
}

export function topicOfKey(key: string): TopicName {
  const colon = key.indexOf(':');
  return { name: key.slice(colon + 1), isPrivate: key.slice(0, colon) === 'private' };
}

export const wireTopic = (name: string) => `realtime:${name}`;

export function createHub(): Hub {
  const topics = new Map<string, Topic>();
  const dirty = new Set<Topic>();

  function flush(): void {
    const full = [...dirty];
    dirty.clear();
    for (const topic of full) flushTopic(topic, topic.pending.splice(0));
  }

  return {
    add(topic, member) {
      const key = topicKey(topic);
      const found = topics.get(key);
      if (found) found.members.add(member);
      else topics.set(key, { topic, members: new Set([member]), pending: [] });
    },
    remove(topic, member) {
      const found = topics.get(topicKey(topic));
      found?.members.delete(member);
      if (found?.members.size === 0) topics.delete(topicKey(topic));
    },
    hasMembers: (topic) => topics.has(topicKey(topic)),
    deliver(topic, message, except) {
      const found = topics.get(topicKey(topic));
      if (!found) return;
      found.pending.push({ message, except });
      if (dirty.size === 0) setImmediate(flush);
      dirty.add(found);
    },
    deliverPresence({ name, isPrivate }, event, payload) {
      const found = topics.get(topicKey({ name, isPrivate }));
      if (!found) return;
      const frames = new Map<ProtocolVersion, Buffer>();
      for (const member of found.members) {
        if (!member.readsPresence) continue;
        let frame = frames.get(member.version);
        if (!frame) {
          frame = webSocketFrame(textFrame(member.version, { topic: wireTopic(name), event, payload }));
          frames.set(member.version, frame);
        }
        member.write(frame);
      }
    },
  };
}

function flushTopic({ topic, members }: Topic, pending: Pending[]): void {
  const spared = new Set(pending.flatMap(({ except }) => (except ? [except] : [])));
  const encoded = new Map<ProtocolVersion, { frames: (Buffer | undefined)[]; whole: Buffer }>();
  const encode = (version: ProtocolVersion) => {
    const frames = pending.map(({ message }) => frameOf(version, topic.name, message));
    const known = { frames, whole: join(frames) };
    encoded.set(version, known);
    return known;
  };
  for (const member of members) {
    if (!member.readsBroadcasts) continue;
    const { frames, whole } = encoded.get(member.version) ?? encode(member.version);
    const own = spared.has(member)
      ? join(frames.filter((_, index) => pending[index]?.except !== member))
      : whole;
    if (own.length > 0) member.write(own);
  }
}

function frameOf(version: ProtocolVersion, name: string, message: BroadcastMessage): Buffer | undefined {
  const topic = wireTopic(name);
  const frame =
    message.kind === 'user'
      ? broadcastFrame(version, topic, message)
      : textFrame(version, { topic, event: 'broadcast', payload: message.json });
  return frame === undefined ? undefined : webSocketFrame(frame);
}

function join(frames: (Buffer | undefined)[]): Buffer {
  const whole = frames.filter((frame) => frame !== undefined);
  return whole.length === 1 && whole[0] ? whole[0] : Buffer.concat(whole);
}
