import { describe, expect, it } from 'vitest';
import { formatRoles } from './format-roles.ts';
import { menuFor, sectionAt, sections, sectionsFor, tabsFor } from './sections.ts';

const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label);

describe('the menu', () => {
  it.each([
    [
      ['owner'],
      ['Today', 'Calendar', 'Classes', 'Bookings', 'People', 'Radio', 'Site', 'Messages', 'Reports'],
      ['Settings', 'System'],
    ],
    [
      ['staff'],
      ['Today', 'Calendar', 'Classes', 'Bookings', 'People', 'Radio', 'Site', 'Messages', 'Reports'],
      [],
    ],
    [['member', 'teacher'], ['Today', 'Teaching'], []],
    [['member', 'host'], ['Today', 'Radio'], []],
    [['member'], ['Today', 'Bookings and family', 'Passes'], []],
  ] as const)('of %j has only what that role opens', (roles, main, foot) => {
    const menu = menuFor(roles);
    expect(labels(menu.main)).toEqual(main);
    expect(labels(menu.foot)).toEqual(foot);
  });

  it('has what belongs to the person behind the name, once', () => {
    expect(labels(menuFor(['staff']).own)).toEqual([
      'Bookings and family',
      'Passes',
      'Profile',
      'Security',
      'Your data',
    ]);
    expect(labels(menuFor(['member']).own)).toEqual(['Profile', 'Security', 'Your data']);
  });

  it('reaches every page of the role, by an item or a tab', () => {
    for (const roles of [['member'], ['teacher'], ['host'], ['staff'], ['owner']] as const) {
      const { main, foot, own } = menuFor(roles);
      const reached = [...main, ...foot, ...own].flatMap(({ pages }) => pages);
      expect(new Set(reached)).toEqual(new Set(sectionsFor(roles)));
      expect(reached).toHaveLength(sectionsFor(roles).length);
    }
  });

  it('finds the item of a page below it', () => {
    expect(sectionAt('/dashboard/payments/vouchers/7')?.name).toBe('vouchers');
    expect(sectionAt('/dashboard/orders/7')?.group).toBe('bookings');
    expect(sectionAt('/dashboard/nowhere')).toBeUndefined();
  });
});

describe('the tabs of a section', () => {
  it('are at most six, and a tab holds the pages that go together', () => {
    for (const { to } of sections) expect(tabsFor(['owner'], to).length, to).toBeLessThanOrEqual(6);
    const radio = tabsFor(['staff'], '/dashboard/radio/schedule/shows');
    expect(labels(radio)).toEqual(['On air', 'Library', 'Schedule', 'Recordings', 'Figures']);
    expect(radio[2]?.pages.map(({ to }) => to)).toEqual([
      '/dashboard/radio/schedule',
      '/dashboard/radio/schedule/shows',
      '/dashboard/radio/schedule/clock',
    ]);
    expect(labels(tabsFor(['owner'], '/dashboard/export'))).toContain('Import and export');
  });

  it('are those of the role, and none on the page of a single thing or of the person', () => {
    expect(labels(tabsFor(['host'], '/dashboard/radio'))).toEqual(['On air', 'Library', 'Recordings']);
    expect(tabsFor(['teacher'], '/dashboard/teach')).toEqual([]);
    expect(tabsFor(['staff'], '/dashboard/orders/7')).toEqual([]);
    expect(labels(tabsFor(['owner'], '/dashboard/system/data/sql'))).toContain('Data');
    expect(tabsFor(['member'], '/dashboard/security')).toEqual([]);
    expect(tabsFor(['member'], '/dashboard/orders')).toEqual([]);
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
