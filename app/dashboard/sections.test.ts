import { describe, expect, it } from 'vitest';
import { formatRoles, menuFor, sectionLabel, sections, sectionsFor } from './sections.ts';

describe('the sidebar menu', () => {
  it('shows staff sections to staff and owners only', () => {
    const labels = (...roles: Parameters<typeof sectionsFor>[0]) => sectionsFor(roles).map(sectionLabel);
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

  it('lists sections by group and leaves out empty groups', () => {
    expect(menuFor(['member']).map(({ group }) => group)).toEqual(['own']);
    expect(menuFor(['owner']).flatMap((shown) => shown.sections)).toEqual([...sections]);
  });
});

describe('formatRoles', () => {
  it.each([
    [['member'], 'member'],
    [['member', 'teacher'], 'teacher'],
    [['host', 'member', 'teacher'], 'teacher and host'],
    [['staff', 'member', 'owner'], 'owner'],
    [['owner', 'staff', 'teacher', 'host', 'member'], 'owner, teacher and host'],
    [[], 'guest'],
  ] as const)('formats %j as %s', (roles, label) => {
    expect(formatRoles(roles)).toBe(label);
  });
});
