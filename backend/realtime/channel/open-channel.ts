// One channel of one client, from join to close: its caller, its read and write rights, and its features.
import { randomUUID } from 'node:crypto';
import type { Subscriber } from '../changes/subscriptions.ts';
import { errors, isDatabaseAway, RealtimeError } from '../errors.ts';
import { type Member, type TopicName, wireTopic } from '../hub/hub.ts';
import type { ClientSocket, SocketChannel } from '../socket/client-socket.ts';
import { broadcastFrame, type ClientMessage, textFrame } from '../socket/frames.ts';
import { webSocketFrame } from '../socket/outgoing-frames.ts';
import { createPace } from '../socket/pace.ts';
import { createBroadcasts } from './broadcasts.ts';
import type { ChannelParts } from './channel-parts.ts';
import { createChannelRights } from './channel-rights.ts';
import { createChangesFollower, type WantedChange } from './follow-changes.ts';
import { type JoinRequest, parseJoin } from './parse-join.ts';
import { createPresences } from './presences.ts';

const maxTopicLength = 1_000;
const tokenRetryMs = 1_000;
let nextChangeId = 1;

export function openChannel(parts: ChannelParts, socket: ClientSocket, join: ClientMessage): SocketChannel {
  const { hub, limits, onError } = parts;
  const { joinRef, topic: fullTopic } = join;
  const name = fullTopic.slice(wireTopic('').length);
  const id = randomUUID();
  let state: 'joining' | 'joined' | 'closed' = 'joining';
  let request: JoinRequest;
  let topic: TopicName;
  let tokenRetry: NodeJS.Timeout | undefined;
  let wanted: WantedChange[] = [];
  let work: Promise<unknown> | undefined;
  const presenceCalls = createPace(limits.presenceCalls, 10_000);

  const member: Member & Subscriber = {
    version: socket.version,
    get readsBroadcasts() {
      return rights.reads.broadcast;
    },
    get readsPresence() {
      return request.presence.isEnabled && rights.reads.presence;
    },
    get caller() {
      return rights.bearer.caller;
    },
    get claims() {
      return rights.bearer.claims;
    },
    write: socket.write,
    pushChange(ids, data) {
      const payload = `{"ids":${JSON.stringify(ids)},"data":${data}}`;
      const frame = textFrame(socket.version, { topic: fullTopic, event: 'postgres_changes', payload });
      socket.write(webSocketFrame(frame));
    },
    endForMissed() {
      if (isClosed()) return;
      system('postgres_changes', 'error', errors.changesMissed().message);
      close({ event: 'phx_error' });
    },
  };

  const push = (event: string, payload: unknown) =>
    socket.push({ joinRef, topic: fullTopic, event, payload });
  const system = (extension: string, status: 'ok' | 'error', message: string) =>
    push('system', { extension, status, message, channel: name });
  const isClosed = () => state === 'closed';

  async function open(): Promise<void> {
    if (name === '') throw errors.topicNameRequired();
    if (name.length > maxTopicLength || name.includes('\u0000')) throw errors.topicTooLong();
    if (!socket.mayJoin()) throw errors.tooManyJoins();
    if (socket.channelCount >= limits.channelsPerSocket) throw errors.tooManyChannels();
    const payload = join.payload.kind === 'json' ? join.payload.value : {};
    request = parseJoin(payload, limits);
    topic = { name, isPrivate: request.isPrivate };
    if (!socket.reserveChanges(request.changes.length)) throw errors.tooManyChanges(limits.changesPerSocket);
    wanted = request.changes.map((change) => ({ id: nextId(), request: change }));
    await parts.ready();
    await rights.open(request.accessToken);
    const { replay } = request.broadcast;
    if (replay && !rights.reads.broadcast) throw errors.unauthorizedRead(name);
    const replayed = replay ? await parts.stored.replay(name, replay) : [];
    if (request.changesWaitMs !== undefined && wanted.length > 0)
      await changes.wait(wanted, request.changesWaitMs);
    if (isClosed()) return;
    state = 'joined';
    hub.add(topic, member);
    socket.reply(join, 'ok', {
      postgres_changes: wanted.map(({ id: changeId, request: { original } }) => ({
        ...original,
        id: changeId,
      })),
    });
    rights.watch();
    for (const message of replayed) {
      const frame = broadcastFrame(socket.version, fullTopic, message);
      if (frame !== undefined) socket.write(webSocketFrame(frame));
    }
    if (member.readsPresence) presences.sendState();
    if (request.broadcast.wantsReplicationReady) {
      system('system', 'ok', 'Replication connection established');
    }
    if (wanted.length > 0) {
      if (request.changesWaitMs === undefined) void changes.follow(wanted);
      else system('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
    }
  }

  async function changeToken(value: unknown): Promise<void> {
    const { hasNewRole } = await rights.changeToken(value);
    // Another role may have lost the right to a column it filters by.
    if (wanted.length > 0 && hasNewRole) {
      changes.stop();
      await changes.follow(wanted);
    }
  }

  /** While the database is unavailable a channel waits; it is not the client's fault. */
  function fail(message: ClientMessage, error: unknown): void {
    if (isClosed()) return;
    if (!isDatabaseAway(error)) {
      shutDown(error);
    } else if (message.event === 'access_token') {
      clearTimeout(tokenRetry);
      tokenRetry = setTimeout(() => channel.handle(message), tokenRetryMs).unref();
    } else {
      const { message: reason } = errors.databaseAway();
      socket.reply(message, 'error', { reason, error: reason });
    }
  }

  /** Closes the channel with a reason, as the official service does. */
  function shutDown(error: unknown): void {
    if (isClosed()) return;
    if (!(error instanceof RealtimeError)) onError('a channel failed', error);
    system('system', 'error', error instanceof RealtimeError ? error.message : 'Unknown Error on Channel');
    close({ event: 'phx_close' });
  }

  /** The official client joins again after `phx_error`, and not after `phx_close`. */
  function close({ event }: { event?: 'phx_close' | 'phx_error' }): void {
    if (isClosed()) return;
    state = 'closed';
    clearTimeout(tokenRetry);
    rights.close();
    socket.releaseChanges(wanted.length);
    if (topic) {
      presences.leave();
      hub.remove(topic, member);
      if (wanted.length > 0) changes.stop();
    }
    socket.forget(fullTopic, channel);
    if (event) socket.push({ joinRef, ref: joinRef, topic: fullTopic, event, payload: {} });
  }

  function act(message: ClientMessage): Promise<void> | void {
    if (state !== 'joined') {
      if (state === 'joining') socket.reply(message, 'error', { reason: 'unmatched topic' });
      return;
    }
    switch (message.event) {
      case 'broadcast':
        return broadcasts.handle(message);
      case 'presence':
        return presences.handle(message);
      case 'access_token':
        return changeToken(message.payload.kind === 'json' ? message.payload.value : undefined);
    }
  }

  const rights = createChannelRights({
    parts,
    socket,
    name,
    isPrivate: () => topic.isPrivate,
    isClosed,
    onRecheck: () => presences.checkRight(),
    onLost: shutDown,
  });
  const context = {
    parts,
    socket,
    member,
    channelId: id,
    fullTopic,
    presenceCalls,
    get topic() {
      return topic;
    },
    get request() {
      return request;
    },
    readsPresence: () => rights.reads.presence,
    mayWrite: rights.mayWrite,
    shutDown,
  };
  const changes = createChangesFollower({
    parts,
    subscriber: member,
    isClosed,
    report: (status, message) => system('postgres_changes', status, message),
  });
  const broadcasts = createBroadcasts(context);
  const presences = createPresences(context);

  const channel: SocketChannel = {
    joinRef,
    handle(message) {
      // In sequence: a policy check must not be overtaken by the next message.
      const next = work ? work.then(() => act(message)) : act(message);
      if (!next) return;
      const mine: Promise<unknown> = next
        .catch((error) => fail(message, error))
        .finally(() => {
          if (work === mine) work = undefined;
        });
      work = mine;
    },
    close,
    endFlooding: () => shutDown(errors.tooManyMessages()),
  };

  open().catch((error: unknown) => {
    if (isClosed()) return;
    const isKnown = error instanceof RealtimeError;
    if (!isKnown) onError('a channel could not be joined', error);
    socket.reply(join, 'error', { reason: isKnown ? error.reason : 'Unknown Error on Channel' });
    close({});
    if (isKnown && error.endsSocket) socket.end(1008, error.message);
  });
  return channel;
}

function nextId(): number {
  nextChangeId = nextChangeId >= 0x7fffffff ? 1 : nextChangeId + 1;
  return nextChangeId;
}
