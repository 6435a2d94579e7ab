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
  response: Response;
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
    return { response: new KeptResponse(text, response), reads, isKeepable };
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
      const given = init?.headers;
      const key = keyOf(input, given instanceof Headers ? given : new Headers(given));
      const kept = entries.get(key);
      const answer = await (kept && kept.untilMs > now()
        ? kept.asked
        : askAndKeep(key, new Request(input, init)));
      readTracker.note([...answer.reads]);
      return answer.response;
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
 * One answer for everybody who asks. Its text is handed out without a body: a body is a stream, made to be read once,
 * and making one for each of a page's seven reads took a tenth of its time.
 */
class KeptResponse extends Response {
  readonly #text: string;
  constructor(text: string, { status, statusText, headers }: Response) {
    super(null, { status, statusText, headers });
    this.#text = text;
  }
  override async text(): Promise<string> {
    return this.#text;
  }
  override async json(): Promise<unknown> {
    return JSON.parse(this.#text);
  }
}
