// Writes a schema as the TypeScript that supabase-js takes: createClient<Database>(). Pure: plain data in, text out.
import type { Column, Relation, Routine, SchemaShape, TypeRef } from './read-schema.ts';

const numbers = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid', 'money']);
const texts = new Set([
  ...[
    'text',
    'varchar',
    'bpchar',
    'char',
    'name',
    'uuid',
    'citext',
    'bytea',
    'date',
    'time',
    'timetz',
    'timestamp',
  ],
  ...['timestamptz', 'interval', 'inet', 'cidr', 'macaddr', 'vector', 'xml'],
]);

export function writeTypes(shape: SchemaShape, { schema }: { schema: string }): string {
  return writeSchemas([[schema, shape]]);
}

/** Several schemas in one type; the shorthands below it are for the first. */
export function writeSchemas(shapes: readonly [first: NamedShape, ...others: NamedShape[]]): string {
  const known = new Map(
    shapes.map(([schema, shape]) => [
      schema,
      {
        enums: new Set(shape.enums.map(({ name }) => name)),
        relations: new Map(shape.relations.map((relation) => [relation.name, relation.kind])),
      },
    ]),
  );
  const typeOf = (type: TypeRef): string => {
    const one = elementType(type);
    return type.isArray ? `${one.includes(' ') ? `(${one})` : one}[]` : one;
  };
  function elementType({ name, kind, schema: home, baseName }: TypeRef): string {
    if (kind === 'domain' && baseName) return simpleType(baseName) ?? 'unknown';
    const place = `Database[${quoted(home)}]`;
    if (known.get(home)?.enums.has(name)) return `${place}['Enums'][${quoted(name)}]`;
    const relation = known.get(home)?.relations.get(name);
    if (relation === 'composite') return `${place}['CompositeTypes'][${quoted(name)}]`;
    if (relation) return `${place}['${relation === 'table' ? 'Tables' : 'Views'}'][${quoted(name)}]['Row']`;
    return simpleType(name) ?? 'unknown';
  }
  const schemas = shapes.map(([schema, shape]) => schemaType(schema, shape, typeOf));
  return `${header}
export type Database = {
  // The dialect of PostgREST that the host speaks, for the client.
  __InternalSupabase: {
    PostgrestVersion: '14.1';
  };
${schemas.join('')}};
${footer(quoted(shapes[0][0]))}`;
}

type NamedShape = readonly [schema: string, shape: SchemaShape];

function schemaType(schema: string, shape: SchemaShape, typeOf: TypeOf): string {
  const relations = new Map(shape.relations.map((relation) => [relation.name, relation.kind]));
  const tables = shape.relations.filter(({ kind }) => kind === 'table');
  const views = shape.relations.filter(({ kind }) => kind === 'view');
  const composites = shape.relations.filter(({ kind }) => kind === 'composite');
  return `  ${property(schema)}: {
    Tables: ${inside(tables.map((table) => [table.name, relationType(table, typeOf)]))};
    Views: ${inside(views.map((view) => [view.name, relationType(view, typeOf)]))};
    Functions: ${inside(functionTypes(shape.routines, relations, typeOf))};
    Enums: ${inside(shape.enums.map(({ name, values }) => [name, values.map(quoted).join(' | ')]))};
    CompositeTypes: ${inside(composites.map(({ name, columns }) => [name, rowType(columns, typeOf, true)]))};
  };
`;
}

/** A block that stands four steps deep, under its own first line. */
function inside(entries: [string, string][]): string {
  return indent(block(entries), '    ').trimStart();
}

function simpleType(name: string): string | undefined {
  if (numbers.has(name)) return 'number';
  if (texts.has(name)) return 'string';
  if (name === 'bool') return 'boolean';
  if (name === 'json' || name === 'jsonb') return 'Json';
  if (name === 'void') return 'undefined';
  if (name === 'record') return 'Record<string, unknown>';
  return undefined;
}

type TypeOf = (type: TypeRef) => string;

function relationType(relation: Relation, typeOf: TypeOf): string {
  const { columns, relationships, kind } = relation;
  const parts: [string, string][] = [['Row', rowType(columns, typeOf, kind === 'view')]];
  if (relation.isInsertable) parts.push(['Insert', writeType(columns, typeOf, 'insert', kind)]);
  if (relation.isUpdatable) parts.push(['Update', writeType(columns, typeOf, 'update', kind)]);
  const related = relationships.map((one) =>
    block([
      ['foreignKeyName', quoted(one.foreignKeyName)],
      ['columns', tuple(one.columns)],
      ['isOneToOne', String(one.isOneToOne)],
      ['referencedRelation', quoted(one.referencedRelation)],
      ['referencedColumns', tuple(one.referencedColumns)],
    ]),
  );
  parts.push([
    'Relationships',
    related.length === 0 ? '[]' : `[\n${indent(related.map((one) => `${one},`).join('\n'))}\n]`,
  ]);
  return block(parts);
}

