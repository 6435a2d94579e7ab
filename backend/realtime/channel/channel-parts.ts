// What the channels of a process share, and what the parts of one channel share.
import type { RequestSource } from '#contracts/request-source.ts';
import type { StoredMessages } from '../bus/stored-messages.ts';
import type { TableChanges } from '../changes/table-changes.ts';
import type { BroadcastMessage, Hub, Member, TopicName } from '../hub/hub.ts';
import type { Presence } from '../hub/presence.ts';
import type { RealtimeLimits } from '../options.ts';
import type { SessionWatch } from '../session/session-watch.ts';
import type { ClientSocket } from '../socket/client-socket.ts';
import type { Pace } from '../socket/pace.ts';
import type { Authorize, Extension } from './authorize.ts';
import type { JoinRequest } from './parse-join.ts';
import type { IdentifyToken } from './token.ts';

export interface ChannelParts {
  hub: Hub;
  presence: Presence;
  stored: StoredMessages;
  changes: TableChanges;
  authorize: Authorize;
  sessions: SessionWatch;
  limits: RealtimeLimits;
  identifyToken: IdentifyToken;
  sourceOf?: (request: Request) => RequestSource;
  /** Sends to everyone on the topic, in this process and in the others. */
  publish(topic: TopicName, message: BroadcastMessage, except?: Member): void;
  /** Resolves when messages of other processes are received, or cannot be for now. */
  ready(): Promise<void>;
  onError(message: string, error: unknown): void;
}

export interface ChannelContext {
  parts: ChannelParts;
  socket: ClientSocket;
  member: Member;
  channelId: string;
  fullTopic: string;
  presenceCalls: Pace;
  readonly topic: TopicName;
  readonly request: JoinRequest;
  readsPresence(): boolean;
  mayWrite(extension: Extension): Promise<boolean> | true;
  shutDown(error: unknown): void;
}
