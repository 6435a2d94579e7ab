// Properties of the parsers: any string is parsed or rejected with PGRST100; what is built is parsed back unchanged.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import { parseAccept } from './parse-accept.ts';
import { parseCsv } from './parse-csv.ts';
import { parsePrefer } from './parse-prefer.ts';
import { parseQuery } from './parse-query.ts';
import { parseRequest } from './parse-request.ts';
import { parseSelect } from './parse-select.ts';

const rules = { schemas: ['public'], allowsTxOverride: true, isTimezone: (name: string) => name === 'UTC' };
/** Strings made of the grammar's own tokens reach much deeper into it than random ones. */
const part = fc.constantFrom(
  ...[
    'a',
    'b_c',
    'id',
    '*',
    ',',
    '.',
    ':',
    '::',
    '(',
    ')',
    '!',
    '->',
    '->>',
    '"',
    '\\',
    '...',
    ' ',
    '{',
    '}',
    '1',
    '-',
  ],
  ...[
    'eq',
    'neq',
    'in',
    'is',
    'not',
    'and',
    'or',
    'like',
    '(any)',
    'fts',
    'null',
    'asc',
    'desc',
    'nullsfirst',
    'inner',
  ],
  ...['count()', '.sum()', 'rel(', 'é', '😀', '\u0000', '%', '+', '&', '=', '#'],
);
const grammarText = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''));
const anyText = fc.oneof(grammarText, fc.string({ unit: 'binary', maxLength: 60 }));
const parameter = fc.constantFrom(
  'select',
  'order',
  'limit',
  'offset',
  'columns',
  'on_conflict',
  'and',
  'or',
  'not.and',
  'a',
  'a.b',
  'a.order',
  'a->b',
  '"x.y"',
);

function parsesOrRejects(read: () => unknown, codes: string[]): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    expect(codes).toContain(error.body.code);
  }
}

describe('any text is read or rejected', () => {
  test('as a query string', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.oneof(parameter, anyText), anyText), { maxLength: 5 }),
        fc.boolean(),
        (pairs, isFunctionRead) => {
          const search = pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&');
          parsesOrRejects(() => parseQuery(search, { isFunctionRead }), ['PGRST100', 'PGRST103']);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('as a raw query string, encoded or not', () => {
    fc.assert(
      fc.property(anyText, (search) => {
        parsesOrRejects(() => parseQuery(search, { isFunctionRead: false }), ['PGRST100', 'PGRST103']);
      }),
      { numRuns: 2_000 },
    );
  });

  test('as path and headers', () => {
    const header = fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\u0020-\u007e]/g, ''));
    fc.assert(
      fc.property(
        fc.record({
          path: anyText,
          prefer: header,
          accept: header,
          range: header,
          profile: header,
          method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'BREW'),
        }),
        ({ path, prefer, accept, range, profile, method }) => {
          const headers = new Headers({ prefer, accept, range, 'accept-profile': profile });
          parsesOrRejects(
            () => parseRequest({ method, path: `/${path}`, search: '', headers }, rules),
            ['PGRST101', 'PGRST103', 'PGRST106', 'PGRST107', 'PGRST117', 'PGRST122', 'PGRST125'],
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('as CSV', () => {
    fc.assert(
      fc.property(anyText, (text) => parsesOrRejects(() => parseCsv(text), ['PGRST102'])),
      { numRuns: 2_000 },
    );
  });
});

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

describe('what is built is read back', () => {
  const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => !text.includes('\u0000') && text.isWellFormed());

  test('a quoted name holds any character', () => {
    fc.assert(
      fc.property(name, name, (alias, column) => {
        expect(parseSelect(`${quoted(alias)}:${quoted(column)}`)).toEqual([
          { kind: 'field', field: { name: column, path: [] }, alias, cast: undefined },
        ]);
      }),
    );
  });

  test('values of a list hold any character when quoted', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (values) => {
        const query = parseQuery(`a=${encode(`in.(${values.map(quoted).join(',')})`)}`, {
          isFunctionRead: false,
        });
        expect(query.conditions).toEqual([
          {
            path: [],
            value: {
              kind: 'condition',
              field: { name: 'a', path: [] },
              isNegated: false,
              operation: { kind: 'in', values },
            },
          },
        ]);
      }),
    );
  });

  test('a value after its operator is taken as it is', () => {
    fc.assert(
      fc.property(name, (value) => {
        const query = parseQuery(`a=${encode(`eq.${value}`)}`, { isFunctionRead: false });
        expect(query.conditions[0]?.value).toMatchObject({ operation: { operator: 'eq', value } });
      }),
    );
  });

  test('CSV cells hold any character when quoted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, fc.string({ maxLength: 20 })), { minLength: 1, maxLength: 4 }),
        (cells) => {
          const row = Object.fromEntries(cells);
          const line = (texts: string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
          expect(parseCsv(`${line(Object.keys(row))}\n${line(Object.values(row))}\n`)).toEqual([row]);
        },
      ),
    );
  });
});

describe('headers', () => {
  test('the best accepted type comes first', () => {
    expect(
      parseAccept('text/csv;q=0.1, application/vnd.pgrst.object+json;nulls=stripped;q=0.9, */*;q=0.5'),
    ).toEqual([{ kind: 'object', isStripped: true }, { kind: 'json' }, { kind: 'csv' }]);
  });

  test('the plan of a form, with options', () => {
    expect(
      parseAccept(
        'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=verbose|analyze',
      ),
    ).toEqual([
      {
        kind: 'plan',
        format: 'json',
        options: ['analyze', 'verbose'],
        of: { kind: 'object', isStripped: false },
      },
    ]);
  });

  test('the first of two contradicting preferences counts', () => {
    expect(parsePrefer('return=minimal, return=representation, count=exact, max-affected=3', rules)).toEqual({
      return: 'minimal',
      count: 'exact',
      maxAffected: 3,
    });
  });
});
