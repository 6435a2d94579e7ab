import { describe, expect, it } from 'vitest';
import { type ColumnCursor, MOMENT, readColumnCursor, TEXT, turnedPage, UUID } from './column-cursor.ts';

const ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const columns = { created_at: MOMENT, id: UUID };
const at = (mark: unknown) => new URLSearchParams({ on: JSON.stringify(mark) });

describe('readColumnCursor', () => {
  it('accepts one valid value per column, and nothing else', () => {
    const mark = ['2026-11-15T10:00:00.123456+00:00', ID];
    expect(readColumnCursor(at(mark), columns)).toEqual({ way: 'on', at: mark });
    for (const bad of [
      [],
      [ID],
      ['yesterday', ID],
      [mark[0], "'; drop"],
      [mark[0], 1],
      [...mark, 'x'],
      {},
      7,
    ])
      expect(readColumnCursor(at(bad), columns)).toBeNull();
    for (const bad of ['', '[', 'x'])
      expect(readColumnCursor(new URLSearchParams({ back: bad }), columns)).toBeNull();
  });
  it('accepts any text without control characters', () => {
    const named = { title: TEXT, id: UUID };
    expect(readColumnCursor(at(['Ação, "so" (2)', ID]), named)?.at).toEqual(['Ação, "so" (2)', ID]);
    expect(readColumnCursor(at(['a\u0000b', ID]), named)).toBeNull();
  });
});

describe('turnedPage', () => {
  const numbers = { n: /^\d+$/ };
  const page = (found: number[], turn: ColumnCursor | null) =>
    turnedPage(
      found.map((n) => ({ n: String(n) })),
      { columns: numbers, turn, size: 2 },
    );
  const rows = (...all: number[]) => all.map((n) => ({ n: String(n) }));

  it('has a next page only when there is an extra row', () => {
    expect(page([9, 8, 7], null)).toEqual({ rows: rows(9, 8), back: null, on: '["8"]' });
    expect(page([9, 8], null)).toEqual({ rows: rows(9, 8), back: null, on: null });
    expect(page([], null)).toEqual({ rows: [], back: null, on: null });
  });
  it('always has a page in the direction it came from', () => {
    expect(page([7, 6], { way: 'on', at: ['8'] })).toEqual({ rows: rows(7, 6), back: '["7"]', on: null });
    // Read upwards from the mark, shown downwards.
    expect(page([7, 8, 9], { way: 'back', at: ['6'] })).toEqual({
      rows: rows(8, 7),
      back: '["8"]',
      on: '["7"]',
    });
    expect(page([8, 9], { way: 'back', at: ['7'] })).toEqual({ rows: rows(9, 8), back: null, on: '["8"]' });
  });
});
