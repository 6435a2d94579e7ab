// Shares a number of slots among callers: no caller holds more than its share, waiting requests queue per caller,
// and the queues are served in turn. One caller with a thousand requests delays the others by one.
// Does not know what a slot is.

export interface Share {
  /** Requests with the same key belong to one caller. */
  key: string;
  /** How many slots the caller may hold at once. */
  maxRunning: number;
  /** How many more requests of the caller may wait. */
  maxWaiting: number;
}

export interface FairQueueOptions {
  places: number;
  maxWaitMs: number;
  /** How many requests of all callers together may wait. */
  maxWaiting?: number;
}

export interface FairQueue {
  /** Undefined when a slot is free, else a promise of one. Every slot is returned by `leave`. */
  enter(share?: Share, isAbandoned?: () => boolean): Promise<void> | undefined;
  leave(share?: Share): void;
  /** Rejects all waiting requests. */
  clear(error: Error): void;
  readonly taken: number;
}

/** The caller has too many running requests. */
export class TooManyRequests extends Error {
  readonly code = 'TOO_MANY_REQUESTS';
  constructor() {
    super('too many concurrent requests of this caller');
    this.name = 'TooManyRequests';
  }
}

/** Other callers hold all slots. */
export class QueueTimeout extends Error {
  readonly code = 'QUEUE_TIMEOUT';
  constructor() {
    super('no slot became free in time');
    this.name = 'QueueTimeout';
  }
}

/** The caller no longer waits for the result. */
export class Abandoned extends Error {
  readonly code = 'ABANDONED';
  constructor() {
    super('the caller disconnected');
    this.name = 'Abandoned';
  }
}

interface Waiter {
  share: Share;
  isAbandoned: (() => boolean) | undefined;
  timer: NodeJS.Timeout;
  resolve(): void;
  reject(error: Error): void;
}

interface Line {
  running: number;
  waiting: Waiter[];
}

const defaultMaxWaiting = 1_000;

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { places, maxWaitMs } = options;
  const maxWaiting = options.maxWaiting ?? defaultMaxWaiting;
  const unlimited: Share = { key: '', maxRunning: Number.POSITIVE_INFINITY, maxWaiting };
  const lines = new Map<string, Line>();
  let taken = 0;
  let waitingCount = 0;

  function lineOf(key: string): Line {
    const known = lines.get(key);
    if (known) return known;
    const line = { running: 0, waiting: [] };
    lines.set(key, line);
    return line;
  }

  function forget(key: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key);
  }

  function wait(line: Line, share: Share, isAbandoned: (() => boolean) | undefined): Promise<void> {
    if (line.waiting.length >= share.maxWaiting) throw new TooManyRequests();
    if (waitingCount >= maxWaiting) {
      forget(share.key, line);
      throw new QueueTimeout();
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        remove(line, waiter);
        reject(line.running >= share.maxRunning ? new TooManyRequests() : new QueueTimeout());
        forget(share.key, line);
      };
      const waiter: Waiter = { share, isAbandoned, resolve, reject, timer: setTimeout(giveUp, maxWaitMs) };
      line.waiting.push(waiter);
      waitingCount += 1;
    });
  }

  function remove(line: Line, waiter: Waiter): void {
    clearTimeout(waiter.timer);
    line.waiting.splice(line.waiting.indexOf(waiter), 1);
    waitingCount -= 1;
  }

  /** The first request of the next queue. That queue moves to the end. */
  function serveNext(): void {
    for (const [key, line] of lines) {
      while (line.waiting[0]?.isAbandoned?.()) {
        const [gone] = line.waiting;
        remove(line, gone);
        gone.reject(new Abandoned());
      }
      const [next] = line.waiting;
      if (!next) {
        forget(key, line);
        continue;
      }
      if (line.running >= next.share.maxRunning) continue;
      remove(line, next);
      lines.delete(key);
      lines.set(key, line);
      line.running += 1;
      taken += 1;
      next.resolve();
      return;
    }
  }

  return {
    enter(share = unlimited, isAbandoned) {
      const line = lineOf(share.key);
      // A request never overtakes an earlier one of the same caller.
      if (taken < places && line.running < share.maxRunning && line.waiting.length === 0) {
        line.running += 1;
        taken += 1;
        return undefined;
      }
      return wait(line, share, isAbandoned);
    },
    leave(share = unlimited) {
      const line = lineOf(share.key);
      line.running -= 1;
      taken -= 1;
      if (waitingCount > 0) serveNext();
      forget(share.key, line);
    },
    clear(error) {
      for (const line of lines.values()) {
        for (const waiter of [...line.waiting]) {
          remove(line, waiter);
          waiter.reject(error);
        }
      }
    },
    get taken() {
      return taken;
    },
  };
}
