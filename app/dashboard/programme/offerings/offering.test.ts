import { describe, expect, it } from 'vitest';
import { differences, NEW_FIELDS, readPrice, slugOf, stateOf, writePrice } from './offering.ts';

describe('a price as it is typed', () => {
  it.each([
    ['24', 2400],
    ['9,5', 950],
    ['9.50', 950],
    ['', 0],
    ['0', 0],
    ['abc', null],
    ['-3', null],
    ['1.234', null],
  ])('%j is %j cents', (text, cents) => {
    expect(readPrice(text)).toBe(cents);
  });

  it.each([
    [2400, '24'],
    [950, '9.50'],
    [0, '0'],
  ])('%i is written %s', (cents, text) => {
    expect(writePrice(cents)).toBe(text);
  });
});

it.each([
  ['Clay for Beginners!', 'clay-for-beginners'],
  ['  Ålder & Größe  ', 'alder-gro-e'],
  ['', ''],
  ['***', ''],
])('the address of %j is %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

it('compares two versions field by field', () => {
  const theirs = { ...NEW_FIELDS, title: 'Clay', price_cents: 900 };
  expect(differences({ ...NEW_FIELDS, title: 'Mud' }, theirs)).toEqual(['title', 'price_cents']);
});

describe('the state of an offering', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  it.each([
    [{ published_at: null, archived_at: null }, 'draft'],
    [{ published_at: '2026-11-15T11:00:00Z', archived_at: null }, 'published'],
    [{ published_at: '2026-11-15T12:00:00.9Z', archived_at: null }, 'published'],
    [{ published_at: '2026-11-16T11:00:00Z', archived_at: null }, 'scheduled'],
    [{ published_at: null, archived_at: '2026-11-01T11:00:00Z' }, 'archived'],
  ])('%j is %s', (offering, state) => {
    expect(stateOf(offering, now)).toBe(state);
  });
});
