// Filter comparisons that depend on a type's own rules, done by the database as the subscriber's role: the check
// of a new filter, and the result for many values at once.
import type { Caller } from '#contracts/caller.ts';
import type { CallerPool, RawRow } from '../../database/run-as-caller.ts';
import type { Condition, Operator } from './filter.ts';
import type { ColumnFacts } from './table-facts.ts';

const symbols: Partial<Record<Operator, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: '~~',
  ilike: '~~*',
  match: '~',
  imatch: '~*',
};
const patterns = new Set<Operator>(['like', 'ilike', 'match', 'imatch']);
// A slow pattern must not delay everyone's changes.
const settings = { statement_timeout: '1000' };

/** The condition with its values in the database's own format; throws the database's error for an invalid value. */
export async function canonicalCondition(
  pool: CallerPool,
  caller: Caller,
  condition: Condition,
  column: ColumnFacts,
): Promise<Condition> {
  if (condition.operator === 'is') return condition;
  if (condition.operator === 'isdistinct' && condition.values[0] === 'null') return condition;
  const type = patterns.has(condition.operator) ? 'text' : column.sqlType;
  const values = condition.values.map((value) => value);
  const text = `select ${values.map((_, index) => `($${index + 1}::text)::${type}::text`).join(', ')}`;
  // A pattern is read only when something is held against it.
  const sample = patterns.has(condition.operator) ? "''::text" : 'null::text';
  const probe = `select ${comparison(condition, column, sample, 1).text}`;
  const [rows] = await pool.run({
    caller,
    settings,
    isReadOnly: true,
    statements: [
      { text, values },
      { text: probe, values },
    ],
  });
  return { ...condition, values: (rows?.[0] ?? []).map((value) => textOf(value) ?? '') };
}

/** Which of the values meet the condition. */
export async function compareInDatabase(
  pool: CallerPool,
  caller: Caller,
  condition: Condition,
  column: ColumnFacts,
  values: (string | null)[],
): Promise<boolean[]> {
  const { text } = comparison(condition, column, 'value', 2);
  const [rows] = await pool.run({
    caller,
    settings,
    isReadOnly: true,
    statements: [
      {
        text: `select coalesce(${text}, false) from pg_catalog.json_array_elements_text($1::text::json)
          with ordinality as given (value, place) order by place`,
        values: [JSON.stringify(values), ...condition.values],
      },
    ],
  });
  return (rows ?? []).map((row: RawRow) => textOf(row[0]) === 't');
}

/** Identifiers and types come from the catalogue, values travel as parameters. */
function comparison(
  { operator, isNegated, values }: Condition,
  column: ColumnFacts,
  value: string,
  firstParameter: number,
): { text: string } {
  const type = column.sqlType;
  const left = patterns.has(operator) ? `(${value})` : `(${value})::${type}`;
  const right = values.map((_, index) => {
    const parameter = `($${firstParameter + index}::text)`;
    return patterns.has(operator) ? parameter : `${parameter}::${type}`;
  });
  const met =
    operator === 'in'
      ? `${left} = any(array[${right.join(', ')}])`
      : operator === 'isdistinct'
        ? `${left} is distinct from ${right[0]}`
        : `${left} ${symbols[operator] ?? '='} ${right[0]}`;
  return { text: isNegated ? `not (${met})` : met };
}

function textOf(value: Uint8Array | null | undefined): string | null {
  return value ? Buffer.from(value).toString('utf8') : null;
}
