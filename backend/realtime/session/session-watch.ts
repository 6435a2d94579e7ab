// Watches the sessions of channels. A token outlives its session; a channel does not: after a sign-out, a
// ban or a deletion it closes within seconds. All channels of a process are checked in one query.
import { errors } from '../errors.ts';

export interface SessionWatch {
  /** Throws when the session has ended; a token without a session is not checked. */
  require(sessionId: string | undefined): Promise<void>;
  /** Call the result to stop watching. */
  watch(sessionId: string | undefined, onEnded: () => void): () => void;
  close(): void;
}

export interface SessionWatchOptions {
  /** Which of these sessions have ended; without it sessions are not checked. */
  endedSessions?: (sessionIds: string[]) => Promise<string[]>;
  everyMs?: number;
  onError(message: string, error: unknown): void;
}

const defaultEveryMs = 10_000;
const maxAtOnce = 1_000;

export function createSessionWatch({
  endedSessions,
  everyMs = defaultEveryMs,
  onError,
}: SessionWatchOptions): SessionWatch {
  const watched = new Map<string, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;

  async function look(): Promise<void> {
    const ids = [...watched.keys()];
    try {
      for (let start = 0; endedSessions && start < ids.length; start += maxAtOnce) {
        for (const id of await endedSessions(ids.slice(start, start + maxAtOnce)))
          for (const end of [...(watched.get(id) ?? [])]) end();
      }
      hasFailed = false;
    } catch (error) {
      // Retried when the database is unavailable.
      if (!hasFailed) onError('sessions could not be looked up', error);
      hasFailed = true;
    }
    timer = undefined;
    schedule();
  }

  function schedule(): void {
    if (watched.size > 0 && endedSessions) timer ??= setTimeout(look, everyMs).unref();
  }

  return {
    async require(sessionId) {
      if (sessionId === undefined || !endedSessions) return;
      // While the database is unavailable no channel is closed: the next check finds out.
      const ended = await endedSessions([sessionId]).catch(() => []);
      if (ended.length > 0) throw errors.sessionEnded();
    },
    watch(sessionId, onEnded) {
      if (sessionId === undefined) return () => undefined;
      const own = watched.get(sessionId) ?? new Set();
      watched.set(sessionId, own);
      own.add(onEnded);
      schedule();
      return () => {
        own.delete(onEnded);
        if (own.size === 0 && watched.get(sessionId) === own) watched.delete(sessionId);
      };
    },
    close() {
      clearTimeout(timer);
      watched.clear();
    },
  };
}
