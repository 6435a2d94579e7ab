import { describe, expect, it } from 'vitest';
import { filterOf, readsListAgain, withFilter, withOpenRow } from './list-query.ts';
import { NO_SETTINGS, readSettings, withColumn, withoutView, withView } from './list-settings.ts';

describe('the filter in the address of a list', () => {
  it('leaves out the page and is the same in any order', () => {
    expect(filterOf('show=unpaid&class=a&before=2026~1')).toBe(filterOf('class=a&show=unpaid&search='));
    expect(filterOf('on=%5B%5D&back=x&after=y&page=4')).toBe('');
  });

  it('starts at the first page after a change', () => {
    const query = new URLSearchParams('show=unpaid&before=2026~1&search=rui');
    expect(withFilter(query, { search: 'ana' })).toBe('search=ana&show=unpaid');
    expect(withFilter(query, { search: '', show: '' })).toBe('');
  });

  it('opens and closes a row without changing the filter or reading the list again', () => {
    const query = new URLSearchParams('show=unpaid&before=2026~1');
    const opened = withOpenRow(query, 'a');
    expect(opened).toBe('show=unpaid&before=2026%7E1&open=a');
    expect(filterOf(opened)).toBe('show=unpaid');
    const reads = (from: string, to: string) =>
      readsListAgain({
        currentUrl: new URL(`https://onda.example/orders?${from}`),
        nextUrl: new URL(`https://onda.example/orders?${to}`),
        defaultShouldRevalidate: true,
      });
    expect(reads(query.toString(), opened)).toBe(false);
    expect(reads(opened, withOpenRow(new URLSearchParams(opened), null))).toBe(false);
    expect(reads(opened, opened)).toBe(true);
    expect(reads('show=unpaid&open=a', 'show=all&open=a')).toBe(true);
  });
});

describe('saved views and hidden columns', () => {
  it('saves a view under its name, once, and deletes it', () => {
    const once = withView(NO_SETTINGS, { name: ' Owing ', filter: 'show=unpaid&before=x' });
    expect(once.views).toEqual([{ name: 'Owing', filter: 'show=unpaid' }]);
    const again = withView(once, { name: 'Owing', filter: 'class=a' });
    expect(again.views).toEqual([{ name: 'Owing', filter: 'class=a' }]);
    expect(withoutView(again, 'Owing').views).toEqual([]);
    expect(withView(NO_SETTINGS, { name: '  ', filter: 'a=b' })).toBe(NO_SETTINGS);
  });

  it('keeps at most twelve views, the latest ones', () => {
    let settings = NO_SETTINGS;
    for (let index = 0; index < 15; index++)
      settings = withView(settings, { name: `View ${index}`, filter: 'a=b' });
    expect(settings.views.map(({ name }) => name)).toEqual(
      Array.from({ length: 12 }, (_, index) => `View ${index + 3}`),
    );
  });

  it('hides and shows a column', () => {
    const hidden = withColumn(withColumn(NO_SETTINGS, 'session', false), 'session', false);
    expect(hidden.hiddenColumns).toEqual(['session']);
    expect(withColumn(hidden, 'session', true).hiddenColumns).toEqual([]);
  });

  it('reads what was stored and ignores anything else', () => {
    const settings = withColumn(withView(NO_SETTINGS, { name: 'A', filter: 'b=c' }), 'd', false);
    expect(readSettings(JSON.stringify(settings))).toEqual(settings);
    for (const broken of [null, '', '7', 'null', '[', '{"views":"x"}'])
      expect(readSettings(broken)).toEqual(NO_SETTINGS);
    expect(
      readSettings('{"views":[{"name":1},{"name":"A","filter":"b=c"}],"hiddenColumns":[2,"d"]}'),
    ).toEqual(settings);
  });
});
