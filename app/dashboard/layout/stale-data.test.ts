import { UNSAFE_ErrorResponseImpl as ErrorResponse, RouterContextProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hasSessionEnded, resumeSession } from '#app/shell/session/session-store.ts';
import { readStale, rememberPageData, saveStaleData, setPageLoading } from './stale-data.ts';

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>;

const unreached = { type: 'error', result: new TypeError('Failed to fetch') } as const;
const forbidden = { type: 'error', result: new ErrorResponse(403, '', null) } as const;
const signIn = {
  type: 'error',
  result: new Response(null, { status: 302, headers: { location: '/sign-in?next=%2Fdashboard' } }),
} as const;
const fresh = (result: unknown) => ({ type: 'data', result }) as const;

/** What the router receives after `path` was loaded with these results. */
async function read(path: string, results: Results, init: RequestInit = {}): Promise<Results> {
  const request = new Request(`http://studio.test${path}`, init);
  const answer = await saveStaleData(
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

describe('data on the screen', () => {
  it('stays and is stale until a reload succeeds', async () => {
    const results = await read('/dashboard/orders?page=2', {
      root: unreached,
      layout: unreached,
      orders: unreached,
    });
    expect(results).toEqual({ root: fresh('studio'), layout: fresh('menu'), orders: fresh('fifty orders') });
    expect(readStale()).toBeInstanceOf(Date);
    await read('/dashboard/orders?page=2', { orders: fresh('fifty-one orders') });
    expect(readStale()).toBeNull();
  });

  it('is not stale after an aborted reload', async () => {
    await read('/dashboard/orders?page=2', { orders: unreached }, { signal: AbortSignal.abort() });
    expect(readStale()).toBeNull();
  });

  it('is removed when the person has lost access', async () => {
    const results = await read('/dashboard/orders?page=2', { layout: fresh('menu'), orders: forbidden });
    expect(results.orders).toEqual(forbidden);
    expect(readStale()).toBeNull();
  });

  it('keeps the layout around a page that cannot be opened, and lets that page show the error', async () => {
    const results = await read('/dashboard/waiting-lists', { layout: unreached, queue: unreached });
    expect(results).toEqual({ layout: fresh('menu'), queue: unreached });
    expect(readStale()).toBeNull();
  });

  it('never shows one page of a list under the address of another', async () => {
    expect(await read('/dashboard/orders?page=3', { layout: unreached, orders: unreached })).toEqual({
      layout: fresh('menu'),
      orders: unreached,
    });
  });

  it('keeps the layout for the next attempt after a page failed to open', async () => {
    rememberPageData('/dashboard/waiting-lists', [
      ...orders.slice(0, 2),
      { id: 'queue', pathname: '/dashboard/waiting-lists', loaderData: undefined },
    ]);
    expect(await read('/dashboard/waiting-lists', { layout: unreached, queue: unreached })).toEqual({
      layout: fresh('menu'),
      queue: unreached,
    });
    expect(await read('/dashboard/terms', { layout: unreached, terms: unreached })).toMatchObject({
      layout: fresh('menu'),
    });
  });

  it('does not keep the layout on public pages', async () => {
    expect((await read('/contact', { layout: unreached })).layout).toEqual(unreached);
  });

  it('is not remembered while the browser still loads the rest of the page', async () => {
    setPageLoading(true);
    rememberPageData('/dashboard/people', [
      ...orders.slice(0, 2),
      { id: 'people', pathname: '/dashboard/people', loaderData: { isOwner: true } },
    ]);
    expect(await read('/dashboard/people', { people: unreached })).toEqual({ people: unreached });
  });

  it('stays and announces the ended session when a reload is redirected to sign in', async () => {
    vi.stubGlobal('location', { pathname: '/dashboard/orders' });
    const results = await read('/dashboard/orders?page=2', { layout: signIn, orders: signIn });
    expect(results).toEqual({ layout: fresh('menu'), orders: fresh('fifty orders') });
    expect(hasSessionEnded()).toBe(true);
    resumeSession();
    vi.unstubAllGlobals();
  });

  it('redirects to sign in when another page is opened without a session', async () => {
    expect(await read('/dashboard/waiting-lists', { layout: signIn, queue: signIn })).toEqual({
      layout: signIn,
      queue: signIn,
    });
  });

  it('leaves results of submissions unchanged', async () => {
    expect(await read('/dashboard/orders?page=2', { orders: unreached }, { method: 'POST' })).toEqual({
      orders: unreached,
    });
  });
});
