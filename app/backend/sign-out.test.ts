import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AuthServer, startAuthServer } from './testing/auth-server.ts';
import { openPageStub } from './testing/page-stub.ts';

let server: AuthServer;
beforeEach(async () => {
  server = await startAuthServer();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await server.close();
});
const signOut = async () => (await import('./sign-out.ts')).signOutHere();

describe('signing out on this device', () => {
  it('ends the session on the server and leaves other cookies alone', async () => {
    const { jar, session } = await openPageStub(server.origin);
    expect(await signOut()).toBe(true);
    expect(server.asked).toEqual([
      {
        method: 'POST',
        url: '/auth/v1/logout?scope=local',
        authorization: `Bearer ${session.access_token}`,
      },
    ]);
    expect(jar.cookie).toBe('theme=dark');
  });

  it('works without a network', async () => {
    const { jar } = await openPageStub('http://127.0.0.1:1');
    jar.cookie = 'passkey-token=x; path=/';
    expect(await signOut()).toBe(false);
    expect(jar.cookie).toBe('theme=dark');
  });

  it('does not wait for a server that does not answer', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { jar } = await openPageStub(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    const arrived = new Promise((resolve) => silent.once('request', resolve));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const leaving = signOut();
    await arrived;
    await vi.advanceTimersByTimeAsync(5000);
    expect(await leaving).toBe(false);
    expect(jar.cookie).toBe('theme=dark');
    silent.closeAllConnections();
    silent.close();
  });
});
