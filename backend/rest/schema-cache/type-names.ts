// The names a cast in `select` may use, each with the quoted name that stands in SQL. Names come from pg_type, so a
// cast can name nothing that the database does not know.
import { quoteIdent } from '../query/fragment.ts';

// What SQL itself calls some types, beside the names in pg_type.
const synonyms: Record<string, string> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  dec: 'numeric',
  boolean: 'bool',
  'character varying': 'varchar',
  character: 'bpchar',
  char: 'bpchar',
  timestamp: 'timestamp',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
};

export function typeNames(
  types: [name: string, formatted: string, schema: string][],
  schemas: string[],
): Map<string, string> {
  const rank = (schema: string) => (schema === 'pg_catalog' ? 0 : 1 + (schemas.indexOf(schema) + 1 || 1_000));
  const names = new Map<string, string>();
  const add = (name: string, quoted: string) => {
    if (names.has(name)) return;
    names.set(name, quoted);
    names.set(`${name}[]`, `${quoted}[]`);
  };
  // Where two schemas share a name, the search path decides: pg_catalog, then the exposed schemas in their order.
  for (const [name, formatted, schema] of [...types].sort((left, right) => rank(left[2]) - rank(right[2]))) {
    const quoted = `${quoteIdent(schema)}.${quoteIdent(name)}`;
    add(name, quoted);
    add(formatted, quoted);
  }
  for (const [name, target] of Object.entries(synonyms))
    names.set(name, `"pg_catalog".${quoteIdent(target)}`);
  return names;
}
