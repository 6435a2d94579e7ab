import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { awaitMessages } from './await-messages.ts';

const answer = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('__reactRouterDataRouter', { state: { navigation: { location: { key: 'k1' } } } });
  const speech = { language: {}, messages: {}, files: { site: '/messages/pt-site-1.json' } };
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(speech) }) });
});
afterEach(() => vi.unstubAllGlobals());

it('holds a navigation whose texts cannot be loaded, so that a notice is shown, and asks again on request', async () => {
  // What was loaded in another test is not loaded here.
  vi.resetModules();
  const { readPageMessages } = await import('#app/language/page-messages.ts');
  const { isNavigationHeld } = await import('#app/shell/connection/held-navigation.ts');
  const { retryNow } = await import('#app/ui/load-file.ts');
  const program = await import('./await-messages.ts');
  readPageMessages();
  answer.mockResolvedValueOnce(new Response('busy', { status: 503 }));
  answer.mockResolvedValue(Response.json({ 'site.visit': {} }));
  const next = vi.fn(async () => ({}));
  const request = new Request('https://onda.example/pt/visit');
  const opening = program.awaitMessages({ request } as Parameters<typeof awaitMessages>[0], next);
  await vi.waitFor(() => expect(isNavigationHeld()).toBe(true));
  expect(next).not.toHaveBeenCalled();
  retryNow();
  await opening;
  expect(isNavigationHeld()).toBe(false);
  expect(next).toHaveBeenCalledOnce();
});

it('leaves a navigation held that waits for its data, however often that is asked for', async () => {
  vi.resetModules();
  const { readPageMessages } = await import('#app/language/page-messages.ts');
  const { isNavigationHeld } = await import('#app/shell/connection/held-navigation.ts');
  const { failuresOf, retryNow, untilRetry } = await import('#app/ui/load-file.ts');
  const program = await import('./await-messages.ts');
  readPageMessages();
  answer.mockImplementation(async () => Response.json({ 'site.visit': {} }));
  const request = new Request('https://onda.example/pt/visit');
  for (const failures of [1, 2, 3]) {
    const waiting = untilRetry('k1');
    retryNow();
    await waiting;
    await program.awaitMessages({ request } as Parameters<typeof awaitMessages>[0], async () => {
      expect([isNavigationHeld(), failuresOf('k1')]).toEqual([true, failures]);
      return {};
    });
  }
  expect.assertions(3);
});
