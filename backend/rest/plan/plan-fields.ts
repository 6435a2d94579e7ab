// Resolves names of columns, computed fields and cast types against the cache. Pure.
import { errors } from '../errors.ts';
import type { Field } from '../request/scanner.ts';
import { keyOf, type Relation, type SchemaCache } from '../schema-cache/schema-cache.ts';
import type { PlannedField } from './read-plan.ts';
import { nearestColumn } from './suggest-name.ts';

// Every table has these, although the catalogue does not list them as columns of it.
const systemColumns = new Set(['ctid', 'tableoid', 'xmin', 'xmax', 'cmin', 'cmax']);

export function planField(cache: SchemaCache, relation: Relation, alias: string, field: Field): PlannedField {
  const { name, path } = field;
  const column = relation.columns.get(name);
  if (column) {
    return { column: column.name, isJson: column.isJson, isSearchVector: column.type === 'tsvector', path };
  }
  const computed = cache.computedFields.get(keyOf(relation))?.get(name);
  if (computed) {
    return {
      column: computed.name,
      routine: computed.routine,
      isJson: computed.isJson,
      isSearchVector: computed.type === 'tsvector',
      path,
    };
  }
  if (systemColumns.has(name)) return { column: name, isJson: false, isSearchVector: false, path };
  throw errors.undefinedColumn(alias, name, nearestColumn(name, relation.columns.keys()));
}

export function planCast(cache: SchemaCache, cast: string | undefined): string | undefined {
  if (cast === undefined) return undefined;
  const type = cache.types.get(cast) ?? cache.types.get(cast.toLowerCase());
  if (!type) throw errors.undefinedType(cast);
  return type;
}
