// Answers of the backend to what anybody may read, kept while they are true: a fresh render then asks the database
// only for what changed. Dropped like pages, by table and at once; a short limit stands in for policies that look at
// the clock. For requests without a session only: whose answer it is, is not its business to find out.
import { readTracker } from './read-tracker.ts';

export interface KeptReads {
  fetch: typeof fetch;
  /** A table changed. */
  drop(relation: string): void;
  /** While changes cannot be heard, nothing is kept. */
  suspend(): void;
  resume(): void;
}

interface Answer {
  status: number;
  statusText: string;
  headers: Headers;
  text: string;
  reads: ReadonlySet<string>;
  isKeepable: boolean;
}

interface Entry {
  asked: Promise<Answer>;
  /** Known once the answer is there. */
  reads?: ReadonlySet<string>;
  untilMs: number;
}

const KEPT_MS = 5000;
const LARGEST = 100_000;
const ASKED_BY = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit', 'authorization', 'apikey'];

export function createKeptReads(options: {
  send(request: Request): Promise<Response>;
  maxAnswers?: number;
  now?: () => number;
}): KeptReads {
  const { send, maxAnswers = 300, now = Date.now } = options;
  const entries = new Map<string, Entry>();
  let isSuspended = true;

  async function ask(request: Request): Promise<Answer> {
    const reads = new Set<string>();
    const response = await readTracker.run(reads, () => send(request));
    const text = await response.text();
    // "*": a database function was called, and nobody knows what it read.
    const isKeepable = response.status === 200 && !reads.has('*') && text.length <= LARGEST;
    const { status, statusText, headers } = response;
    return { status, statusText, headers, text, reads, isKeepable };
  }

  function askAndKeep(key: string, request: Request): Promise<Answer> {
    const entry: Entry = { asked: ask(request), untilMs: now() + KEPT_MS };
    const forget = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    entry.asked.then(({ reads, isKeepable }) => {
      entry.reads = reads;
      if (!isKeepable) forget();
    }, forget);
    if (entries.size >= maxAnswers) {
      const oldest = entries.keys().next().value;
      if (oldest !== undefined) entries.delete(oldest);
    }
    entries.set(key, entry);
    return entry.asked;
  }

  return {
    async fetch(input, init) {
      if (isSuspended || typeof input !== 'string' || (init?.method ?? 'GET') !== 'GET' || !isTable(input)) {
        return send(new Request(input, init));
      }
      const key = keyOf(input, new Headers(init?.headers));
      const kept = entries.get(key);
      const answer = await (kept && kept.untilMs > now()
        ? kept.asked
        : askAndKeep(key, new Request(input, init)));
      readTracker.note([...answer.reads]);
      return lightResponse(answer);
    },
    drop(relation) {
      // What is still being asked may have been read before the change.
      for (const [key, { reads }] of entries) if (!reads || reads.has(relation)) entries.delete(key);
    },
    suspend() {
      isSuspended = true;
      entries.clear();
    },
    resume() {
      isSuspended = false;
    },
  };
}

function isTable(url: string): boolean {
  return url.includes('/rest/v1/') && !url.includes('/rest/v1/rpc/');
}

function keyOf(url: string, headers: Headers): string {
  return [url, ...ASKED_BY.map((name) => headers.get(name) ?? '')].join('\n');
}

/**
 * As much of a Response as the client library reads. A whole one wraps the text in a stream, to be read out of it
 * again at once: seven times a page, a tenth of its time.
 */
function lightResponse({ status, statusText, headers, text }: Answer): Response {
  const light = { ok: status < 300, status, statusText, headers, text: async () => text };
  return light as unknown as Response;
}
