import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const network = new EventTarget();
const answer = vi.fn<() => Promise<Response>>();

let loadWithTexts: typeof import('./load-with-texts.ts')['loadWithTexts'];

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('location', { pathname: '/pt/radio' });
  vi.stubGlobal('fetch', answer);
  const speech = {
    language: {},
    messages: {},
    files: { site: '/messages/pt-site-1.json', dashboard: '/messages/pt-dashboard-1.json' },
  };
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(speech) }) });
  // What was loaded in another test is not loaded here.
  vi.resetModules();
  const { readPageMessages } = await import('#app/language/page-messages.ts');
  ({ loadWithTexts } = await import('./load-with-texts.ts'));
  readPageMessages();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const part = async () => 'the part';

it('asks again for the texts of a late part that failed, and says so meanwhile', async () => {
  const late: boolean[] = [];
  answer
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(new Response('busy', { status: 503 }))
    .mockResolvedValueOnce(new Response('<h1>Sign in to the wireless network</h1>'))
    .mockResolvedValue(Response.json({ 'shared.ui': {} }));
  const loading = loadWithTexts(part, (isLate) => late.push(isLate));
  await vi.advanceTimersByTimeAsync(0);
  expect(late).toEqual([true]);
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(20_000);
  await expect(loading).resolves.toBe('the part');
  expect([answer.mock.calls.length, late.at(-1)]).toEqual([4, false]);
});

it('says that texts take long, and shows a part that nobody asked for without them', async () => {
  vi.stubGlobal('location', { pathname: '/pt/dashboard' });
  answer.mockReset().mockReturnValue(new Promise(() => {}));
  const late: boolean[] = [];
  const asked = vi.fn();
  void loadWithTexts(part, (isLate) => late.push(isLate)).then(asked);
  const unasked = loadWithTexts(part);
  await vi.advanceTimersByTimeAsync(4999);
  expect(late).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(late).toEqual([true]);
  await expect(unasked).resolves.toBe('the part');
  expect(asked).not.toHaveBeenCalled();
});
