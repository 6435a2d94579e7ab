import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { cacheKeyOf, namesRoutes } from './cache-key.ts';
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

  it('keeps what others read while one network asks for ever new pages', async () => {
    cache = createPageCache({ maxPages: 20, now: () => now });
    const own = Array.from({ length: 18 }, (_, index) => `/page/${index}`);
    for (const key of own)
      await cache.save(key, page({ body: Buffer.from(key) }), cache.begin(), `10.0.0.${key}`);
    for (let index = 0; index < 100; index++) {
      const key = `/covers/sound/${index}/4x3.svg`;
      await cache.save(key, page({ body: Buffer.from(key) }), cache.begin(), '192.0.2.66');
      // Asked for again, which would save it from being the next to go.
      cache.find(key);
    }
    expect(own.filter((key) => cache.find(key))).toEqual(own);
    expect(cache.size).toBe(20);
  });

  it('keeps what is read again, no matter who brought it', async () => {
    for (const key of ['/a', '/b', '/c']) await cache.save(key, page(), cache.begin());
    for (const key of ['/d', '/e', '/f', '/g']) {
      expect(cache.find('/a'), key).toBeDefined();
      await cache.save(key, page(), cache.begin());
    }
    expect(cache.find('/a')).toBeDefined();
  });
});

describe('the key of a page', () => {
  const keyOf = (target: string) => cacheKeyOf(target, undefined, undefined);

  it.each([
    ['/classes', '/classes'],
    ['/covers/sound/rain/4x3.svg', '/covers/sound/rain/4x3.svg'],
    ['/covers/sound/rain/4x3.svg?v=1', '/covers/sound/rain/4x3.svg'],
    ['/covers/sound/rain/4x3.svg?v=99999', '/covers/sound/rain/4x3.svg'],
    ['/classes.data?_routes=root%2Csite%2Fclasses', '/classes.data?_routes=root,site/classes'],
    ['/classes.data?_routes=site%2Fclasses,root,root', '/classes.data?_routes=root,site/classes'],
  ])('%s is %s', (target, key) => {
    expect(keyOf(target)).toBe(key);
  });

  it.each([
    '/classes?v=1',
    '/?v=2',
    '/classes?V=1',
    '/classes?utm_source=x',
    '/classes?',
    '/classes?_routes=root',
    '/classes.data?v=1',
    '/classes.data?_routes=root&v=1',
    '/classes.data?v=1&_routes=root',
    '/covers/sound/rain/4x3.svg?v=1&v=2',
    '/covers/sound/rain/4x3.svg?v=x',
    '/covers/sound/rain/4x3.svg?w=1',
    '/CLASSES',
    '/cLasses',
    '/%63lasses',
    '/classes/',
    '//classes',
    '/classes//clay',
    '/classes/;a=1',
    '/CLASSES.data?_routes=root',
    '/covers/sound/rain/4X3.svg?v=1',
  ])('%s has none, so that nobody fills the cache with it', (target) => {
    expect(keyOf(target)).toBeUndefined();
  });

  it.each([
    ['/classes', true],
    ['/classes.data?_routes=root,site/classes', true],
    ['/classes.data?_routes=root,site/classes1', false],
    ['/classes.data?_routes=', false],
    ['/classes.data?_routes=__proto__', false],
  ])('%s names routes of the build: %s', (key, isKnown) => {
    expect(namesRoutes(key, { root: {}, 'site/classes': {} })).toBe(isKnown);
  });
});
