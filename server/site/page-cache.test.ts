import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPageCache, type PageCache, type RenderedPage } from './page-cache.ts';

let now = 1000;
let cache: PageCache;
const page = (patch: Partial<RenderedPage> = {}): RenderedPage => ({
  status: 200,
  headers: [['content-type', 'text/html; charset=utf-8']],
  body: Buffer.from(`<h1>${'onda '.repeat(300)}</h1>`),
  reads: new Set(['public.sessions']),
  validUntil: 5000,
  ...patch,
});

beforeEach(() => {
  now = 1000;
  cache = createPageCache({ maxPages: 3, now: () => now });
});

describe('the page cache', () => {
  it('serves the bytes that were rendered', async () => {
    await cache.save('/', page(), cache.begin());
    const found = cache.find('/');
    expect(brotliDecompressSync(found?.variants.br.body as Uint8Array).toString()).toBe(String(page().body));
    expect(found?.variants.br.headers).toContain('content-encoding');
    expect(found?.variants.identity.headers).not.toContain('content-encoding');
  });

  it('drops a page when a table it was read from changes, and only then', async () => {
    await cache.save('/', page(), cache.begin());
    cache.drop('public.works');
    expect(cache.find('/')).toBeDefined();
    cache.drop('public.sessions');
    expect(cache.find('/')).toBeUndefined();
  });

  it('does not cache a page whose content changed while it was rendered', async () => {
    const begunAt = cache.begin();
    cache.drop('public.sessions');
    await cache.save('/', page(), begunAt);
    expect(cache.find('/')).toBeUndefined();
  });

  it('does not cache a page whose content changed while it was compressed', async () => {
    const saving = cache.save('/', page(), cache.begin());
    cache.drop('public.sessions');
    await saving;
    expect(cache.find('/')).toBeUndefined();
  });

  it('forgets a page when its own time is over', async () => {
    await cache.save('/', page(), cache.begin());
    now = 4999;
    expect(cache.find('/')).toBeDefined();
    now = 5000;
    expect(cache.find('/')).toBeUndefined();
  });

  it('caches nothing while changes cannot be received', async () => {
    await cache.save('/', page(), cache.begin());
    cache.suspend();
    expect(cache.find('/')).toBeUndefined();
    await cache.save('/', page(), cache.begin());
    expect(cache.size).toBe(0);
    cache.resume();
    await cache.save('/', page(), cache.begin());
    expect(cache.size).toBe(1);
  });

  it('makes room by forgetting the oldest page', async () => {
    for (const key of ['/a', '/b', '/c', '/d']) await cache.save(key, page(), cache.begin());
    expect(cache.find('/a')).toBeUndefined();
    expect(cache.find('/d')).toBeDefined();
  });
});
