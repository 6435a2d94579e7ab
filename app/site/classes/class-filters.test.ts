import { describe, expect, it } from 'vitest';
import {
  type FilterableClass,
  filterClasses,
  formatFilters,
  readFilters,
  tidyQuery,
} from './class-filters.ts';

const disciplines = ['sound', 'word', 'movement'].map((slug) => ({ slug }));
const zone = 'Europe/Lisbon';
const offering = (slug: string, patch: Partial<FilterableClass> = {}): FilterableClass => ({
  slug,
  title: slug,
  discipline: 'sound',
  level: 'open',
  age_from: 16,
  age_to: null,
  teacher: { slug: 'teo', name: 'Teo' },
  sessions: [{ starts_at: '2026-11-17T18:00:00Z' }],
  ...patch,
});
const slugs = (classes: FilterableClass[], query: string) =>
  filterClasses(classes, readFilters(new URLSearchParams(query), disciplines), zone).map(
    (found) => found.offering.slug,
  );

describe('questions in the address', () => {
  it('are read one by one', () => {
    expect(
      readFilters(
        new URLSearchParams('day=tue&age=9&level=beginner&discipline=word&teacher=jonas-lind'),
        disciplines,
      ),
    ).toEqual({ day: 2, age: 9, level: 'beginner', discipline: 'word', teacher: 'jonas-lind' });
  });

  it.each([
    'day=someday',
    'age=old',
    'age=-3',
    'age=999',
    'level=genius',
    'discipline=magic',
    'teacher=a;b',
    'day=',
  ])('that mean nothing are not asked: %s', (query) => {
    expect(readFilters(new URLSearchParams(query), disciplines)).toEqual({});
  });

  it('left empty are tidied away, and a tidy address stays as it is', () => {
    expect(tidyQuery(new URLSearchParams('day=tue&age=&level='))).toBe('day=tue');
    expect(tidyQuery(new URLSearchParams('day=tue&age=&_routes=x'))).toBe('day=tue');
    expect(tidyQuery(new URLSearchParams('day=tue'))).toBeUndefined();
    expect(tidyQuery(new URLSearchParams(''))).toBeUndefined();
  });

  it('can be formatted as text', () => {
    expect(
      formatFilters(
        { day: 2, age: 9, discipline: 'sound', teacher: 'teo' },
        { teacherName: 'Teo Marchetti', disciplineName: 'Sound' },
      ),
    ).toBe('on Tuesdays, for age 9, in Sound, with Teo Marchetti');
    expect(formatFilters({}, {})).toBe('');
  });
});

describe('the class list', () => {
  it('puts the nearest first and what has no date last', () => {
    const far = offering('far', { sessions: [{ starts_at: '2026-12-01T18:00:00Z' }] });
    const dateless = offering('dateless', { sessions: [] });
    expect(slugs([dateless, far, offering('near')], '')).toEqual(['near', 'far', 'dateless']);
  });

  it('takes age ranges at both ends', () => {
    const children = offering('children', { age_from: 7, age_to: 12 });
    expect(slugs([children], 'age=7')).toEqual(['children']);
    expect(slugs([children], 'age=12')).toEqual(['children']);
    expect(slugs([children], 'age=6')).toEqual([]);
    expect(slugs([children], 'age=13')).toEqual([]);
    expect(slugs([offering('adults')], 'age=90')).toEqual(['adults']);
  });

  it('welcomes beginners where all levels are welcome, but not where experience is asked', () => {
    const classes = [
      offering('open'),
      offering('first', { level: 'beginner' }),
      offering('hard', { level: 'intermediate' }),
    ];
    expect(slugs(classes, 'level=beginner')).toEqual(['first', 'open']);
  });

  it('shows the next date on the day that was asked, not the next date of all', () => {
    const twice = offering('twice', {
      sessions: [{ starts_at: '2026-11-17T18:00:00Z' }, { starts_at: '2026-11-20T18:00:00Z' }],
    });
    const [found] = filterClasses([twice, offering('once')], { day: 5 }, zone);
    expect(found?.offering.slug).toBe('twice');
    expect(found?.session?.starts_at).toBe('2026-11-20T18:00:00Z');
  });

  it("takes the weekday from the studio's clock", () => {
    const lateSummer = offering('late', { sessions: [{ starts_at: '2026-07-14T23:30:00Z' }] });
    expect(slugs([lateSummer], 'day=wed')).toEqual(['late']);
    expect(slugs([lateSummer], 'day=tue')).toEqual([]);
  });

  it('finds by teacher and by discipline', () => {
    const dance = offering('dance', { discipline: 'movement', teacher: null });
    expect(slugs([dance, offering('bowed')], 'teacher=teo')).toEqual(['bowed']);
    expect(slugs([dance, offering('bowed')], 'discipline=movement')).toEqual(['dance']);
  });
});
