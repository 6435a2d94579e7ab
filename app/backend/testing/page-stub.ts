// A page without a browser, for tests of code that runs on every page: cookies, storage, an address. Modules are loaded
// again, so that each test opens its own client.
import { vi } from 'vitest';
import { AUTH_COOKIE } from '../auth-cookie.ts';
import { newSession } from './auth-server.ts';
import { createJar, type TestJar } from './cookie-jar.ts';

export interface PageStub {
  jar: TestJar;
  saved: Map<string, string>;
  session: ReturnType<typeof newSession>;
}

/** With a signed-in user. */
export async function openPageStub(origin: string, storage: Partial<Storage> = {}): Promise<PageStub> {
  const jar = createJar();
  const saved = new Map<string, string>();
  const session = newSession();
  const text = Buffer.from(JSON.stringify(session)).toString('base64url');
  jar.cookie = `${AUTH_COOKIE}=base64-${text}; path=/`;
  jar.cookie = 'theme=dark; path=/';
  vi.resetModules();
  vi.stubGlobal('document', jar);
  vi.stubGlobal('location', { origin, hostname: '127.0.0.1', pathname: '/classes' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
    removeItem: (key: string) => void saved.delete(key),
    ...storage,
  });
  const { configureBackend } = await import('../backend.ts');
  const settings = { backendUrl: '', anonKey: 'anon', cookieDomain: null };
  configureBackend({ ...settings, apiBaseUrl: '', turnstileSiteKey: null });
  return { jar, saved, session };
}
