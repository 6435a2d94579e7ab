// Reads the catalogue and builds the schema cache: five queries in one transaction, so that they show one moment.
import type { Sql, TransactionSql } from '../../database/driver/sql.ts';
import { arrayLiteral } from '../query/fragment.ts';
import {
  foreignKeysQuery,
  relationsQuery,
  routinesQuery,
  surroundingsQuery,
  viewsQuery,
} from './catalog-queries.ts';
import { addRelationship, type ForeignKey, relationshipsOf } from './relationships.ts';
import {
  type Column,
  type ComputedField,
  keyOf,
  type Relation,
  type RelationName,
  type Relationship,
  type Routine,
  type RoutineParameter,
  type SchemaCache,
} from './schema-cache.ts';
import { typeNames } from './type-names.ts';
import { type RelationIdentity, type StoredView, viewKeysOf } from './view-keys.ts';

type RelationRow = Omit<Relation, 'columns'> & { columns: Column[] };
type RoutineRow = Omit<Routine, 'parameters'> & {
  parameters: (RoutineParameter & { relation: RelationName | null })[];
};
interface Views {
  views: StoredView[];
  identities: RelationIdentity[];
}
interface Surroundings {
  hasGeoJson: boolean;
  types: [name: string, formatted: string, schema: string][];
  timezones: string[];
  roleSettings: [role: string, settings: string[]][];
  schemaDescriptions: [schema: string, description: string | null][];
}

export async function loadSchemaCache(sql: Sql, schemas: string[]): Promise<SchemaCache> {
  const [relationRows, foreignKeys, views, routineRows, surroundings] = await sql.begin(
    'read only',
    async (reader) => {
      // With an empty path every name that PostgreSQL writes is fully qualified.
      await reader`select set_config('search_path', '', true)`;
      return Promise.all([
        readJson<RelationRow[]>(reader, relationsQuery, []),
        readJson<ForeignKey[]>(reader, foreignKeysQuery, []),
        readJson<Views>(reader, viewsQuery, []),
        readJson<RoutineRow[]>(reader, routinesQuery, [schemas]),
        readJson<Surroundings>(reader, surroundingsQuery, [schemas]),
      ]);
    },
  );
  const relations = new Map<string, Relation>();
  for (const row of relationRows) {
    relations.set(keyOf(row), {
      ...row,
      columns: new Map(row.columns.map((column) => [column.name, column])),
    });
  }
  const viewKeys = viewKeysOf(views.views, views.identities, relations, foreignKeys);
  for (const [key, primaryKey] of viewKeys.primaryKeys) {
    const view = relations.get(key);
    if (view) view.primaryKey = primaryKey;
  }
  const relationships = relationshipsOf([...foreignKeys, ...viewKeys.foreignKeys], relations);
  const routines = new Map<string, Routine[]>();
  const computedFields = new Map<string, Map<string, ComputedField>>();
  for (const row of routineRows) {
    if (isCallable(row)) routines.set(keyOf(row), [...(routines.get(keyOf(row)) ?? []), row]);
    addComputed(row, relationships, computedFields);
  }
  return {
    hasGeoJson: surroundings.hasGeoJson,
    relations,
    relationships,
    routines,
    computedFields,
    types: typeNames(surroundings.types, schemas),
    timezones: new Set(surroundings.timezones),
    roleSettings: new Map(surroundings.roleSettings.map(([role, settings]) => [role, settingsOf(settings)])),
    schemaDescriptions: new Map(
      surroundings.schemaDescriptions.map(([schema, description]) => [schema, description ?? '']),
    ),
  };
}

// The types a lone argument without a name may have: it takes the whole body of the request.
const wholeBodyTypes = new Set(['json', 'jsonb', 'text', 'bytea', 'xml']);

function isCallable(routine: RoutineRow): boolean {
  const unnamed = routine.parameters.filter((parameter) => parameter.name === '');
  const [only] = unnamed;
  return !only || (routine.parameters.length === 1 && wholeBodyTypes.has(only.type));
}

/** A function of one row is a column of its table; when it gives rows of a table, it is a relationship. */
function addComputed(
  routine: RoutineRow,
  relationships: Map<string, Relationship[]>,
  computedFields: Map<string, Map<string, ComputedField>>,
): void {
  const [parameter] = routine.parameters;
  if (routine.parameters.length !== 1 || !parameter?.relation) return;
  const origin = parameter.relation;
  const { returns } = routine;
  if (returns.relation) {
    addRelationship(relationships, {
      kind: 'computed',
      origin,
      target: returns.relation,
      routine: { schema: routine.schema, name: routine.name },
      isToOne: returns.isSingleRow,
      isSelf: keyOf(origin) === keyOf(returns.relation),
    });
    return;
  }
  if (returns.isSet || returns.kind === 'void') return;
  const fields = computedFields.get(keyOf(origin)) ?? new Map<string, ComputedField>();
  fields.set(routine.name, {
    name: routine.name,
    routine: { schema: routine.schema, name: routine.name },
    type: returns.type,
    isJson: returns.type === 'json' || returns.type === 'jsonb',
  });
  computedFields.set(keyOf(origin), fields);
}

function settingsOf(settings: string[]): Map<string, string> {
  return new Map(
    settings.map((setting) => {
      const equals = setting.indexOf('=');
      return [setting.slice(0, equals), setting.slice(equals + 1)];
    }),
  );
}

async function readJson<T>(sql: TransactionSql, text: string, parameters: string[][]): Promise<T> {
  const values = parameters.map(arrayLiteral);
  const [row] = await sql.unsafe<{ value: unknown }[]>(text, values);
  const value = row?.value;
  return (typeof value === 'string' ? JSON.parse(value) : value) as T;
}
