// Caches the backend's responses to public reads until they change: a new render then reads only what changed. Only for
// requests without a session; the caller makes sure of that.
import type { TableCache } from './follow-content.ts';
import { createRevalidatedCache } from './revalidated-cache.ts';

export interface ReadCache extends TableCache {
  fetch: typeof fetch;
}

const MAX_CHARACTERS = 100_000;
const ASKED_BY = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit', 'authorization', 'apikey'];

export function createReadCache(options: {
  send(request: Request): Promise<Response>;
  maxAnswers?: number;
  now?: () => number;
}): ReadCache {
  const { send, maxAnswers, now } = options;
  const { find, ...rest } = createRevalidatedCache<Response>({
    isCacheable: (answer) =>
      answer instanceof CachedResponse && answer.status === 200 && answer.length <= MAX_CHARACTERS,
    maxValues: maxAnswers,
    now,
  });

  return {
    ...rest,
    async fetch(input, init) {
      if (typeof input !== 'string' || (init?.method ?? 'GET') !== 'GET' || !isTable(input)) {
        return send(new Request(input, init));
      }
      const given = init?.headers;
      const key = keyOf(input, given instanceof Headers ? given : new Headers(given));
      return find(key, async () => {
        const response = await send(new Request(input, init));
        return new CachedResponse(await response.text(), response);
      });
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
 * One response for all callers. Its text is returned without a body: a body is a stream that is read once, and making
 * one for each of a page's seven reads took a tenth of its time.
 */
class CachedResponse extends Response {
  readonly #text: string;
  constructor(text: string, { status, statusText, headers }: Response) {
    super(null, { status, statusText, headers });
    this.#text = text;
  }
  get length(): number {
    return this.#text.length;
  }
  override async text(): Promise<string> {
    return this.#text;
  }
  override async json(): Promise<unknown> {
    return JSON.parse(this.#text);
  }
}
