import { afterEach, describe, expect, it, vi } from 'vitest';

interface FakeScript {
  src: string;
  onload(): void;
  onerror(): void;
  remove(): void;
}
interface Options {
  callback(token: string): void;
  'error-callback'(code: string): boolean;
  'timeout-callback'(): void;
}

/** A page whose network answers the script as the test says. */
async function openPage({ isOnline = true } = {}) {
  const scripts: FakeScript[] = [];
  const place = {};
  const removed: string[] = [];
  vi.resetModules();
  await import('../../server/testing/speak-english.ts');
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('navigator', { onLine: isOnline });
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => {} }),
    querySelector: () => place,
    head: { append: (script: FakeScript) => scripts.push(script) },
  });
  const { runTurnstile } = await import('./turnstile.ts');
  let answer: (options: Options) => void = () => {};
  const load = (next: typeof answer) => {
    answer = next;
    vi.stubGlobal('turnstile', {
      render: (_: unknown, options: Options) => {
        queueMicrotask(() => answer(options));
        return 'widget';
      },
      remove: (id: string) => removed.push(id),
    });
    scripts.at(-1)?.onload();
  };
  const run = (signal = new AbortController().signal) => runTurnstile('site-key', { signal });
  return { scripts, removed, load, run };
}
afterEach(() => vi.unstubAllGlobals());

describe('Turnstile', () => {
  it('answers the token and leaves nothing behind', async () => {
    const { load, run, removed } = await openPage();
    const token = run();
    load(({ callback }) => callback('token'));
    expect(await token).toBe('token');
    expect(removed).toEqual(['widget']);
  });

  it('requests its script again after a blocker stopped it, by an error or by an empty file', async () => {
    const { scripts, load, run } = await openPage();
    const first = run();
    scripts[0]?.onerror();
    await expect(first).rejects.toMatchObject({ reason: 'blocked' });
    const second = run();
    scripts[1]?.onload();
    await expect(second).rejects.toMatchObject({ reason: 'blocked' });
    const third = run();
    load(({ callback }) => callback('token'));
    expect(await third).toBe('token');
    expect(scripts).toHaveLength(3);
  });

  it('says offline, not blocked, where there is no network', async () => {
    const { scripts, run } = await openPage({ isOnline: false });
    const token = run();
    scripts[0]?.onerror();
    await expect(token).rejects.toMatchObject({ reason: 'offline' });
  });

  it('ends by an error, a timeout or a time limit, and takes its widget away', async () => {
    const { load, run, removed } = await openPage();
    const first = run();
    load((options) => options['error-callback']('110200'));
    await expect(first).rejects.toMatchObject({ reason: 'failed', cause: 'Turnstile: 110200.' });
    const second = run();
    load((options) => options['timeout-callback']());
    await expect(second).rejects.toMatchObject({ reason: 'failed' });
    const limit = new AbortController();
    const third = run(limit.signal);
    load(() => limit.abort(new Error('too long')));
    await expect(third).rejects.toThrow('too long');
    expect(removed).toHaveLength(3);
  });
});
