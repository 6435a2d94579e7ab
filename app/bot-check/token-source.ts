// Gets one verified bot-check token at a time, stores it until a form takes it, and retries with growing pauses when a
// check fails. The network and the page are passed as arguments.
import { BotCheckError, botCheckErrorOf } from './bot-check-error.ts';

export interface TokenSourceOptions {
  /** Does one complete check and returns its verified token. */
  obtain(signal: AbortSignal): Promise<string>;
  /** Where the token survives a reload; may throw at any call. */
  storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  onFailure(error: BotCheckError): void;
}

export interface TokenSource {
  /** Begins a check unless a token is there; a failure is only reported. */
  prepare(): void;
  /** A verified token for one submission. Rejects with a BotCheckError, at the latest after ten seconds. */
  getToken(): Promise<string>;
  /** The same for forms that also work without scripts: "" when a second try failed as well. */
  getFormToken(): Promise<string>;
  /** Resolves when no check is running, at the latest after ten seconds. */
  settled(): Promise<void>;
}

// The server accepts a verified token for five minutes; a form gets one with time left to be sent.
const FRESH_MS = 4 * 60 * 1000;
const MAX_WAIT_MS = 10_000;
// Longer than a form waits: a slow answer is ready for the next press instead of being requested again.
const MAX_ATTEMPT_MS = 30_000;
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000];
export const TOKEN_KEY = 'onda:bot-check';

interface SavedToken {
  token: string;
  at: number;
}

export function createTokenSource({ obtain, storage, onFailure }: TokenSourceOptions): TokenSource {
  let running: Promise<void> | undefined;
  let lastError: BotCheckError | undefined;
  let failedTries = 0;
  // Besides the storage, which may be forbidden or full.
  let inMemory: SavedToken | null = null;

  const save = (saved: SavedToken | null) => {
    inMemory = saved;
    try {
      if (saved === null) storage().removeItem(TOKEN_KEY);
      else storage().setItem(TOKEN_KEY, JSON.stringify(saved));
    } catch {
      // The copy in memory is enough for this page.
    }
  };
  const findFresh = (): string => {
    const saved = inMemory ?? readSaved(storage);
    const ageMs = saved ? Date.now() - saved.at : -1;
    // A clock that was set back makes a token look younger than it is.
    return saved && ageMs >= 0 && ageMs < FRESH_MS ? saved.token : '';
  };

  const tryOften = async () => {
    lastError = undefined;
    for (const delayMs of [...RETRY_DELAYS_MS, undefined]) {
      try {
        save({ token: await withLimit(obtain), at: Date.now() });
        return;
      } catch (reason) {
        lastError = botCheckErrorOf(reason);
        onFailure(lastError);
        if (delayMs === undefined) throw lastError;
        await sleep(delayMs);
      }
    }
  };
  const check = (): Promise<void> => {
    running ??= tryOften().finally(() => {
      running = undefined;
    });
    return running;
  };

  const waitForToken = async (): Promise<string> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(lastError ?? new BotCheckError('slow')), MAX_WAIT_MS);
    });
    limit.catch(() => {});
    try {
      // Two forms may wait for one check: the second one gets the token of the next.
      for (;;) {
        const token = findFresh();
        if (token !== '') {
          save(null);
          return token;
        }
        await Promise.race([check(), limit]);
      }
    } finally {
      clearTimeout(timer);
    }
  };
  const getToken = async () => {
    try {
      const token = await waitForToken();
      failedTries = 0;
      return token;
    } catch (error) {
      failedTries += 1;
      throw error;
    }
  };

  return {
    prepare() {
      if (findFresh() === '') check().catch(() => {});
    },
    getToken,
    async getFormToken() {
      try {
        return await getToken();
      } catch (error) {
        if (failedTries > 1) return '';
        throw error;
      }
    },
    settled: () =>
      running ? Promise.race([running, sleep(MAX_WAIT_MS)]).catch(() => {}) : Promise.resolve(),
  };
}

function readSaved(storage: TokenSourceOptions['storage']): SavedToken | null {
  try {
    const saved: unknown = JSON.parse(storage().getItem(TOKEN_KEY) ?? 'null');
    const { token, at } = (saved ?? {}) as Partial<SavedToken>;
    return typeof token === 'string' && typeof at === 'number' ? { token, at } : null;
  } catch {
    return null;
  }
}

async function withLimit(work: TokenSourceOptions['obtain']): Promise<string> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new BotCheckError('slow');
      reject(error);
      controller.abort(error);
    }, MAX_ATTEMPT_MS);
  });
  try {
    // Raced as well as aborted: not every step can be aborted.
    return await Promise.race([work(controller.signal), limit]);
  } finally {
    clearTimeout(timer);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
