// The connections of one `sql`: opened when needed, up to a maximum, each lent to one statement, transaction or reservation at
// a time. A caller that waits is either served by a connection that comes free or by one that is being opened, and fails
// when that one cannot be opened; so nobody waits for something that will not happen.
import type { AskOptions } from '../wire/find-dead-connections.ts';
import { DriverError } from './driver-error.ts';
import { openInTime } from './open-in-time.ts';
import type { Session } from './open-session.ts';

export interface SilenceOptions extends AskOptions {
  /** How long an answer may be outstanding before the server is asked whether it is still working on it. */
  silenceMs?: number;
}

export interface PoolOptions {
  max: number;
  connectTimeoutMs: number;
  /** How long connections may be unused, and how old they may become; without it they stay. */
  idleMs?: number;
  lifetimeMs?: number;
  /** How long to wait while transactions and reservations hold every connection. */
  waitMs: number;
  open(signal: AbortSignal): Promise<Session>;
  silenceMs: number;
  /** The connections that the server no longer works for: their answers will never come. */
  findDead?(silent: Session[]): Promise<Session[]>;
  onClose?(): void;
}

export interface SessionPool {
  /** `isHeld`: for longer than one statement. */
  acquire(use?: { isHeld?: boolean }): Promise<Session>;
  release(session: Session): void;
  end(timeoutMs?: number): Promise<void>;
}

interface Waiter {
  resolve(session: Session): void;
  reject(error: unknown): void;
  isHeld: boolean;
  timer: NodeJS.Timeout | undefined;
}

const MIN_END_MS = 1000;

export function createSessionPool(options: PoolOptions): SessionPool {
  const { max } = options;
  const all = new Set<Session>();
  const idle: { session: Session; sinceMs: number }[] = [];
  const lent = new Map<Session, { isHeld: boolean }>();
  const waiters: Waiter[] = [];
  const openings = new Set<AbortController>();
  let retiring: NodeJS.Timeout | undefined;
  let watching: NodeJS.Timeout | undefined;
  let isAsking = false;
  let ending: Promise<void> | undefined;
  let onDrained: (() => void) | undefined;

  /** Called after every change: a connection came free, was closed, was opened or could not be; someone waits. */
  function serve(): void {
    while (waiters.length > 0) {
      const session = takeIdle();
      if (!session) break;
      lend(session, waiters.shift() as Waiter);
    }
    while (waiters.length > openings.size && all.size + openings.size < max) void openOne();
    if (waiters.length === 0 && lent.size === 0) onDrained?.();
  }

  function takeIdle(): Session | undefined {
    // The one used last, so that the others can expire.
    for (let free = idle.pop(); free; free = idle.pop()) if (free.session.isOpen) return free.session;
    return undefined;
  }

  function lend(session: Session, waiter: Waiter): void {
    clearTimeout(waiter.timer);
    lent.set(session, { isHeld: waiter.isHeld });
    waiter.resolve(session);
  }

  async function openOne(): Promise<void> {
    const opening = new AbortController();
    openings.add(opening);
    try {
      const session = await openInTime(options.open, options.connectTimeoutMs, opening);
      openings.delete(opening);
      add(session);
    } catch (error) {
      openings.delete(opening);
      // The others are served by what is still being opened.
      const waiter = waiters.length > openings.size ? waiters.shift() : undefined;
      clearTimeout(waiter?.timer);
      waiter?.reject(error);
    }
    serve();
  }

  function add(session: Session): void {
    all.add(session);
    idle.push({ session, sinceMs: Date.now() });
    session.onClosed(() => {
      all.delete(session);
      const place = idle.findIndex((one) => one.session === session);
      if (place >= 0) idle.splice(place, 1);
      options.onClose?.();
      serve();
    });
    if (options.findDead) watching ??= setInterval(() => void cutDead(), options.silenceMs / 4).unref();
    planRetiring();
  }

  function planRetiring(): void {
    const limits = [options.idleMs, options.lifetimeMs].filter((ms) => ms !== undefined);
    if (limits.length > 0) retiring ??= setTimeout(retire, Math.min(...limits) / 2 + 1).unref();
  }

  function retire(): void {
    retiring = undefined;
    const nowMs = Date.now();
    for (const one of [...idle]) {
      const isUnused = options.idleMs !== undefined && nowMs - one.sinceMs >= options.idleMs;
      if (!isUnused && !isOld(one.session)) continue;
      idle.splice(idle.indexOf(one), 1);
      void one.session.end();
    }
    if (all.size > 0) planRetiring();
  }

  function isOld({ openedMs }: Session): boolean {
    return options.lifetimeMs !== undefined && Date.now() - openedMs >= options.lifetimeMs;
  }

  // A cut network gives no signal: the operating system would wait a quarter of an hour for an answer.
  async function cutDead(): Promise<void> {
    const silent = [...all].filter(({ silentMs }) => silentMs >= options.silenceMs);
    if (silent.length === 0 || isAsking) return;
    isAsking = true;
    const dead = (await options.findDead?.(silent)) ?? [];
    isAsking = false;
    for (const session of dead) if (session.silentMs >= options.silenceMs) session.destroy();
  }

  function enqueue(waiter: Waiter): void {
    waiters.push(waiter);
    serve();
    if (waiters.includes(waiter)) limitWait(waiter);
  }

  /** A statement ends by itself; what holds a connection may be waiting for this very waiter. */
  function limitWait(waiter: Waiter): void {
    waiter.timer = setTimeout(() => {
      const isHeldUp = lent.size === max && [...lent.values()].every(({ isHeld }) => isHeld);
      if (!isHeldUp) return limitWait(waiter);
      waiters.splice(waiters.indexOf(waiter), 1);
      waiter.reject(new DriverError('CONNECTION_WAIT_TIMEOUT'));
      serve();
    }, options.waitMs);
  }

  async function drain(timeoutMs: number | undefined): Promise<void> {
    if (timeoutMs !== 0 && (waiters.length > 0 || lent.size > 0)) {
      await new Promise<void>((resolve) => {
        const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs);
        onDrained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const destroyed = new DriverError('CONNECTION_DESTROYED');
    for (const waiter of waiters.splice(0)) {
      clearTimeout(waiter.timer);
      waiter.reject(destroyed);
    }
    for (const opening of openings) opening.abort(destroyed);
    for (const session of lent.keys()) session.destroy(destroyed);
    clearTimeout(retiring);
    const limitMs = timeoutMs === undefined ? undefined : Math.max(timeoutMs, MIN_END_MS);
    await Promise.all([...all].map((session) => session.end(limitMs)));
    clearInterval(watching);
  }

  return {
    acquire({ isHeld = false } = {}) {
      if (ending) return Promise.reject(new DriverError('CONNECTION_ENDED'));
      return new Promise((resolve, reject) => enqueue({ resolve, reject, isHeld, timer: undefined }));
    },
    release(session) {
      const loan = lent.get(session);
      if (!loan) return;
      lent.delete(session);
      // A transaction that was left open must not become part of another one's work.
      const isUnclean = session.isInTransaction && (loan.isHeld || max > 1);
      if (isUnclean) session.destroy(new DriverError('UNSAFE_TRANSACTION'));
      else if (session.isOpen && isOld(session)) void session.end();
      else if (session.isOpen) idle.push({ session, sinceMs: Date.now() });
      serve();
    },
    end(timeoutMs) {
      ending ??= drain(timeoutMs);
      return ending;
    },
  };
}
