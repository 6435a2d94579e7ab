import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meetsByText, operators, parseFilter } from './filter.ts';

describe('reading filters', () => {
  const is = (column: string, operator: string, values: string[], isNegated = false) => ({
    column,
    operator,
    values,
    isNegated,
  });

  test.each([
    ['id=eq.1', [is('id', 'eq', ['1'])]],
    ['a b=neq.', [is('a b', 'neq', [''])]],
    ['t=eq.a,b', [is('t', 'eq', ['a,b'])]],
    ['t=eq.a,u=gt.2', [is('t', 'eq', ['a']), is('u', 'gt', ['2'])]],
    ['t=eq."a,u=gt.2"', [is('t', 'eq', ['a,u=gt.2'])]],
    ['t=eq."say \\"hi\\" \\\\"', [is('t', 'eq', ['say "hi" \\'])]],
    ['t=in.(a, "b,c" ,d),u=not.is.null', [is('t', 'in', ['a', 'b,c', 'd']), is('u', 'is', ['null'], true)]],
    ['at=gte.2030-01-01T00:00:00.5Z', [is('at', 'gte', ['2030-01-01T00:00:00.5Z'])]],
    ['', []],
  ])('%s', (text, conditions) => {
    expect(parseFilter(text)).toEqual(conditions);
  });

  test.each([
    'x',
    'x=1',
    '=eq.1',
    'x=in.(1',
    'x=in.("1',
    'x=in.(1)2',
    'x=is.x',
    `x=in.(${'1,'.repeat(200)}1)`,
  ])('%s is an error with a message', (text) => {
    expect(parseFilter(text)).toEqual({ error: expect.any(String) });
  });

  test('any text is parsed or rejected without a throw', () => {
    const part = fc.oneof(
      fc.constantFrom('=', '.', ',', '(', ')', '"', '\\', 'not.', 'x', ' ', ...operators),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const text = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (filter) => Array.isArray(parseFilter(filter)) || 'error' in parseFilter(filter)),
    );
  });
});

describe('comparing texts', () => {
  const meets = (filter: string, value: string | null, baseName = 'int8') => {
    const conditions = parseFilter(filter);
    const [condition] = Array.isArray(conditions) ? conditions : [];
    return condition && meetsByText(condition, value, { baseName, isTextual: baseName !== 'numeric' });
  };

  test('numbers are compared as numbers, however long', () => {
    expect(meets('n=lt.10', '9')).toBe(true);
    expect(meets('n=gt.9007199254740992', '9007199254740993')).toBe(true);
    expect(meets('n=not.gte.5', '5')).toBe(false);
  });

  test('nothing is neither equal nor unequal, but distinct', () => {
    expect(meets('n=eq.1', null)).toBe(false);
    expect(meets('n=neq.1', null)).toBe(false);
    expect(meets('n=not.eq.1', null)).toBe(false);
    expect(meets('n=isdistinct.1', null)).toBe(true);
    expect(meets('n=isdistinct.null', null)).toBe(false);
  });

  test('what depends on a type is left to the database', () => {
    expect(meets('n=eq.1', '1.0', 'numeric')).toBeUndefined();
    expect(meets('n=lt.b', 'a', 'text')).toBeUndefined();
    expect(meets('n=like.b', 'a', 'text')).toBeUndefined();
  });
});
