import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AuthServer, startAuthServer } from '#app/backend/testing/auth-server.ts';
import { openPageStub } from '#app/backend/testing/page-stub.ts';

let server: AuthServer;
beforeEach(async () => {
  server = await startAuthServer();
  vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await server.close();
});
const FLAG = 'onda:session-reset';
const load = async () => (await import('./first-load.ts')).firstLoad({ cookieDomain: null });
const full = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};
const forbidden = () => {
  throw new DOMException('Denied.', 'SecurityError');
};

describe('the first load', () => {
  it('signs the old session out and deletes every cookie, once', async () => {
    const { jar, saved } = await openPageStub(server.origin);
    expect(await load()).toBe(true);
    expect(server.asked.map(({ url }) => url)).toEqual(['/auth/v1/logout?scope=global']);
    expect(jar.cookie).toBe('');
    expect([...saved.keys()]).toEqual([FLAG]);
    jar.cookie = 'theme=dark; path=/';
    expect(await load()).toBe(false);
    expect(jar.cookie).toBe('theme=dark');
  });

  it.each([
    ['cannot be read', { getItem: forbidden, setItem: forbidden }],
    ['can be read but not written', { setItem: full }],
  ])('leaves everyone signed in where the storage %s, at every load', async (_, storage) => {
    const { jar } = await openPageStub(server.origin, storage);
    const before = jar.cookie;
    for (let count = 0; count < 2; count++) expect(await load()).toBe(false);
    expect(jar.cookie).toBe(before);
    expect(server.asked).toEqual([]);
  });

  it('does not sign out who signed in while another tab was first', async () => {
    let looks = 0;
    const getItem = () => (looks++ === 0 ? null : 'another tab');
    const { jar } = await openPageStub(server.origin, { getItem });
    const before = jar.cookie;
    expect(await load()).toBe(false);
    expect(jar.cookie).toBe(before);
    expect(server.asked).toEqual([]);
  });

  it('goes on without a network, and after five seconds without an answer', async () => {
    const away = await openPageStub('http://127.0.0.1:1');
    expect(await load()).toBe(true);
    expect([away.jar.cookie, away.saved.has(FLAG)]).toEqual(['', true]);

    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const page = await openPageStub(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    const arrived = new Promise((resolve) => silent.once('request', resolve));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const loading = load();
    await arrived;
    await vi.advanceTimersByTimeAsync(5000);
    expect(await loading).toBe(true);
    expect([page.jar.cookie, page.saved.has(FLAG)]).toEqual(['', true]);
    silent.closeAllConnections();
    silent.close();
  });
});
