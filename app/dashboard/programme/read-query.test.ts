import { describe, expect, it } from 'vitest';
import { idOf, oneOf, pageOf, patternOf, withQuery } from './read-query.ts';

describe('what an address asks of a list', () => {
  it.each([
    ['page=3', 3],
    ['page=-2', 1],
    ['page=x', 1],
    ['page=99999999', 10_000],
    ['', 1],
  ])('%j is page %i', (text, page) => {
    expect(pageOf(new URLSearchParams(text))).toBe(page);
  });

  it('words become a pattern that no sign can bend', () => {
    expect(patternOf(' clay,for%  (all) ')).toBe('clay%for%all');
    expect(patternOf('%%%')).toBe('');
  });

  it('only known answers count', () => {
    expect(oneOf(['a', 'b'], 'b')).toBe('b');
    expect(oneOf(['a', 'b'], 'c')).toBeNull();
    expect(idOf('3f2b8a52-7c1e-4b8e-9d42-6f5d6c2d7e10')).not.toBeNull();
    expect(idOf('1; drop')).toBeNull();
  });

  it('changes one question and keeps the others', () => {
    const query = new URLSearchParams('search=clay&page=4');
    expect(withQuery(query, { page: '5' })).toBe('?search=clay&page=5');
    expect(withQuery(query, { search: null, page: null })).toBe('?');
  });
});
