// Writes the statements behind the list of rows: reading with filters, sorting and pages; changing one row by its key.
// Names come from the catalogue and are quoted; values are always parameters. Pure.
import type { DataColumn, DataTable, RowFilter } from '#contracts/data-window.ts';
import { dataErrors } from './data-errors.ts';
import { quote } from './describe-tables.ts';

interface WrittenStatement {
  text: string;
  values: string[];
}

type Values = Record<string, string | null>;

export function readRowsStatement(
  table: DataTable,
  query: {
    filters: readonly RowFilter[];
    sort: string;
    isDescending: boolean;
    offset: number;
    limit: number;
  },
): WrittenStatement {
  const values: string[] = [];
  const conditions = query.filters.map((filter) => condition(columnOf(table, filter.column), filter, values));
  const keys = table.columns.filter(({ isKey }) => isKey).map(({ name }) => quote(name));
  const sorted = query.sort
    ? [`${quote(columnOf(table, query.sort).name)} ${query.isDescending ? 'desc' : 'asc'} nulls last`]
    : [];
  const order = [...sorted, ...keys];
  return {
    text: [
      `select ${table.columns.map(shown).join(', ')} from ${quote(table.schema)}.${quote(table.name)}`,
      conditions.length > 0 ? `where ${conditions.join(' and ')}` : '',
      order.length > 0 ? `order by ${order.join(', ')}` : '',
      `limit ${query.limit} offset ${query.offset}`,
    ]
      .filter(Boolean)
      .join(' '),
    values,
  };
}

export function changeStatement(
  table: DataTable,
  change: { kind: 'insert' | 'update' | 'delete'; key: Values; set: Values },
): WrittenStatement {
  const values: string[] = [];
  const place = `${quote(table.schema)}.${quote(table.name)}`;
  const value = (column: DataColumn, text: string | null) =>
    text === null ? 'null' : typed(column, text, values);
  const set = Object.entries(change.set).map(([name, text]) => {
    const column = columnOf(table, name);
    if (column.isSecret || column.isGenerated) throw dataErrors.noColumn(name);
    return { name: quote(column.name), value: value(column, text) };
  });
  if (change.kind === 'insert') {
    if (set.length === 0) return { text: `insert into ${place} default values`, values };
    return {
      text: `insert into ${place} (${set.map(({ name }) => name).join(', ')}) values (${set.map((one) => one.value).join(', ')})`,
      values,
    };
  }
  const keys = table.columns.filter(({ isKey }) => isKey);
  if (keys.length === 0) throw dataErrors.noKey();
  const where = keys
    .map((column) => {
      const text = change.key[column.name];
      if (text === undefined || text === null) throw dataErrors.noColumn(column.name);
      return `${quote(column.name)} = ${typed(column, text, values)}`;
    })
    .join(' and ');
  if (change.kind === 'delete') return { text: `delete from ${place} where ${where}`, values };
  if (set.length === 0) throw dataErrors.nothingToChange();
  return {
    text: `update ${place} set ${set.map((one) => `${one.name} = ${one.value}`).join(', ')} where ${where}`,
    values,
  };
}

function columnOf(table: DataTable, name: string): DataColumn {
  const column = table.columns.find((one) => one.name === name);
  if (!column) throw dataErrors.noColumn(name);
  return column;
}

function shown({ name, isSecret }: DataColumn): string {
  return isSecret ? `case when ${quote(name)} is not null then '••••' end as ${quote(name)}` : quote(name);
}

function typed({ type }: DataColumn, text: string, values: string[]): string {
  values.push(text);
  return `$${values.length}::text::${type}`;
}

function condition(column: DataColumn, { operator, value }: RowFilter, values: string[]): string {
  if (column.isSecret && operator !== 'null' && operator !== 'not_null')
    throw dataErrors.noColumn(column.name);
  const name = quote(column.name);
  switch (operator) {
    case 'null':
      return `${name} is null`;
    case 'not_null':
      return `${name} is not null`;
    case 'contains':
      values.push(`%${value.replaceAll(/[\\%_]/g, '\\$&')}%`);
      return `${name}::text ilike $${values.length}::text`;
    default:
      return `${name} ${{ eq: '=', neq: 'is distinct from', gt: '>', lt: '<' }[operator]} ${typed(column, value, values)}`;
  }
}
