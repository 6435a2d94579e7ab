import { describe, expect, it } from 'vitest';
import { type Cursor, pageOf, readCursor } from './time-cursor.ts';

const mark = (id: number) => ({ at: `2026-11-15T10:00:0${id}Z`, id: String(id) });
const page = (found: number[], cursor: Cursor = {}) => pageOf(found, { size: 2, cursor, mark });

describe('readCursor', () => {
  it('accepts a timestamp and an id, and nothing else', () => {
    const before = '2026-11-15T10:00:00.123456+00:00~aaaaaaaa-0000-4000-8000-000000000000';
    expect(readCursor(new URLSearchParams({ before }))).toEqual({
      before_at: '2026-11-15T10:00:00.123456+00:00',
      before_id: 'aaaaaaaa-0000-4000-8000-000000000000',
    });
    for (const bad of ['', 'x', '~', "2026-11-15T10:00:00Z~'; drop", 'yesterday~1'])
      expect(readCursor(new URLSearchParams({ before: bad }))).toEqual({});
  });
});

describe('pageOf', () => {
  it('has an older page only when there is an extra row', () => {
    expect(page([9, 8, 7])).toEqual({ rows: [9, 8], newer: null, older: '2026-11-15T10:00:08Z~8' });
    expect(page([9, 8])).toMatchObject({ rows: [9, 8], newer: null, older: null });
    expect(page([])).toEqual({ rows: [], newer: null, older: null });
  });
  it('always has a page in the direction it came from', () => {
    const down = page([7, 6, 5], { before_at: 'a', before_id: 'b' });
    expect(down).toMatchObject({ rows: [7, 6], newer: '2026-11-15T10:00:07Z~7' });
    const up = page([9, 8, 7], { after_at: 'a', after_id: 'b' });
    expect(up).toEqual({ rows: [8, 7], newer: '2026-11-15T10:00:08Z~8', older: '2026-11-15T10:00:07Z~7' });
  });
  it('has no newer page at the top', () => {
    expect(page([9, 8], { after_at: 'a', after_id: 'b' })).toMatchObject({ rows: [9, 8], newer: null });
  });
});
