import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BotCheckError } from './bot-check-error.ts';
import { createTokenSource, TOKEN_KEY } from './token-source.ts';

type Obtain = (signal: AbortSignal) => Promise<string>;

let saved: Map<string, string>;
beforeEach(() => {
  vi.useFakeTimers();
  saved = new Map();
});
afterEach(() => {
  vi.useRealTimers();
});

const working = () => ({
  getItem: (key: string) => saved.get(key) ?? null,
  setItem: (key: string, value: string) => void saved.set(key, value),
  removeItem: (key: string) => void saved.delete(key),
});
const forbidden = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
const open = (obtain: Obtain, storage: () => ReturnType<typeof working> = working) =>
  createTokenSource({ obtain, storage, onFailure: () => {} });

/** Answers in turn; the last answer stays. An error is thrown. */
function answers(...list: (string | Error)[]) {
  let asked = 0;
  return vi.fn<Obtain>(async () => {
    const answer = list[Math.min(asked++, list.length - 1)] as string | Error;
    if (typeof answer !== 'string') throw answer;
    return answer;
  });
}
const offline = new TypeError('Failed to fetch');
const never: Obtain = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

async function outcome(promise: Promise<string>): Promise<string | BotCheckError> {
  const settled = promise.catch((error: BotCheckError) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  return settled;
}

describe('a bot-check token', () => {
  it('is fetched ahead of time and handed out once', async () => {
    const obtain = answers('one', 'two');
    const source = open(obtain);
    source.prepare();
    await source.settled();
    expect(await source.getToken()).toBe('one');
    expect(await source.getToken()).toBe('two');
    expect(obtain).toHaveBeenCalledTimes(2);
  });

  it('is one for each of two forms that wait for the same check', async () => {
    const source = open(answers('one', 'two'));
    expect(await Promise.all([source.getToken(), source.getToken()])).toEqual(['one', 'two']);
  });

  it('survives a reload and is too old after four minutes, asleep or not, and after the clock was set back', async () => {
    const source = open(answers('one', 'two', 'three'));
    source.prepare();
    await source.settled();
    expect(await open(answers('other')).getToken()).toBe('one');
    source.prepare();
    vi.setSystemTime(Date.now() + 4 * 60_000);
    expect(await source.getToken()).toBe('two');
    saved.set(TOKEN_KEY, JSON.stringify({ token: 'later', at: Date.now() + 1000 }));
    expect(await open(answers('new')).getToken()).toBe('new');
  });

  it.each([
    ['is forbidden', forbidden],
    ['is full', () => ({ ...working(), setItem: forbidden })],
    ['holds something else', () => ({ ...working(), getItem: () => '"{' })],
  ])('is handed out where the storage %s', async (_, storage) => {
    const source = open(answers('one'), storage);
    source.prepare();
    await source.settled();
    expect(await source.getToken()).toBe('one');
  });
});

describe('a check that fails', () => {
  it('is tried again with growing pauses, and a form never learns of it', async () => {
    const obtain = answers(new BotCheckError('failed'), offline, new BotCheckError('failed'), 'at last');
    const startedAt = Date.now();
    const token = open(obtain).getToken();
    await vi.advanceTimersByTimeAsync(500 + 1000 + 2000);
    expect(await token).toBe('at last');
    expect(Date.now() - startedAt).toBe(3500);
  });

  it.each([
    [offline, 'offline', /Check your connection/],
    [new BotCheckError('blocked'), 'blocked', /ad blocker/],
    [new Error('500'), 'failed', /could not check/],
  ])('reports an error within ten seconds, with what to do: %s', async (error, reason, message) => {
    const result = await outcome(open(answers(error)).getToken());
    expect(result).toMatchObject({
      code: 'bot_check_failed',
      reason,
      message: expect.stringMatching(message),
    });
    expect((result as BotCheckError).message).toMatch(/What you typed is still here.*try again/is);
  });

  it('succeeds at the next press when the network is back', async () => {
    const source = open(answers(offline, offline, offline, offline, offline, 'back'));
    expect(await outcome(source.getFormToken())).toBeInstanceOf(BotCheckError);
    expect(await source.getFormToken()).toBe('back');
  });

  it('a second time in a row sends the form the way without scripts, but never a sign-up', async () => {
    const source = open(answers(new BotCheckError('blocked')));
    expect(await outcome(source.getFormToken())).toBeInstanceOf(BotCheckError);
    expect(await outcome(source.getFormToken())).toBe('');
    expect(await outcome(source.getToken())).toBeInstanceOf(BotCheckError);
  });
});

describe('a check that takes long', () => {
  it('reports an error after ten seconds, continues, and serves the next press', async () => {
    let finish: (token: string) => void = () => {};
    const obtain = vi.fn<Obtain>(() => new Promise((resolve) => (finish = resolve)));
    const source = open(obtain);
    expect(await outcome(source.getToken())).toMatchObject({ reason: 'slow' });
    const next = source.getToken();
    await vi.advanceTimersByTimeAsync(5000);
    finish('late');
    expect(await next).toBe('late');
    expect(obtain).toHaveBeenCalledTimes(1);
  });

  it('is given up after half a minute and begun again', async () => {
    const obtain = vi.fn<Obtain>(never);
    const source = open(obtain);
    source.prepare();
    await vi.advanceTimersByTimeAsync(30_500);
    expect(obtain).toHaveBeenCalledTimes(2);
    expect(obtain.mock.calls[0]?.[0].aborted).toBe(true);
  });

  it('holds up what is less urgent for ten seconds at most', async () => {
    const source = open(never);
    source.prepare();
    const settled = vi.fn();
    void source.settled().then(settled);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(settled).toHaveBeenCalled();
  });
});
