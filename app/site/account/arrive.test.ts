import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import { createJar, type TestJar, unsignedToken } from '#app/backend/testing/cookie-jar.ts';
import { type ArrivalPage, arrive } from './arrive.ts';

const CODE = '0b5e9d4e-1c5a-4a53-9a34-4a6a1d0b6c11';
const VERIFIER = `${AUTH_COOKIE}-code-verifier`;
let jar: TestJar;
let cleaned: number;
beforeEach(() => {
  jar = createJar();
  cleaned = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Recipients {
  search?: string;
  hash?: string;
  error?: unknown;
  token?: string | null;
  owes?: boolean;
  areCookiesAllowed?: boolean;
  /** Happens while the client is being opened. */
  during?(): void;
}
const tokenBy = (method: string) => unsignedToken({ amr: [{ method, timestamp: 1 }] });

async function come(options: Recipients): Promise<unknown> {
  const page: ArrivalPage = {
    search: options.search ?? `?code=${CODE}&next=%2Fdashboard%2Fsecurity`,
    hash: options.hash ?? '',
    jar,
    cookieAttributes: '; domain=onda.example; secure',
    areCookiesAllowed: options.areCookiesAllowed ?? true,
    open: async () => {
      options.during?.();
      return { error: options.error ?? null, getAccessToken: async () => options.token ?? null };
    },
    owesSecondFactor: async () => options.owes ?? false,
    cleanAddress: () => {
      cleaned += 1;
    },
  };
  const arrival = arrive(page).catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(4000);
  return arrival;
}

describe('coming back from a sign-in elsewhere', () => {
  beforeEach(() => {
    jar.cookie = `${VERIFIER}=base64-v; path=/`;
  });

  it('leads to where the person wanted to be, with the code out of the address', async () => {
    expect(await come({ token: tokenBy('oauth') })).toBe('/dashboard/security');
    expect(cleaned).toBe(1);
  });

  it('leads to the second factor where one is owed, and never off this site', async () => {
    expect(await come({ token: tokenBy('oauth'), owes: true })).toBe('/sign-in?next=%2Fdashboard%2Fsecurity');
    expect(await come({ token: tokenBy('oauth'), search: `?code=${CODE}&next=//evil.example` })).toBe(
      '/dashboard',
    );
  });

  it('leads to the new password after a recovery, whatever the address says', async () => {
    expect(await come({ token: tokenBy('recovery'), owes: true })).toBe('/new-password');
  });

  it('goes on with the session of another tab that exchanged the code first', async () => {
    const during = () => setTimeout(() => (jar.cookie = `${AUTH_COOKIE}=base64-new; path=/`), 500);
    const error = { code: 'flow_state_not_found' };
    expect(await come({ error, during, token: tokenBy('oauth') })).toBe('/dashboard/security');
  });

  it('reports a wrong or expired code, even with a session', async () => {
    jar.cookie = `${AUTH_COOKIE}=base64-old; path=/`;
    const error = { code: 'flow_state_expired' };
    expect(await come({ error, token: tokenBy('password') })).toBe(error);
    expect(cleaned).toBe(1);
  });

  it('can be tried again when the server was not reached: code and verifier stay', async () => {
    const error = Object.assign(new Error('fetch failed'), { name: 'AuthRetryableFetchError' });
    const during = () => (jar.cookie = `${VERIFIER}=; max-age=0`);
    expect(await come({ error, during })).toBe(error);
    expect(cleaned).toBe(0);
    expect(jar.cookie).toBe(`${VERIFIER}=base64-v`);
    expect(jar.written.at(-1)).toMatch(/; path=\/; max-age=600; samesite=lax; domain=onda.example; secure$/);
  });
});

describe('coming back without what is needed', () => {
  it('says that the sign-in began in another browser', async () => {
    expect(await come({})).toEqual({ code: 'bad_code_verifier' });
    expect(await come({ search: '' })).toEqual({ code: 'flow_state_not_found' });
  });

  it('goes on when the code was used already and its session is there, as after a reload', async () => {
    expect(await come({ token: tokenBy('oauth') })).toBe('/dashboard/security');
  });

  it('reports errors and links of another kind without opening anything', async () => {
    const during = vi.fn();
    expect(await come({ search: '?error=access_denied&error_description=x', during })).toEqual({
      code: 'access_denied',
    });
    expect(await come({ search: '', hash: '#error_code=otp_expired&error=x', during })).toEqual({
      code: 'otp_expired',
    });
    expect(await come({ search: '', hash: '#access_token=a', during })).toEqual({ code: 'implicit_link' });
    expect(await come({ areCookiesAllowed: false, during })).toEqual({ code: 'cookies_blocked' });
    expect(during).not.toHaveBeenCalled();
    expect(cleaned).toBe(4);
  });
});
