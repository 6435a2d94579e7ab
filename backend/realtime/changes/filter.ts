// Filters of table changes: `column=operator.value`, several joined by commas. Parses them and compares where the text
// of a value is enough; the database does the rest (see compare-in-database.ts).
export interface Condition {
  column: string;
  operator: Operator;
  isNegated: boolean;
  /** One value, or those of `in`. */
  values: string[];
}

export const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const;
export type Operator = (typeof operators)[number];

const isValues = ['null', 'true', 'false', 'unknown', 'not_null'];
const start = new RegExp(`^([^=,]+)=(not\\.)?(${operators.join('|')})\\.`);
const maxValues = 100;

/** The conditions of a filter, or what is wrong with it. */
export function parseFilter(text: string): Condition[] | { error: string } {
  const conditions: Condition[] = [];
  for (let rest = text.trim(); rest !== ''; ) {
    const match = start.exec(rest);
    if (!match) return { error: `the filter "${text}" is not of the form column=operator.value` };
    const [whole, column = '', not, operator = ''] = match;
    const value = takeValue(rest.slice(whole.length), operator === 'in');
    if (!value) return { error: `the filter "${text}" has no readable value for ${column.trim()}` };
    if (value.values.length > maxValues) return { error: `in filters hold at most ${maxValues} values` };
    if (operator === 'is' && !isValues.includes((value.values[0] ?? '').toLowerCase())) {
      return { error: `the filter "${text}" asks is for something else than null, true, false or unknown` };
    }
    conditions.push({
      column: column.trim(),
      operator: operator as Operator,
      isNegated: not !== undefined,
      values: value.values,
    });
    rest = value.rest;
  }
  return conditions;
}

/** The value up to the comma before the next condition; other commas belong to the value. */
function takeValue(text: string, isList: boolean): { values: string[]; rest: string } | undefined {
  if (isList) {
    if (!text.startsWith('(')) return undefined;
    return takeList(text);
  }
  if (text.startsWith('"')) {
    const quoted = takeQuoted(text);
    if (quoted && (quoted.rest === '' || quoted.rest.startsWith(','))) {
      return { values: [quoted.value], rest: quoted.rest.slice(1).trimStart() };
    }
  }
  for (let comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', comma + 1)) {
    const next = text.slice(comma + 1).trimStart();
    if (start.test(next)) return { values: [text.slice(0, comma)], rest: next };
  }
  return { values: [text], rest: '' };
}

function takeList(text: string): { values: string[]; rest: string } | undefined {
  const values: string[] = [];
  let rest = text.slice(1);
  for (;;) {
    rest = rest.trimStart();
    if (rest.startsWith('"')) {
      const quoted = takeQuoted(rest);
      if (!quoted) return undefined;
      values.push(quoted.value);
      rest = quoted.rest.trimStart();
    } else {
      const end = /[,)]/.exec(rest)?.index;
      if (end === undefined) return undefined;
      values.push(rest.slice(0, end).trim());
      rest = rest.slice(end);
    }
    if (rest.startsWith(')')) {
      const after = rest.slice(1).trimStart();
      if (after !== '' && !after.startsWith(',')) return undefined;
      return { values, rest: after.slice(1).trimStart() };
    }
    if (!rest.startsWith(',')) return undefined;
    rest = rest.slice(1);
  }
}

function takeQuoted(text: string): { value: string; rest: string } | undefined {
  let value = '';
  for (let at = 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') return { value, rest: text.slice(at + 1) };
    if (character === '\\') at += 1;
    value += text[at] ?? '';
  }
  return undefined;
}

const integerTypes = new Set(['int2', 'int4', 'int8', 'oid']);

/**
 * Whether a value meets a condition; undefined when only the database can say. `values` of the condition are in the
 * database's own spelling.
 */
export function meetsByText(
  { operator, isNegated, values }: Condition,
  value: string | null,
  column: { baseName: string; isTextual: boolean },
): boolean | undefined {
  const [first = ''] = values;
  const answer = (met: boolean) => met !== isNegated;
  if (operator === 'is') {
    const wanted = first.toLowerCase();
    if (wanted === 'null' || wanted === 'unknown') return answer(value === null);
    if (wanted === 'not_null') return answer(value !== null);
    return answer(value === (wanted === 'true' ? 't' : 'f'));
  }
  if (operator === 'isdistinct' && first === 'null') return answer(value !== null);
  // Comparing with null gives neither true nor false, and a filter passes only on true.
  if (value === null) return operator === 'isdistinct' ? answer(true) : false;
  if (!column.isTextual) return undefined;
  switch (operator) {
    case 'eq':
      return answer(value === first);
    case 'neq':
    case 'isdistinct':
      return answer(value !== first);
    case 'in':
      return answer(values.includes(value));
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte': {
      if (!integerTypes.has(column.baseName)) return undefined;
      const left = BigInt(value);
      const right = BigInt(first);
      if (operator === 'lt') return answer(left < right);
      if (operator === 'lte') return answer(left <= right);
      return answer(operator === 'gt' ? left > right : left >= right);
    }
    default:
      return undefined;
  }
}
