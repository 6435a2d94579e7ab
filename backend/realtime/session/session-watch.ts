// Sessions that channels act for. A token outlives the session it was made in; a channel does not: whoever signed out, was
// banned or was deleted hears nothing more, within seconds. All channels of a process are asked about in one question.
import { errors } from '../errors.ts';

export interface SessionWatch {
  /** Throws when the session is over; a token without a session is not asked about. */
  require(sessionId: string | undefined): Promise<void>;
  /** Call the answer when it no longer matters. */
  watch(sessionId: string | undefined, onEnded: () => void): () => void;
  close(): void;
}

export interface SessionWatchOptions {
  /** Which of these sessions are over; without it nobody knows. */
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
      // A database that is away is asked again.
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
      // While the database is away nobody is sent away: the next look finds out.
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
