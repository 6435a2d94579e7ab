import { beforeEach, describe, expect, it } from 'vitest';
import { createReadCache, type ReadCache } from './read-cache.ts';
import { readTracker } from './read-tracker.ts';

const works = 'http://studio.test/rest/v1/works?select=*';
let reads: ReadCache;
let asked: string[];
let now: number;
let hold: Promise<void> | undefined;

beforeEach(() => {
  asked = [];
  now = 1000;
  hold = undefined;
  reads = createReadCache({
    now: () => now,
    maxAnswers: 3,
    async send(request) {
      asked.push(`${request.method} ${request.url}`);
      await hold;
      const { pathname } = new URL(request.url);
      readTracker.note([pathname.includes('/rpc/') ? '*' : `public.${pathname.split('/').at(-1)}`]);
      const status = pathname.endsWith('missing') ? 404 : 200;
      return new Response(`answer ${asked.length}`, { status, headers: { 'x-served': 'yes' } });
    },
  });
  reads.resume();
});

async function read(url: string, init?: RequestInit): Promise<string> {
  return (await reads.fetch(url, init)).text();
}

describe('cached reads', () => {
  it('ask once and answer the same again, with status, headers and the tables it came from', async () => {
    expect(await read(works)).toBe('answer 1');
    const noted = new Set<string>();
    const again = await readTracker.run(noted, () => reads.fetch(works));
    expect([again.status, again.headers.get('x-served'), await again.text()]).toEqual([
      200,
      'yes',
      'answer 1',
    ]);
    expect([...noted]).toEqual(['public.works']);
  });

  it('stay while someone asks for ever new ones', async () => {
    await read(works);
    for (let index = 0; index < 20; index++) {
      expect(await read(works)).toBe('answer 1');
      await read(`http://studio.test/rest/v1/posts?id=eq.${index}`);
    }
    expect(asked.filter((one) => one.endsWith(works))).toHaveLength(1);
  });

  it('share a question that is being asked', async () => {
    expect(await Promise.all([read(works), read(works), read(works)])).toEqual(Array(3).fill('answer 1'));
  });

  it('are dropped when their table changes, and only then', async () => {
    await read(works);
    reads.drop('public.posts');
    expect(await read(works)).toBe('answer 1');
    reads.drop('public.works');
    expect(await read(works)).toBe('answer 2');
  });

  it('do not outlive a change that happens while they are being asked', async () => {
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const before = read(works);
    reads.drop('public.works');
    release();
    hold = undefined;
    expect(await before).toBe('answer 1');
    expect(await read(works)).toBe('answer 2');
  });

  it('live five seconds at most, for policies that look at the clock', async () => {
    await read(works);
    now += 4999;
    expect(await read(works)).toBe('answer 1');
    now += 1;
    expect(await read(works)).toBe('answer 2');
  });

  it.each([
    ['another token', works, { headers: { authorization: 'Bearer other' } }],
    ['another kind of answer', works, { headers: { accept: 'text/csv' } }],
    ['another question', `${works}&limit=1`, {}],
  ])('are not the answer to %s', async (_name, url, init) => {
    await read(works);
    expect(await read(url, init)).toBe('answer 2');
  });

  it.each([
    ['a write', works, { method: 'POST', body: '{}' }],
    ['a function', 'http://studio.test/rest/v1/rpc/search', {}],
    ['another service', 'http://studio.test/auth/v1/user', {}],
    ['a failure', 'http://studio.test/rest/v1/missing', {}],
  ])('never hold %s', async (_name, url, init) => {
    await read(url, init);
    expect(await read(url, init)).toBe('answer 2');
  });

  it('are not cached while changes cannot be received', async () => {
    await read(works);
    reads.suspend();
    expect(await read(works)).toBe('answer 2');
    expect(await read(works)).toBe('answer 3');
    reads.resume();
    expect(await read(works)).toBe('answer 4');
    expect(await read(works)).toBe('answer 4');
  });

  it('forget the oldest when there are too many', async () => {
    for (const n of [1, 2, 3, 4]) await read(`${works}&limit=${n}`);
    expect(await read(`${works}&limit=4`)).toBe('answer 4');
    expect(await read(`${works}&limit=1`)).toBe('answer 5');
  });
});
