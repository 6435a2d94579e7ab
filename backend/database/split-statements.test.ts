import { describe, expect, it } from 'vitest';
import { splitStatements } from './split-statements.ts';

const texts = (script: string) => splitStatements(script).map((statement) => statement.text);

describe('splitStatements', () => {
  it('cuts at semicolons and drops what is empty', () => {
    expect(texts('select 1; ;\n\n select 2')).toEqual(['select 1', 'select 2']);
  });

  it('gives the line on which each statement begins, after comments and blank lines', () => {
    const script = '-- head; not a statement\n\nselect 1;\n/* two;\n lines */ select\n  2;';
    expect(splitStatements(script).map((statement) => statement.line)).toEqual([3, 5]);
  });

  it.each([
    ['a quoted text', "select 'a;b', 'it''s;'"],
    ['an escape text', "select E'a\\';b'"],
    ['a quoted name', 'select 1 as "a;""b"'],
    ['a dollar quote', 'do $$ begin perform 1; end $$'],
    ['a named dollar quote around another', 'do $body$ begin execute $$ select 1; $$; end $body$'],
    ['a line comment', 'select 1 -- ;\n + 1'],
    ['a nested block comment', 'select /* ; /* ; */ ; */ 1'],
    [
      'the actions of a rule',
      'create rule r as on insert to t do also (insert into a values (1); insert into b values (2))',
    ],
    [
      'a SQL-standard body with a case inside',
      'create or replace function f(n int) returns int language sql begin atomic select case n when 1 then 2 else 3 end; select 4; end',
    ],
    ['a parameter beside a dollar sign', 'select $1, $2'],
  ])('keeps the semicolons of %s inside', (_name, statement) => {
    expect(texts(`${statement}; select 9;`)).toEqual([statement, 'select 9']);
  });

  it('does not take the word atomic for a body outside of routines', () => {
    expect(texts('select atomic from begin; select 2')).toEqual(['select atomic from begin', 'select 2']);
  });

  it('hands an unfinished quote to PostgreSQL rather than looping or losing it', () => {
    expect(texts("select 1; select 'open; select 2")).toContain('select 1');
    expect(texts('do $x$ never closed; select 1')).toEqual(['do $x$ never closed; select 1']);
  });
});
