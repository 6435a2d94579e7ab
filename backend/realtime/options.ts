// Options of a realtime host, and its limits for clients.
import type { IncomingMessage } from 'node:http';
import type { Caller } from '#contracts/caller.ts';
import type { RequestSource } from '#contracts/request-source.ts';

export interface RealtimeLimits {
  /** Sockets of this process. */
  sockets: number;
  /** Sockets of one network address. */
  socketsPerAddress: number;
  channelsPerSocket: number;
  joinsPerSecond: number;
  /** Messages that one socket may send. */
  messagesPerSecond: number;
  /** Bytes that one socket may send, on average. */
  bytesPerSecond: number;
  /** Tokens that one channel may send within ten seconds. */
  tokenCalls: number;
  /** Tracks and untracks of one channel within ten seconds. */
  presenceCalls: number;
  /** People whose presence one process holds on one topic. */
  presencesPerTopic: number;
  /** Their presence payloads, each and together. */
  presenceBytes: number;
  presenceBytesPerTopic: number;
  /** One broadcast or presence payload. */
  payloadBytes: number;
  /** Table changes that one channel may ask for. */
  changesPerChannel: number;
  /** The same of all channels of a socket. */
  changesPerSocket: number;
  /** Unsent bytes for a slow reader before it is disconnected. */
  unsentBytes: number;
  /** How long a socket may be silent; clients send a heartbeat every 25 or 30 seconds. */
  idleMs: number;
  /** How often policies of an open private channel are rechecked. */
  privateRecheckMs: number;
  /** One changed row, as JSON. */
  recordBytes: number;
}

export const defaultLimits: RealtimeLimits = {
  sockets: 20_000,
  socketsPerAddress: 1_000,
  channelsPerSocket: 100,
  joinsPerSecond: 100,
  messagesPerSecond: 500,
  bytesPerSecond: 3_000_000,
  tokenCalls: 20,
  presenceCalls: 100,
  presencesPerTopic: 10_000,
  presenceBytes: 64_000,
  presenceBytesPerTopic: 4_000_000,
  payloadBytes: 3_000_000,
  changesPerChannel: 100,
  changesPerSocket: 500,
  unsentBytes: 8_000_000,
  idleMs: 75_000,
  privateRecheckMs: 60_000,
  recordBytes: 1_048_576,
};

export interface RealtimeOptions {
  databaseUrl: string;
  /** With it the processes of a studio know each other's messages. */
  secret: string;
  /** The caller of a token or an API key; throws InvalidToken. */
  identifyToken(token: string): Promise<Caller>;
  limits?: Partial<RealtimeLimits>;
  /** Which of these sessions have ended; without it channels last as long as their tokens. */
  endedSessions?: (sessionIds: string[]) => Promise<string[]>;
  sessionCheckMs?: number;
  /** The network address of a handshake; without it the socket's peer. */
  addressOf?: (request: IncomingMessage) => string;
  /** The same for an HTTP request; unknown without it. */
  sourceOf?: (request: Request) => RequestSource;
  /** A lasting slot survives lost connections and restarts of the database. A temporary one ends with its connection. */
  slot?: 'lasting' | 'temporary';
  /** How much of its log the database may retain for a lasting slot. */
  slotBytes?: number;
  publication?: string;
  onError?: (message: string, error: unknown) => void;
}
