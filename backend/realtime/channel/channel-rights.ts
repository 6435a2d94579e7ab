// What the client of one channel may do: whose token it sent, and what the row policies of its topic allow. Both are
// checked again while the channel is open.
import { errors, isDatabaseAway, RealtimeError } from '../errors.ts';
import type { ClientSocket } from '../socket/client-socket.ts';
import { createPace } from '../socket/pace.ts';
import type { Extension } from './authorize.ts';
import type { ChannelParts } from './channel-parts.ts';
import { type Bearer, identifyBearer } from './token.ts';

interface ChannelRightsOptions {
  parts: ChannelParts;
  socket: ClientSocket;
  /** The topic's name. */
  name: string;
  isPrivate(): boolean;
  isClosed(): boolean;
  /** The policies were asked again, and the client may still read. */
  onRecheck(): Promise<void>;
  /** The token or the right to read is no longer valid. */
  onLost(error: unknown): void;
}

interface ChannelRights {
  readonly bearer: Bearer;
  readonly reads: Record<Extension, boolean>;
  mayWrite(extension: Extension): Promise<boolean> | true;
  /** Identifies the client and asks the policies; throws when it may not read. */
  open(token: string | undefined): Promise<void>;
  /** Checks again when the token expires, at regular intervals, and when the session ends. */
  watch(): void;
  /** The payload of an access_token message. */
  changeToken(payload: unknown): Promise<{ hasNewRole: boolean }>;
  close(): void;
}

// Tokens are rechecked at least this often.
const recheckMs = 5 * 60_000;

export function createChannelRights(options: ChannelRightsOptions): ChannelRights {
  const { parts, socket, name, isPrivate, isClosed, onRecheck, onLost } = options;
  const { authorize, limits } = parts;
  const tokenCalls = createPace(limits.tokenCalls, 10_000);
  let bearer: Bearer = socket.bearer;
  let reads: Record<Extension, boolean> = { broadcast: true, presence: true };
  let writes: Partial<Record<Extension, Promise<boolean>>> = {};
  let recheck: NodeJS.Timeout | undefined;
  let stopWatching: () => void = () => undefined;

  async function open(token: string | undefined): Promise<void> {
    bearer = await bearerOf(token);
    await parts.sessions.require(sessionOf(bearer));
    writes = {};
    if (!isPrivate()) return;
    reads = await authorize.reads(bearer, name, socket.address);
    if (!reads.broadcast && !reads.presence) throw errors.unauthorizedRead(name);
  }

  /** The token of the client, or what its API key stands for. */
  function bearerOf(token: string | undefined): Promise<Bearer> | Bearer {
    if (token === undefined || token === socket.bearer.token || token.startsWith('sb_')) {
      return identifyBearer(parts.identifyToken, socket.bearer.token, { isApiKey: true });
    }
    return identifyBearer(parts.identifyToken, token, { isApiKey: false });
  }

  function watch(): void {
    clearTimeout(recheck);
    const untilMs = (bearer.expiresS ?? Number.POSITIVE_INFINITY) * 1000 - Date.now();
    const soonMs = isPrivate() ? limits.privateRecheckMs : recheckMs;
    recheck = setTimeout(() => void checkToken(), Math.max(0, Math.min(untilMs, soonMs))).unref();
    stopWatching();
    stopWatching = parts.sessions.watch(sessionOf(bearer), () => onLost(errors.sessionEnded()));
  }

  async function checkToken(): Promise<void> {
    try {
      bearer = await identifyBearer(parts.identifyToken, bearer.token, {
        isApiKey: bearer.token === socket.bearer.token,
      });
      if (isPrivate() && !isClosed()) await recheckPolicies();
      if (!isClosed()) watch();
    } catch (error) {
      if (isClosed()) return;
      // The database may be unavailable or busy: its last result is valid until it can be asked again.
      if (isDatabaseAway(error) || isBusy(error)) watch();
      else onLost(error);
    }
  }

  async function recheckPolicies(): Promise<void> {
    const before = reads;
    const found = await authorize.readsLately(bearer, name, socket.address);
    if (isClosed()) return;
    reads = found;
    writes = {};
    if (hasLost(before, found)) throw errors.readRevoked(name);
    await onRecheck();
  }

  return {
    get bearer() {
      return bearer;
    },
    get reads() {
      return reads;
    },
    mayWrite(extension) {
      if (!isPrivate()) return true;
      const asked = writes[extension] ?? authorize.writes(bearer, name, extension, socket.address);
      writes[extension] = asked;
      // A failed check is repeated at the next message.
      asked.catch(() => delete writes[extension]);
      return asked;
    },
    open,
    watch,
    async changeToken(payload) {
      const token = tokenOf(payload);
      if (token === undefined || token.startsWith('sb_') || token === bearer.token)
        return { hasNewRole: false };
      // Each one costs a query.
      if (!tokenCalls.isWithin()) throw errors.tooManyMessages();
      const before = { bearer, reads };
      try {
        await open(token);
      } catch (error) {
        ({ bearer, reads } = before);
        throw error;
      }
      if (isClosed()) return { hasNewRole: false };
      if (hasLost(before.reads, reads)) throw errors.readRevoked(name);
      watch();
      return { hasNewRole: before.bearer.caller.role !== bearer.caller.role };
    },
    close() {
      clearTimeout(recheck);
      stopWatching();
    },
  };
}

function tokenOf(payload: unknown): string | undefined {
  const token =
    typeof payload === 'object' && payload !== null && 'access_token' in payload
      ? payload.access_token
      : null;
  return typeof token === 'string' ? token : undefined;
}

function sessionOf({ caller }: Bearer): string | undefined {
  const { session_id: id } = caller.claims;
  return typeof id === 'string' ? id : undefined;
}

function hasLost(before: Record<Extension, boolean>, after: Record<Extension, boolean>): boolean {
  return (['broadcast', 'presence'] as const).some((one) => before[one] && !after[one]);
}

function isBusy(error: unknown): boolean {
  return error instanceof RealtimeError && error.code === errors.tooManyQuestions().code;
}
