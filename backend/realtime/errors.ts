// Errors that clients see, with the messages of the official service.
import { isConnectionLoss } from './changes/connection-loss.ts';

export class RealtimeError extends Error {
  readonly code: string;
  readonly status: number;
  /** Closes the whole socket, not only the channel. */
  readonly endsSocket: boolean;
  constructor(code: string, message: string, options: { status?: number; endsSocket?: boolean } = {}) {
    super(message);
    this.name = 'RealtimeError';
    this.code = code;
    this.status = options.status ?? 400;
    this.endsSocket = options.endsSocket ?? false;
  }
  /** As the reason of a rejected join. */
  get reason(): string {
    return `${this.code}: ${this.message}`;
  }
}

const databaseAway = 'UnableToConnectToProject';

/** The database is unavailable; it may be back in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  return (error instanceof RealtimeError && error.code === databaseAway) || isConnectionLoss(error);
}

export const errors = {
  topicNameRequired: () => new RealtimeError('TopicNameRequired', 'You must provide a topic name'),
  unstorable: (why: string) =>
    new RealtimeError('InvalidMessage', `The message cannot be stored: ${why}`, { status: 422 }),
  topicTooLong: () => new RealtimeError('InvalidTopic', 'The topic name is too long or not readable'),
  invalidJoin: (what: string) => new RealtimeError('InvalidJoinPayload', what),
  unauthorizedRead: (topic: string) =>
    new RealtimeError(
      'Unauthorized',
      `You do not have permissions to read from this Channel topic: ${topic}`,
      {
        status: 403,
      },
    ),
  unauthorizedWrite: (topic: string) =>
    new RealtimeError(
      'Unauthorized',
      `You do not have permissions to write to this Channel topic: ${topic}`,
      {
        status: 403,
      },
    ),
  readRevoked: (topic: string) =>
    new RealtimeError(
      'Unauthorized',
      `You no longer have permission to read from this Channel topic: ${topic}`,
    ),
  expiredToken: (seconds: number) =>
    new RealtimeError('InvalidJWTToken', `Token has expired ${seconds} seconds ago`, { status: 401 }),
  sessionEnded: () =>
    new RealtimeError('InvalidJWTToken', 'The session of this token has ended', { status: 401 }),
  missingClaims: () =>
    new RealtimeError('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT', { status: 401 }),
  wrongClaims: (message: string) => new RealtimeError('InvalidJWTToken', message, { status: 401 }),
  insufficientScope: (message: string) => new RealtimeError('Unauthorized', message, { status: 403 }),
  malformedToken: () =>
    new RealtimeError('MalformedJWT', 'The token provided is not a valid JWT', { status: 401 }),
  badSignature: () =>
    new RealtimeError('JwtSignatureError', 'Failed to validate JWT signature', { status: 401 }),
  missingKey: () => new RealtimeError('MissingAPIKey', 'An API key is required', { status: 401 }),
  tooManyChannels: () => new RealtimeError('ChannelRateLimitReached', 'Too many channels', { status: 429 }),
  tooManyChanges: (max: number) =>
    new RealtimeError('ChannelRateLimitReached', `A connection may ask for ${max} kinds of changes at most`, {
      status: 429,
    }),
  changesMissed: () =>
    new RealtimeError(
      'ChangesMissed',
      'Table changes may have been missed. Subscribe again and read the rows.',
    ),
  tooManyJoins: () =>
    new RealtimeError('ClientJoinRateLimitReached', 'Too many joins per second', {
      status: 429,
      endsSocket: true,
    }),
  tooManyQuestions: () =>
    new RealtimeError('ClientJoinRateLimitReached', 'Too many private channels at once', { status: 429 }),
  tooManySockets: () =>
    new RealtimeError('ConnectionRateLimitReached', 'Too many connected users', { status: 429 }),
  tooManyMessages: () =>
    new RealtimeError('RateLimitReached', 'Too many messages per second', { status: 429 }),
  tooManyPresenceCalls: () =>
    new RealtimeError('ClientPresenceRateLimitReached', 'Client presence rate limit exceeded'),
  trackTooLarge: () => new RealtimeError('PayloadTooLarge', 'Track message size exceeded', { status: 413 }),
  replayOfPublic: () =>
    new RealtimeError('UnableToReplayMessages', 'Replay is not allowed for public channels'),
  badReplay: () => new RealtimeError('UnableToReplayMessages', 'Replay params are not valid'),
  databaseAway: () =>
    new RealtimeError(databaseAway, 'Realtime was unable to connect to the project database', {
      status: 503,
    }),
  changesTimeout: (timeoutMs: number) =>
    new RealtimeError(
      'PostgresChangesSubscribeTimeout',
      `Timed out after ${timeoutMs}ms waiting for the postgres_changes subscription`,
    ),
  changesUnavailable: (message: string) => new RealtimeError('RealtimeDisabledForConfiguration', message),
};
