// Rendered public pages as ready bytes. A page is dropped when a table it was read from changes, or when it expires by
// its own time. Knows nothing of HTTP servers or React.
import { createHash } from 'node:crypto';
import { compressBytes, type Encoding, isWorthCompressing } from '../http/compress.ts';
import { type Cached, dropOldest } from './drop-oldest.ts';

export interface RenderedPage {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array;
  /** The tables its content came from, schema-qualified. */
  reads: ReadonlySet<string>;
  validUntil: number;
}

export interface CachedPage {
  etag: string;
  status: number;
  validUntil: number;
  /** Complete header lists and bodies, one for each encoding. */
  variants: Record<Encoding, { headers: string[]; body: Uint8Array }>;
}

export interface PageCache {
  find(key: string): CachedPage | undefined;
  /** Marks the time before rendering: pages whose content changes after it are not cached. */
  begin(): number;
  /** `sender` is the network that asked for it. */
  save(key: string, page: RenderedPage, begunAt: number, sender?: string): Promise<CachedPage | undefined>;
  /** A table changed. */
  drop(relation: string): void;
  clear(): void;
  /** While changes cannot be received, nothing is cached or served. */
  suspend(): void;
  resume(): void;
  readonly size: number;
}

interface Entry extends CachedPage, Cached {
  reads: ReadonlySet<string>;
  sender: string | undefined;
}

const BROTLI_QUALITY = 9;
/** Of a full cache: a network that brought more replaces its own pages. */
const SHARE_OF_ONE = 0.1;

export function createPageCache({ maxPages = 500, now = Date.now } = {}): PageCache {
  const pages = new Map<string, Entry>();
  const changedAt = new Map<string, number>();
  let clock = 0;
  let clearedAt = 0;
  let isSuspended = false;

  const isStale = (reads: ReadonlySet<string>, begunAt: number) =>
    begunAt < clearedAt || [...reads].some((relation) => (changedAt.get(relation) ?? 0) > begunAt);

  function makeRoom(sender: string | undefined): void {
    const isTheirs = (page: Entry) => page.sender === sender;
    const theirs = [...pages.values()].filter(isTheirs).length;
    dropOldest(pages, theirs >= maxPages * SHARE_OF_ONE ? isTheirs : undefined);
  }

  return {
    find(key) {
      const page = pages.get(key);
      if (!page) return undefined;
      if (page.validUntil <= now()) {
        pages.delete(key);
        return undefined;
      }
      page.isUsed = true;
      return page;
    },
    begin: () => clock,
    async save(key, page, begunAt, sender) {
      if (isSuspended || page.validUntil <= now()) return undefined;
      const cached = { ...(await prepare(page)), reads: page.reads, sender };
      // Compressing took time: content may have changed in between.
      if (isSuspended || isStale(page.reads, begunAt)) return undefined;
      if (pages.size >= maxPages) makeRoom(sender);
      pages.set(key, cached);
      return cached;
    },
    drop(relation) {
      changedAt.set(relation, ++clock);
      for (const [key, page] of pages) if (page.reads.has(relation)) pages.delete(key);
    },
    clear() {
      clearedAt = ++clock;
      pages.clear();
    },
    suspend() {
      isSuspended = true;
      clearedAt = ++clock;
      pages.clear();
    },
    resume() {
      isSuspended = false;
    },
    get size() {
      return pages.size;
    },
  };
}

async function prepare(page: RenderedPage): Promise<CachedPage> {
  const etag = `"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`;
  const contentType = page.headers.find(([name]) => name === 'content-type')?.[1] ?? null;
  const isText = isWorthCompressing(contentType, page.body.length);
  const variant = async (encoding: Encoding) => {
    const body = isText ? await compressBytes(page.body, encoding, BROTLI_QUALITY) : page.body;
    const headers = [
      ...page.headers,
      ['etag', etag],
      ['vary', 'accept-encoding'],
      ['content-length', String(body.length)],
    ];
    if (isText && encoding !== 'identity') headers.push(['content-encoding', encoding]);
    return { headers: headers.flat() as string[], body };
  };
  const [br, gzip, identity] = await Promise.all([variant('br'), variant('gzip'), variant('identity')]);
  return { etag, status: page.status, validUntil: page.validUntil, variants: { br, gzip, identity } };
}
