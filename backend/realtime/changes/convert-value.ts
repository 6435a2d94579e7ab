// Converts the text of a column into the JSON that clients expect: numbers, booleans, JSON and arrays as such, times in
// ISO form, everything else as text. Returns JSON text, so that no digit of a long number is lost.
import type { ColumnFacts } from './table-facts.ts';

const numberTypes = new Set(['int2', 'int4', 'int8', 'oid', 'numeric', 'float4', 'float8']);
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function jsonOfColumn(value: string | null, column: ColumnFacts | undefined): string {
  if (value === null) return 'null';
  if (column?.elementName) return jsonOfArray(value, column.elementName);
  return jsonOfText(value, column?.baseName ?? 'text');
}

function jsonOfText(value: string, type: string): string {
  if (type === 'bool') return value === 't' ? 'true' : 'false';
  if (numberTypes.has(type)) return jsonNumber.test(value) ? value : JSON.stringify(value);
  if (type === 'json' || type === 'jsonb') return value;
  if (type === 'timestamp') return JSON.stringify(value.replace(' ', 'T'));
  if (type === 'timestamptz') {
    // 2030-01-01 10:00:00+00 becomes 2030-01-01T10:00:00+00:00
    return JSON.stringify(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  }
  return JSON.stringify(value);
}

/** `{1,2,NULL,"a b"}`, nested or with bounds (`[0:1]={...}`). */
function jsonOfArray(text: string, element: string): string {
  let at = text.startsWith('[') ? text.indexOf('=') + 1 : 0;

  function list(): string {
    const parts: string[] = [];
    at += 1;
    while (at < text.length && text[at] !== '}') {
      if (text[at] === ',') at += 1;
      else if (text[at] === '{') parts.push(list());
      else if (text[at] === '"') parts.push(jsonOfText(quoted(), element));
      else parts.push(plain());
    }
    at += 1;
    return `[${parts.join(',')}]`;
  }

  function quoted(): string {
    let value = '';
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1;
      value += text[at] ?? '';
    }
    at += 1;
    return value;
  }

  function plain(): string {
    const begin = at;
    while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
    const value = text.slice(begin, at);
    return value === 'NULL' ? 'null' : jsonOfText(value, element);
  }

  return text[at] === '{' ? list() : JSON.stringify(text);
}
