import { describe, expect, it } from 'vitest';
import { byGroup, foundItems, sectionItems } from './palette-items.ts';

describe('the palette', () => {
  it('finds rooms by the beginnings of their names and nicknames, the name first', () => {
    const titles = (query: string) => sectionItems(['owner', 'teacher'], query).map(({ title }) => title);
    expect(titles('')[0]).toBe('Today');
    expect(titles('out')).toEqual(['Outbox']);
    expect(titles('regis')).toContain('Teaching');
    expect(titles('PASSKEY')).toEqual(['Security']);
    expect(titles('utbox')).toEqual([]);
  });

  it('offers nobody a room that is not theirs', () => {
    expect(sectionItems(['member'], 'people')).toEqual([]);
  });

  it('leads each finding somewhere and leaves out what it does not know', () => {
    const finding = { id: '7', slug: 'choir', title: 'Choir', detail: 'class' };
    expect(
      foundItems(
        [
          { ...finding, kind: 'offering' },
          { ...finding, kind: 'offering', detail: 'event' },
          { ...finding, kind: 'pupil', title: 'Ana' },
          { ...finding, kind: 'order' },
          { ...finding, kind: 'ghost' },
        ],
        ['member'],
      ).map(({ to }) => to),
    ).toEqual(['/classes/choir', '/events/choir', '/dashboard/teach/7', '/dashboard/bookings/7']);
    expect(foundItems([{ ...finding, kind: 'offering' }], ['staff'])[0]?.to).toBe('/dashboard/offerings/7');
  });

  it('keeps groups together', () => {
    const item = (id: string, group: string) => ({ id, group, title: id, detail: '', to: '/' });
    expect(
      byGroup([item('a', 'x'), item('b', 'y'), item('c', 'x')]).map(({ group, items }) => [
        group,
        items.map(({ id }) => id).join(),
      ]),
    ).toEqual([
      ['x', 'a,c'],
      ['y', 'b'],
    ]);
  });
});
