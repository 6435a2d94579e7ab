import { UNSAFE_ErrorResponseImpl as ErrorResponse, RouterContextProvider } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { sessionNews } from '#app/shell/session/session-store.ts';
import { keepStaleData, readStale, rememberPageData, setPageLoading } from './stale-data.ts';

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>;

const gone = { type: 'error', result: new TypeError('Failed to fetch') } as const;
const refused = { type: 'error', result: new ErrorResponse(403, '', null) } as const;
const door = {
  type: 'error',
  result: new Response(null, { status: 302, headers: { location: '/sign-in?next=%2Fdashboard' } }),
} as const;
const fresh = (result: unknown) => ({ type: 'data', result }) as const;

/** What the router is told after `path` was read with these results. */
async function read(path: string, results: Results, init: RequestInit = {}): Promise<Results> {
  const request = new Request(`http://studio.test${path}`, init);
  const answer = await keepStaleData(
    { request, url: new URL(request.url), pattern: '', params: {}, context: new RouterContextProvider() },
    async () => results,
  );
  return answer as Results;
}

const orders = [
  { id: 'root', pathname: '/', loaderData: 'studio' },
  { id: 'layout', pathname: '/dashboard', loaderData: 'menu' },
  { id: 'orders', pathname: '/dashboard/orders', loaderData: 'fifty orders' },
];

beforeEach(async () => {
  setPageLoading(false);
  rememberPageData('/dashboard/orders?page=2', orders);
  await read('/dashboard/orders?page=2', { orders: fresh('fifty orders') });
});

describe('what stands on the screen', () => {
  it('stays when reading it again reaches nobody, and says so until it worked', async () => {
    const kept = await read('/dashboard/orders?page=2', { root: gone, layout: gone, orders: gone });
    expect(kept).toEqual({ root: fresh('studio'), layout: fresh('menu'), orders: fresh('fifty orders') });
    expect(readStale()).toBeInstanceOf(Date);
    await read('/dashboard/orders?page=2', { orders: fresh('fifty-one orders') });
    expect(readStale()).toBeNull();
  });

  it('is not called old by a reading that a newer one took the place of', async () => {
    await read('/dashboard/orders?page=2', { orders: gone }, { signal: AbortSignal.abort() });
    expect(readStale()).toBeNull();
  });

  it('gives way to a refusal: what somebody may no longer see is taken away', async () => {
    const told = await read('/dashboard/orders?page=2', { layout: fresh('menu'), orders: refused });
    expect(told.orders).toEqual(refused);
    expect(readStale()).toBeNull();
  });

  it('keeps the frame around a room that cannot be opened, and leaves the word to that room', async () => {
    const told = await read('/dashboard/waiting-lists', { layout: gone, queue: gone });
    expect(told).toEqual({ layout: fresh('menu'), queue: gone });
    expect(readStale()).toBeNull();
  });

  it('never shows one page of a list under the address of another', async () => {
    expect(await read('/dashboard/orders?page=3', { layout: gone, orders: gone })).toEqual({
      layout: fresh('menu'),
      orders: gone,
    });
  });

  it('keeps the frame for the next try after a room did not open', async () => {
    rememberPageData('/dashboard/waiting-lists', [
      ...orders.slice(0, 2),
      { id: 'queue', pathname: '/dashboard/waiting-lists', loaderData: undefined },
    ]);
    expect(await read('/dashboard/waiting-lists', { layout: gone, queue: gone })).toEqual({
      layout: fresh('menu'),
      queue: gone,
    });
    expect(await read('/dashboard/terms', { layout: gone, terms: gone })).toMatchObject({
      layout: fresh('menu'),
    });
  });

  it('does not take the frame along to the public pages', async () => {
    expect((await read('/contact', { layout: gone })).layout).toEqual(gone);
  });

  it('is no room yet while the browser still reads the rest of it', async () => {
    setPageLoading(true);
    rememberPageData('/dashboard/people', [
      ...orders.slice(0, 2),
      { id: 'people', pathname: '/dashboard/people', loaderData: { isOwner: true } },
    ]);
    expect(await read('/dashboard/people', { people: gone })).toEqual({ people: gone });
  });

  it('is covered, not left, when reading it again finds the session over', async () => {
    const before = sessionNews()?.number ?? 0;
    const kept = await read('/dashboard/orders?page=2', { layout: door, orders: door });
    expect(kept).toEqual({ layout: fresh('menu'), orders: fresh('fifty orders') });
    expect(sessionNews()).toMatchObject({ event: 'SIGNED_OUT', number: before + 1 });
  });

  it('lets somebody without a session be sent to the door on the way to another room', async () => {
    expect(await read('/dashboard/waiting-lists', { layout: door, queue: door })).toEqual({
      layout: door,
      queue: door,
    });
  });

  it('leaves answers to what was sent alone', async () => {
    expect(await read('/dashboard/orders?page=2', { orders: gone }, { method: 'POST' })).toEqual({
      orders: gone,
    });
  });
});
