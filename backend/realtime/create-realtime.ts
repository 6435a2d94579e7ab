// The realtime service: channels over WebSockets with broadcast, presence and table changes, and broadcasts over HTTP.
// Uses the database only once a client connects.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { openSql } from '../database/driver/open-sql.ts';
import { openCallerPool } from '../database/run-as-caller.ts';
import { createBus } from './bus/bus.ts';
import { createStoredMessages } from './bus/stored-messages.ts';
import { broadcastOfWire, wireOfBroadcast } from './bus/wire-messages.ts';
import type { FeedState } from './changes/change-feed.ts';
import { createTableChanges } from './changes/table-changes.ts';
import { createAuthorize } from './channel/authorize.ts';
import type { ChannelParts } from './channel/channel-parts.ts';
import { openChannel } from './channel/open-channel.ts';
import { createRealtimeRoutes } from './http-routes.ts';
import { createHub, topicKey, topicOfKey } from './hub/hub.ts';
import { createPresence, type PresenceChange, type PresenceEntry } from './hub/presence.ts';
import { defaultLimits, type RealtimeOptions } from './options.ts';
import { createSessionWatch } from './session/session-watch.ts';
import { createSocketAcceptor } from './socket/accept-sockets.ts';

export interface Realtime {
  /** Of the stream of table changes. */
  readonly changesState: FeedState;
  /** `path` is what follows /realtime/v1. */
  handle(request: Request, path: string, search: string): Promise<Response>;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  /** Asks all clients to reconnect later; accepts no new ones. */
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

const callerConnections = 4;

/** Messages between processes. */
type PeerMessage =
  | { t: 'broadcast'; topic: string; message: unknown }
  | { t: 'presence'; change: PresenceChange }
  | { t: 'presences'; entries: PresenceEntry[] };

export function createRealtime(options: RealtimeOptions): Realtime {
  const limits = { ...defaultLimits, ...options.limits };
  const onError = options.onError ?? (() => undefined);
  const hub = createHub();
  const login = openSql(options.databaseUrl, { max: 1 });
  const pool = openCallerPool(login, { maxConnections: callerConnections, applicationName: 'onda realtime' });

  const bus = createBus({
    databaseUrl: options.databaseUrl,
    secret: options.secret,
    onMessage: (body) => receive(body as PeerMessage),
    onPeer() {
      const entries = presence.own();
      if (entries.length > 0) bus.send({ t: 'presences', entries } satisfies PeerMessage);
    },
    onPeerLost: (node) => presence.dropNode(node),
    onStored: (notification) => stored.onNotification(notification),
    onListening(lastMessageMs) {
      if (lastMessageMs === undefined) return;
      stored
        .catchUp(lastMessageMs)
        .catch((error: unknown) => onError('messages sent from SQL meanwhile could not be read', error));
    },
    onError,
  });
  const presence = createPresence({
    node: bus.node,
    hub,
    maxPerTopic: limits.presencesPerTopic,
    maxBytesPerTopic: limits.presenceBytesPerTopic,
    publish: (change) => bus.send({ t: 'presence', change } satisfies PeerMessage),
  });
  const stored = createStoredMessages({
    sql: bus.sql,
    deliver: (topic, message) => hub.deliver(topic, message),
    wants: (topic) => hub.hasMembers(topic),
    onError,
  });
  const changes = createTableChanges({
    sql: bus.sql,
    pool,
    node: bus.node,
    publication: options.publication ?? 'supabase_realtime',
    slot: options.slot ?? 'lasting',
    slotBytes: options.slotBytes,
    recordBytes: limits.recordBytes,
    onError,
  });

  function receive(peerMessage: PeerMessage): void {
    switch (peerMessage?.t) {
      case 'broadcast': {
        const message = broadcastOfWire(peerMessage.message);
        if (message) hub.deliver(topicOfKey(peerMessage.topic), message);
        break;
      }
      case 'presence':
        presence.apply(peerMessage.change);
        break;
      case 'presences':
        for (const entry of peerMessage.entries) {
          presence.apply({ topic: entry.topic, id: entry.id, node: entry.node, entry });
        }
        break;
    }
  }

  const sessions = createSessionWatch({
    endedSessions: options.endedSessions,
    everyMs: options.sessionCheckMs,
    onError,
  });
  const parts: ChannelParts = {
    hub,
    presence,
    stored,
    changes,
    authorize: createAuthorize(pool, { latelyMs: limits.privateRecheckMs / 6, onError }),
    sessions,
    limits,
    identifyToken: options.identifyToken,
    sourceOf: options.sourceOf,
    publish(topic, message, except) {
      hub.deliver(topic, message, except);
      bus.send({
        t: 'broadcast',
        topic: topicKey(topic),
        message: wireOfBroadcast(message),
      } satisfies PeerMessage);
    },
    ready: () => bus.start(),
    onError,
  };
  const acceptor = createSocketAcceptor({
    limits,
    identifyToken: options.identifyToken,
    addressOf: options.addressOf,
    openChannel: (socket, message) => openChannel(parts, socket, message),
    onError,
  });

  return {
    get changesState() {
      return changes.state;
    },
    handle: createRealtimeRoutes(parts),
    upgrade: acceptor.upgrade,
    hangUp: () => acceptor.close(),
    async close() {
      await acceptor.close();
      sessions.close();
      presence.close();
      stored.close();
      await changes.close();
      await bus.close();
      await pool.close();
      await login.end({ timeout: 1 });
    },
  };
}
