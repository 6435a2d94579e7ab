import {
  data,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  type MiddlewareFunction,
  redirect,
} from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isMissing, retryNow } from '#app/ui/load-file.ts';
import { dismissToast, getToasts } from '#app/ui/toast/toast-store.ts';
import { stayOnPage } from './stay-on-page.ts';

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>;
type Arguments = Parameters<MiddlewareFunction<Record<string, unknown>>>[0];

const ORIGIN = 'https://onda.example';
const unreached = { type: 'error', result: new TypeError('Failed to fetch') } as const;
const IDLE = { state: 'idle', location: undefined };

function openPage(navigation: object = IDLE, isInitialized = true) {
  const revalidate = vi.fn();
  vi.stubGlobal('__reactRouterDataRouter', {
    revalidate,
    state: {
      initialized: isInitialized,
      navigation,
      location: { pathname: '/visit', search: '' },
      loaderData: { root: { buildId: 'one', studio: 'onda' }, visit: { hours: 'ten to six' } },
      actionData: { contact: { sent: 1 } },
    },
  });
  return revalidate;
}

function run(path: string, results: Results, init?: RequestInit): Promise<Results> {
  const request = new Request(ORIGIN + path, init);
  return stayOnPage({ request } as Arguments, async () => ({ ...results })) as Promise<Results>;
}

afterEach(() => {
  vi.unstubAllGlobals();
  dismissToast();
});

describe('reading the open page again', () => {
  it('leaves the page as it was when there is no answer, or an error', async () => {
    openPage();
    const broken = { type: 'error', result: new ErrorResponse(500, 'Oops', null) } as const;
    expect(await run('/visit', { root: unreached, visit: broken })).toEqual({
      root: { type: 'data', result: { buildId: 'one', studio: 'onda' } },
      visit: { type: 'data', result: { hours: 'ten to six' } },
    });
  });

  it('does not feed the data of a newer version to what is around every page', async () => {
    openPage();
    const answer = (buildId: string) => ({
      root: { type: 'data', result: { buildId, studio: 'newer' } } as const,
      visit: { type: 'data', result: { hours: 'nine to five' } } as const,
    });
    expect(await run('/visit', answer('one'))).toEqual(answer('one'));
    expect(await run('/visit', answer('two'))).toEqual({
      ...answer('two'),
      root: { type: 'data', result: { buildId: 'one', studio: 'onda' } },
    });
  });

  it('believes an answer about the page itself', async () => {
    openPage();
    for (const result of [new ErrorResponse(404, 'Not found', null), redirect('/elsewhere')])
      expect(await run('/visit', { visit: { type: 'error', result } })).toEqual({
        visit: { type: 'error', result },
      });
  });

  it('says what went wrong where nothing was shown yet', async () => {
    openPage(IDLE, false);
    expect(await run('/visit', { visit: unreached })).toEqual({ visit: unreached });
  });
});

describe('opening a page', () => {
  const going = { state: 'loading', location: { pathname: '/works', search: '', key: 'abc' } };

  it.each([unreached, { type: 'error', result: new ErrorResponse(502, 'Bad gateway', null) } as const])(
    'waits for the network and goes on by itself',
    async (failure) => {
      vi.stubGlobal('addEventListener', () => {});
      const revalidate = openPage(going);
      const opening = run('/works', { works: failure });
      await vi.waitFor(() => expect(isMissing('abc')).toBe(true));
      expect(revalidate).not.toHaveBeenCalled();
      retryNow();
      await opening;
      expect(revalidate).toHaveBeenCalledTimes(1);
      await run('/works', { works: { type: 'data', result: [] } });
      expect(isMissing('abc')).toBe(false);
    },
  );

  it('uncovers the old page when the new one takes long, and shows it when it has arrived', async () => {
    vi.useFakeTimers();
    openPage(going);
    const answer = Promise.withResolvers<Results>();
    const request = new Request(`${ORIGIN}/works`);
    const opening = stayOnPage({ request } as Arguments, () => answer.promise);
    await vi.advanceTimersByTimeAsync(7999);
    expect(isMissing('abc')).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isMissing('abc')).toBe(true);
    answer.resolve({ works: { type: 'data', result: [] } });
    await opening;
    expect(isMissing('abc')).toBe(false);
    vi.useRealTimers();
  });

  it('does not bring back someone who went elsewhere meanwhile', async () => {
    vi.stubGlobal('addEventListener', () => {});
    const revalidate = openPage(going);
    const elsewhere = new AbortController();
    const opening = run('/works', { works: unreached }, { signal: elsewhere.signal });
    await vi.waitFor(() => expect(isMissing('abc')).toBe(true));
    elsewhere.abort();
    await opening;
    expect(revalidate).not.toHaveBeenCalled();
  });
});

it('keeps a form that could not be sent, and says so', async () => {
  openPage();
  const results = await run('/contact', { contact: unreached }, { method: 'POST', body: 'message=hello' });
  expect(results).toEqual({ contact: { type: 'data', result: data({ sent: 1 }, { status: 503 }) } });
  expect(getToasts()[0]).toMatchObject({ isOpen: true, title: 'Not sent', variant: 'destructive' });
});
