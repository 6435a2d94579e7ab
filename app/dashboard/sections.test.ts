import { describe, expect, it } from 'vitest';
import { formatRoles, menuFor, sections, sectionsFor } from './sections.ts';

describe('the menu', () => {
  it('shows staff rooms to staff and owners only', () => {
    const labels = (...roles: Parameters<typeof sectionsFor>[0]) =>
      sectionsFor(roles).map(({ label }) => label);
    expect(labels('member')).toEqual([
      'Today',
      'Bookings and family',
      'Passes',
      'Profile',
      'Security',
      'Your data',
    ]);
    expect(labels('member', 'teacher')).not.toContain('People');
    expect(labels('staff')).toContain('People');
    expect(labels('owner')).toContain('Outbox');
  });

  it('keeps its groups together and shows no empty one', () => {
    expect(menuFor(['member']).map(({ group }) => group)).toEqual(['own']);
    expect(menuFor(['owner']).flatMap((shown) => shown.sections)).toEqual([...sections]);
  });
});

describe('what a person is', () => {
  it.each([
    [['member'], 'member'],
    [['member', 'teacher'], 'teacher'],
    [['host', 'member', 'teacher'], 'teacher and host'],
    [['staff', 'member', 'owner'], 'owner'],
    [['owner', 'staff', 'teacher', 'host', 'member'], 'owner, teacher and host'],
    [[], 'guest'],
  ] as const)('%j is said as %s', (roles, words) => {
    expect(formatRoles(roles)).toBe(words);
  });
});
