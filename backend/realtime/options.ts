// What a realtime host is given, and the limits on everything that a client can ask of it.
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
  /** What one socket may send, on average. */
  bytesPerSecond: number;
  /** Tokens that one channel may bring within ten seconds. */
  tokenCalls: number;
  /** Tracks and untracks of one channel within ten seconds. */
  presenceCalls: number;
  /** People whose presence one process holds on one topic. */
  presencesPerTopic: number;
  /** What they say of themselves, each and together. */
  presenceBytes: number;
  presenceBytesPerTopic: number;
  /** One broadcast or presence payload. */
  payloadBytes: number;
  /** Table changes that one channel may ask for. */
  changesPerChannel: number;
  /** The same of all channels of a socket. */
  changesPerSocket: number;
  /** What may lie unsent for a reader that is too slow before it is cut. */
  unsentBytes: number;
  /** How long a socket may say nothing; clients beat every 25 or 30 seconds. */
  idleMs: number;
  /** How often policies of an open private channel are asked again. */
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
  /** Who a token or an API key stands for; throws InvalidToken. */
  identifyToken(token: string): Promise<Caller>;
  limits?: Partial<RealtimeLimits>;
  /** Which of these sessions are over; without it channels live as long as their tokens. */
  endedSessions?: (sessionIds: string[]) => Promise<string[]>;
  sessionCheckMs?: number;
  /** The network address behind a handshake; without it the peer of the socket. */
  addressOf?: (request: IncomingMessage) => string;
  /** The same of a request over HTTP; without it nobody knows. */
  sourceOf?: (request: Request) => RequestSource;
  /**
   * A lasting slot bridges restarts of the database; it is taken only where the database limits what a slot nobody
   * reads may hold. A temporary one goes with its connection.
   */
  slot?: 'lasting' | 'temporary';
  publication?: string;
  onError?: (message: string, error: unknown) => void;
}
