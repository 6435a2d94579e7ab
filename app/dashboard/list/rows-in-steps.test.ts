import { describe, expect, it } from 'vitest';
import { withNextRows } from './use-rows-in-steps.ts';

const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: String(from + index) }));
const idOf = ({ id }: { id: string }) => id;
const idsOf = (list: readonly { id: string }[]) => new Set(list.map(idOf));

describe('new rows of a list', () => {
  it('come a few at a time, from the top, until all are there', () => {
    const all = rows(1, 11);
    const first = withNextRows(all, idOf, new Set());
    expect(first).toEqual(rows(1, 4));
    const second = withNextRows(all, idOf, idsOf(first));
    expect(second).toEqual(rows(1, 8));
    expect(withNextRows(all, idOf, idsOf(second))).toEqual(all);
  });

  it('never take away a row that is shown and still in the list', () => {
    const shown = idsOf(rows(15, 40));
    expect(withNextRows(rows(1, 20), idOf, shown)).toEqual([...rows(1, 4), ...rows(15, 20)]);
  });
});
