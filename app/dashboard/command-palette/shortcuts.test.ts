import { describe, expect, it } from 'vitest';
import { commandOf, type Key } from './shortcuts.ts';

const staff = { roles: ['owner', 'staff'] as const, areSingleKeysOn: true };
const member = { roles: ['member'] as const, areSingleKeysOn: true };
const press = (key: string, more: Partial<Key> = {}): Key => ({
  key,
  isCommand: false,
  isTyping: false,
  isAfterG: false,
  ...more,
});

describe('keyboard shortcuts', () => {
  it('open the palette with the command key, even while typing', () => {
    expect(commandOf(press('k', { isCommand: true, isTyping: true }), member)).toEqual({ do: 'find' });
    expect(commandOf(press('K', { isCommand: true }), { ...member, areSingleKeysOn: false })).toEqual({
      do: 'find',
    });
    expect(commandOf(press('p', { isCommand: true }), staff)).toBeUndefined();
  });

  it('ignore single keys in fields, and everywhere once switched off', () => {
    for (const key of ['g', '?', '/']) {
      expect(commandOf(press(key, { isTyping: true }), staff)).toBeUndefined();
      expect(commandOf(press(key), { ...staff, areSingleKeysOn: false })).toBeUndefined();
    }
  });

  it('open only sections the roles may open', () => {
    expect(commandOf(press('p', { isAfterG: true }), staff)).toEqual({ do: 'go', to: '/dashboard/people' });
    expect(commandOf(press('p', { isAfterG: true }), member)).toBeUndefined();
    expect(commandOf(press('b', { isAfterG: true }), member)).toEqual({
      do: 'go',
      to: '/dashboard/bookings',
    });
    expect(commandOf(press('p'), staff)).toBeUndefined();
  });
});
