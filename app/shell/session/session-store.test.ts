import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  announceEnd,
  announceSession,
  expectSignOut,
  hasSessionEnded,
  resumeSession,
  sessionNews,
  sessionRound,
  subscribeToSession,
} from './session-store.ts';

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('location', { pathname: '/dashboard/orders' });
});
afterEach(() => {
  expectSignOut(false);
  resumeSession();
  vi.unstubAllGlobals();
});

describe('a session that ends while the dashboard is open', () => {
  it('stays ended, however often it is announced, until the person signs in again', () => {
    const seen: boolean[] = [];
    const stop = subscribeToSession(() => seen.push(hasSessionEnded()));
    expect(hasSessionEnded()).toBe(false);
    announceEnd(sessionRound());
    announceSession('SIGNED_OUT', null);
    announceSession('SIGNED_IN', 'someone');
    expect(hasSessionEnded()).toBe(true);
    resumeSession();
    resumeSession();
    stop();
    expect(seen).toEqual([true, true, true, false]);
  });

  it('does not end again by the late answer to a request of the ended session', () => {
    const sentBefore = sessionRound();
    announceEnd(sentBefore);
    resumeSession();
    announceEnd(sentBefore);
    expect(hasSessionEnded()).toBe(false);
    announceEnd(sessionRound());
    expect(hasSessionEnded()).toBe(true);
  });

  it('is not announced by a sign-out that the person asked for', () => {
    const before = sessionNews();
    expectSignOut(true);
    announceSession('SIGNED_OUT', null);
    expect(hasSessionEnded()).toBe(false);
    expect(sessionNews()).toBe(before);
  });
});

it('asks nobody to sign in again for a session that ended on a public page', () => {
  vi.stubGlobal('location', { pathname: '/visit' });
  announceSession('SIGNED_OUT', null);
  expect(hasSessionEnded()).toBe(false);
  expect(sessionNews()?.event).toBe('SIGNED_OUT');
});
