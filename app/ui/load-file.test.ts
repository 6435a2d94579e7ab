import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  isMissing,
  isUnreached,
  loadFile,
  missingFiles,
  prefetchRouteModule,
  retryNow,
  subscribeToMissing,
  untilRetry,
} from './load-file.ts';

const unreached = () =>
  new TypeError('Failed to fetch dynamically imported module: https://onda.example/assets/panel-abc.js');

beforeEach(() => {
  vi.useFakeTimers();
  // Node has no events of its own for a network that comes and goes.
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
});
afterEach(() => {
  retryNow();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const network = new EventTarget();

describe('a file that cannot be fetched', () => {
  it('is asked for again, ever more rarely', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValue(unreached());
    const loading = loadFile(load, '/assets/panel-abc.js');
    for (const [ms, calls] of [
      [999, 1],
      [1, 2],
      [1999, 2],
      [1, 3],
      [3999, 3],
      [1, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(load).toHaveBeenCalledTimes(calls);
    }
    expect(missingFiles()).toEqual(['/assets/panel-abc.js']);
    load.mockResolvedValue('there');
    await vi.advanceTimersByTimeAsync(8000);
    await expect(loading).resolves.toBe('there');
    expect(missingFiles()).toEqual([]);
  });

  it('is asked for at once when the network is back', async () => {
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(unreached())
      .mockResolvedValueOnce('there');
    const listener = vi.fn();
    const forget = subscribeToMissing(listener);
    const loading = loadFile(load);
    await vi.advanceTimersByTimeAsync(1);
    expect(isMissing('/assets/panel-abc.js')).toBe(true);
    network.dispatchEvent(new Event('online'));
    await expect(loading).resolves.toBe('there');
    expect(isMissing('/assets/panel-abc.js')).toBe(false);
    expect(listener).toHaveBeenCalled();
    forget();
  });

  it('is not asked for again when it arrived and is broken', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValue(new SyntaxError('Unexpected token'));
    await expect(loadFile(load, '/assets/broken.js')).rejects.toThrow('Unexpected token');
    expect(load).toHaveBeenCalledTimes(1);
    expect(isMissing('/assets/broken.js')).toBe(false);
  });

  it('is left alone before its page is requested', async () => {
    const loaded = {};
    await expect(
      prefetchRouteModule({ id: 'page', module: '/assets/no-such-page.js' }, loaded),
    ).resolves.toEqual({});
    expect(loaded).toEqual({});
    expect(missingFiles()).toEqual([]);
  });
});

it('no longer waits for something that is no longer wanted', async () => {
  const gone = new AbortController();
  const waiting = untilRetry('key-of-a-page', gone.signal);
  gone.abort();
  await expect(waiting).resolves.toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  [new TypeError('Failed to fetch'), true],
  [unreached(), true],
  [new TypeError('error loading dynamically imported module: https://onda.example/assets/a.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new TypeError('NetworkError when attempting to fetch resource.'), true],
  [new TypeError('Load failed'), true],
  [{ message: 'TypeError: Failed to fetch', code: '' }, true],
  [new TypeError("Cannot read properties of undefined (reading 'load')"), false],
  [new SyntaxError("The requested module './a.js' does not provide an export named 'b'"), false],
  [new Error('Unable to decode turbo-stream response'), true],
  [undefined, false],
])('distinguishes a network error from others: %s', (error, expected) => {
  expect(isUnreached(error)).toBe(expected);
});
