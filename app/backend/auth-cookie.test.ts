import { createChunks } from '@supabase/ssr';
import { describe, expect, it } from 'vitest';
import { AUTH_COOKIE, hasAuthCookie, userIdInCookie } from './auth-cookie.ts';

const header = (session: object) =>
  createChunks(AUTH_COOKIE, `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`)
    .map(({ name, value }) => `${name}=${value}`)
    .reverse()
    .join('; ');

describe('the auth cookie, read', () => {
  it('is recognised in one cookie and in chunks', () => {
    expect(hasAuthCookie(`a=b; ${AUTH_COOKIE}=x`)).toBe(true);
    expect(hasAuthCookie(`${AUTH_COOKIE}.0=x; ${AUTH_COOKIE}.1=y`)).toBe(true);
  });

  it('is not mistaken for what only begins like it', () => {
    expect(hasAuthCookie(`${AUTH_COOKIE}-code-verifier=x; other=${AUTH_COOKIE}`)).toBe(false);
    expect(hasAuthCookie('')).toBe(false);
  });

  it.each([10, 9000])('says whose session it is, however long (%i)', (length) => {
    expect(userIdInCookie(`x=y; ${header({ user: { id: 'ana', about: 'å'.repeat(length) } })}`)).toBe('ana');
  });

  it('says nothing when it is broken', () => {
    for (const cookies of [
      '',
      `${AUTH_COOKIE}=base64-%%%`,
      `${AUTH_COOKIE}.1=abc`,
      header({ user: { id: 7 } }),
    ]) {
      expect(userIdInCookie(cookies)).toBeNull();
    }
  });
});
