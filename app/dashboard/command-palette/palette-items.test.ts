import { describe, expect, it } from 'vitest';
import { byGroup, foundItems, indexSections, sectionItems } from './palette-items.ts';

describe('the palette', () => {
  it('finds sections by the start of their names and keywords, names first', () => {
    const sections = indexSections(['owner', 'teacher']);
    const titles = (query: string) => sectionItems(sections, query).map(({ title }) => title);
    expect(titles('')[0]).toBe('Today');
    expect(titles('out')).toEqual(['Outbox']);
    expect(titles('regis')).toContain('Teaching');
    expect(titles('PASSKEY')).toEqual(['Security']);
    expect(titles('utbox')).toEqual([]);
  });

  it('offers only sections the roles may open', () => {
    expect(sectionItems(indexSections(['member']), 'people')).toEqual([]);
  });

  it('links each result and leaves out unknown kinds', () => {
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

  it('words what the database says of each result', () => {
    const finding = { id: '7', slug: 'choir', title: 'Choir' };
    const details = [
      ['offering', 'course'],
      ['offering', 'event, not published'],
      ['post', 'not published'],
      ['post', ''],
      ['participant', 'of Reis'],
      ['account', 'ana@studio.example'],
    ].map(([kind = '', detail = '']) => ({ ...finding, kind, detail }));
    expect(foundItems(details, ['staff']).map(({ detail }) => detail)).toEqual(
      details.map(({ detail }) => detail),
    );
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
