// Says of a PostgreSQL type what OpenAPI calls it. Pure.
import type { Column, Relationship } from '../schema-cache/schema-cache.ts';

export interface OpenApiType {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  format?: string;
  items?: OpenApiType;
}

export function openApiType(type: string): OpenApiType {
  if (type.endsWith('[]')) {
    return { type: 'array', format: type, items: { ...openApiType(type.slice(0, -2)), format: undefined } };
  }
  switch (type) {
    case 'smallint':
    case 'integer':
    case 'bigint':
      return { type: 'integer', format: type };
    case 'real':
    case 'double precision':
    case 'numeric':
      return { type: 'number', format: type };
    case 'boolean':
      return { type: 'boolean', format: type };
    case 'json':
    case 'jsonb':
      return { format: type };
    default:
      return { type: 'string', format: type };
  }
}

/** A column as a property of its table, with the marks of keys that generators of client types look for. */
export function describeColumn(
  column: Column,
  key: { isPrimary: boolean; relationships: Relationship[] },
): Record<string, unknown> {
  const notes: string[] = [];
  if (key.isPrimary) notes.push('This is a Primary Key.<pk/>');
  const reference = key.relationships.find(
    (one) =>
      one.kind === 'foreign-key' &&
      one.isOriginReferencing &&
      !one.isTargetView &&
      one.columns.length === 1 &&
      one.columns[0]?.[0] === column.name,
  );
  if (reference?.kind === 'foreign-key') {
    const [, target] = reference.columns[0] ?? ['', ''];
    notes.push(
      `This is a Foreign Key to \`${reference.target.name}.${target}\`.<fk table='${reference.target.name}' column='${target}'/>`,
    );
  }
  const note = notes.length > 0 ? `Note:\n${notes.join('\n')}` : undefined;
  return {
    ...openApiType(column.type),
    ...(column.enumValues ? { enum: column.enumValues } : {}),
    ...(column.maxLength ? { maxLength: column.maxLength } : {}),
    ...defaultOf(column),
    ...(column.description || note
      ? { description: [column.description, note].filter((part) => part).join('\n\n') }
      : {}),
  };
}

/** The default as a value where it is a plain one, else as the expression it is. */
function defaultOf(column: Column): { default?: unknown } {
  const text = column.default;
  if (text === null || text.startsWith('nextval(')) return {};
  const literal = /^'((?:[^']|'')*)'::/.exec(text);
  if (literal) return { default: (literal[1] ?? '').replaceAll("''", "'") };
  if (/^-?\d+(\.\d+)?$/.test(text)) return { default: Number(text) };
  if (text === 'true' || text === 'false') return { default: text === 'true' };
  return { default: text };
}