function rowType(columns: Column[], typeOf: TypeOf, isLoose: boolean): string {
  return block(
    columns.map((column) => [column.name, orNull(columnType(column, typeOf), column.isNullable || isLoose)]),
  );
}

function columnType({ type, values }: Column, typeOf: TypeOf): string {
  return values ? values.map(quoted).join(' | ') : typeOf(type);
}

function writeType(
  columns: Column[],
  typeOf: TypeOf,
  how: 'insert' | 'update',
  kind: Relation['kind'],
): string {
  return block(
    columns.map((column): [string, string] => {
      const isOptional = how === 'update' || column.isNullable || column.hasDefault || kind === 'view';
      const isForbidden = column.isGenerated || column.isAlwaysIdentity;
      const type = isForbidden
        ? 'never'
        : orNull(inputType(columnType(column, typeOf)), column.isNullable || kind === 'view');
      return [isOptional || isForbidden ? `${column.name}?` : column.name, type];
    }),
  );
}

function functionTypes(
  routines: Routine[],
  relations: Map<string, Relation['kind']>,
  typeOf: TypeOf,
): [string, string][] {
  const byName = Map.groupBy(routines.filter(isCallable), ({ name }) => name);
  return [...byName].map(([name, overloads]) => [
    name,
    overloads.map((routine) => functionType(routine, relations, typeOf)).join(' | '),
  ]);
}

/** Arguments without names can only be one, taken from the whole body; types that no client can send leave a function out. */
function isCallable({ args }: Routine): boolean {
  return args.every(
    ({ name, type }) =>
      (name !== '' || args.length === 1) && (type.kind !== 'pseudo' || type.name === 'record'),
  );
}

function functionType(
  { args, returns, isStrict }: Routine,
  relations: Map<string, Relation['kind']>,
  typeOf: TypeOf,
): string {
  const named = args.map(({ name, type, hasDefault }): [string, string] => [
    name === '' ? "''" : hasDefault ? `${name}?` : name,
    orNull(inputType(typeOf(type)), !isStrict),
  ]);
  const row =
    returns.table.length > 1 || (returns.table.length === 1 && returns.isSet)
      ? block(returns.table.map(({ name, type }) => [name, typeOf(type)]))
      : typeOf(returns.type);
  const parts: [string, string][] = [
    ['Args', named.length === 0 ? 'never' : block(named)],
    ['Returns', returns.isSet ? `${row.includes(' ') && !row.startsWith('{') ? `(${row})` : row}[]` : row],
  ];
  const { type } = returns;
  const relation = relations.get(type.name);
  if (returns.table.length === 0 && type.kind === 'composite' && relation && relation !== 'composite') {
    parts.push([
      'SetofOptions',
      block([
        ['from', quoted('*')],
        ['to', quoted(type.name)],
        ['isOneToOne', String(!returns.isSet)],
        ['isSetofReturn', String(returns.isSet)],
      ]),
    ]);
  }
  return block(parts);
}

/** What may be sent where JSON is stored: any object, also one of an interface, which has no index signature. */
function inputType(type: string): string {
  return type === 'Json' ? 'JsonInput' : type;
}

function orNull(type: string, isNullable: boolean): string {
  return isNullable ? `${type} | null` : type;
}

function block(entries: [name: string, type: string][]): string {
  if (entries.length === 0) return '{ [_ in never]: never }';
  const lines = entries.map(([name, type]) => `${property(name)}: ${type};`);
  return `{\n${indent(lines.join('\n'))}\n}`;
}

function property(name: string): string {
  const isOptional = name.endsWith('?');
  const bare = isOptional ? name.slice(0, -1) : name;
  const isPlain = /^[A-Za-z_$][\w$]*$/.test(bare) || bare === "''";
  return `${isPlain ? bare : quoted(bare)}${isOptional ? '?' : ''}`;
}

function tuple(names: string[]): string {
  return `[${names.map(quoted).join(', ')}]`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function indent(text: string, by = '  '): string {
  return text.replace(/^(?=.)/gm, by);
}

const header = `// What the database offers to supabase-js, generated from the live schema by "npm run types". Never edited by hand.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];
export type JsonInput = Json | object;
`;

const footer = (schema: string) => `
type Offered = Database[${schema}];

/** A row as it is read from a table or a view. */
export type Tables<Name extends keyof (Offered['Tables'] & Offered['Views'])> = (Offered['Tables'] & Offered['Views'])[Name] extends {
  Row: infer Row;
}
  ? Row
  : never;

/** A row as it is given to a table. */
export type TablesInsert<Name extends keyof Offered['Tables']> = Offered['Tables'][Name] extends { Insert: infer Row } ? Row : never;

/** The part of a row that is changed. */
export type TablesUpdate<Name extends keyof Offered['Tables']> = Offered['Tables'][Name] extends { Update: infer Row } ? Row : never;

export type Enums<Name extends keyof Offered['Enums']> = Offered['Enums'][Name];

export type CompositeTypes<Name extends keyof Offered['CompositeTypes']> = Offered['CompositeTypes'][Name];
`;
