import { describe, expect, it } from 'vitest';
import { idOf, oneOf, patternOf, withQuery } from './read-query.ts';

describe('query parameters of a list', () => {
  it('turns a search into a pattern without special characters', () => {
    expect(patternOf(' clay,for%  (all) ')).toBe('clay%for%all');
    expect(patternOf('%%%')).toBe('');
  });

  it('ignores unknown values', () => {
    expect(oneOf(['a', 'b'], 'b')).toBe('b');
    expect(oneOf(['a', 'b'], 'c')).toBeNull();
    expect(idOf('3f2b8a52-7c1e-4b8e-9d42-6f5d6c2d7e10')).not.toBeNull();
    expect(idOf('1; drop')).toBeNull();
  });

  it('changes one parameter and keeps the others', () => {
    const query = new URLSearchParams('search=clay&page=4');
    expect(withQuery(query, { page: '5' })).toBe('?search=clay&page=5');
    expect(withQuery(query, { search: null, page: null })).toBe('?');
  });
});
