import { describe, expect, it } from 'vitest';
import { callbackFor, hasCodeVerifier, readSignInReturn } from './sign-in-return.ts';

const CODE = '0b5e9d4e-1c5a-4a53-9a34-4a6a1d0b6c11';
const VERIFIER = 'sb-onda-auth-token-code-verifier=base64-abc';
const from = (path: string, cookies = '') => callbackFor(new URL(path, 'https://onda.example'), cookies);

describe('a sign-in that comes back', () => {
  it.each([
    [`/dashboard?code=${CODE}`, `/auth/callback?code=${CODE}&next=%2Fdashboard`],
    [`/?code=${CODE}`, `/auth/callback?code=${CODE}&next=%2F`],
    [
      `/classes?day=mon&code=${CODE}&sb_flow_id=x`,
      `/auth/callback?code=${CODE}&sb_flow_id=x&next=%2Fclasses%3Fday%3Dmon`,
    ],
    [
      `/sign-in?next=/dashboard/security&code=${CODE}`,
      `/auth/callback?code=${CODE}&next=%2Fdashboard%2Fsecurity`,
    ],
    [
      '/visit?error=access_denied&error_code=otp_expired&error_description=x',
      '/auth/callback?error=access_denied&error_code=otp_expired&error_description=x&next=%2Fvisit',
    ],
    ['/dashboard/teach?code=wrong', '/auth/callback?code=wrong&next=%2Fdashboard%2Fteach'],
  ])('is taken from %s', (path, callback) => {
    expect(from(path)).toBe(callback);
  });

  it.each([
    '/',
    '/passes?code=SUMMER',
    '/search?error=none',
    '/dashboard',
    `/auth/callback?code=${CODE}`,
    '/?code=',
  ])('is not seen in %s', (path) => {
    expect(from(path)).toBeUndefined();
  });

  it('is recognised by any code while a sign-in of this browser is open', () => {
    expect(from('/visit?code=short', VERIFIER)).toBe('/auth/callback?code=short&next=%2Fvisit');
    expect(hasCodeVerifier(`a=b; ${VERIFIER}`)).toBe(true);
    expect(hasCodeVerifier('sb-onda-flow-1-code-verifier.0=x')).toBe(true);
    expect(hasCodeVerifier('sb-onda-auth-token=x; other=code-verifier=')).toBe(false);
  });
});

describe('what came back', () => {
  it('is read from the query and from behind the #', () => {
    expect(readSignInReturn({ search: `?code=${CODE}&next=/x`, hash: '' })).toEqual({
      code: CODE,
      error: null,
      hasTokens: false,
      next: '/x',
    });
    expect(
      readSignInReturn({ search: '', hash: '#error=access_denied&error_code=otp_expired' }).error,
    ).toEqual({
      code: 'otp_expired',
    });
    expect(readSignInReturn({ search: '?error_description=x', hash: '' }).error).toEqual({ code: 'unknown' });
    expect(readSignInReturn({ search: '', hash: '#access_token=a&refresh_token=b' }).hasTokens).toBe(true);
  });
});
