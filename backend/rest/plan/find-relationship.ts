// Chooses the relationship that an embed means: by the name of a relation, a foreign key, a column or a function,
// with or without a hint. Pure.
import { errors } from '../errors.ts';
import {
  type ForeignKeyRelationship,
  keyOf,
  type Relation,
  type Relationship,
  type SchemaCache,
} from '../schema-cache/schema-cache.ts';
import { mostSimilar } from './suggest-name.ts';

export interface EmbedName {
  target: string;
  hint?: string;
}

export function findRelationship(
  cache: SchemaCache,
  origin: Relation,
  schema: string,
  name: EmbedName,
): Relationship {
  const all = cache.relationships.get(keyOf(origin)) ?? [];
  const reachable = all.filter((one) => one.target.schema === schema || one.kind === 'computed');
  const computed = reachable.filter((one) => one.kind === 'computed' && one.routine.name === name.target);
  const found =
    computed.length > 0 && name.hint === undefined ? computed : reachable.filter((one) => matches(one, name));
  const [first, second] = found;
  if (!first) {
    const names = reachable.map((one) => one.target.name);
    const suggestion = mostSimilar(name.target, names);
    throw errors.noRelationship(
      origin.name,
      name.target,
      schema,
      name.hint,
      suggestion === null || suggestion === name.target
        ? null
        : `Perhaps you meant '${suggestion}' instead of '${name.target}'.`,
    );
  }
  if (!second) return first;
  // A view of a junction joins the same rows as the junction; without a hint the table is meant.
  const throughTables = found.filter((one) => !isThroughView(cache, one));
  if (throughTables.length === 1 && throughTables[0]) return throughTables[0];
  return fail(origin, name, found);
}

function matches(relationship: Relationship, { target, hint }: EmbedName): boolean {
  if (relationship.kind === 'computed') return false;
  const isNamed = relationship.target.name === target;
  if (relationship.isSelf && !relationship.junction) return matchesSelf(relationship, { target, hint });
  if (hint === undefined) {
    if (isNamed) return true;
    // Through a view the same key would be found twice, so these two names mean the table's own key.
    return (
      !relationship.isTargetView &&
      (relationship.constraint === target || isOnlyColumn(relationship, 0, target))
    );
  }
  return (
    isNamed &&
    (relationship.constraint === hint ||
      relationship.junction?.relation.name === hint ||
      isOnlyColumn(relationship, 0, hint) ||
      isOnlyColumn(relationship, 1, hint))
  );
}

/**
 * One key of a table on itself gives two relationships: the table's name means the rows that refer to this one, the
 * column's name means the row that this one refers to. A constraint's name could mean either, so it means neither.
 */
function matchesSelf(relationship: ForeignKeyRelationship, { target, hint }: EmbedName): boolean {
  if (relationship.isOriginReferencing) return hint === undefined && isOnlyColumn(relationship, 0, target);
  if (relationship.target.name !== target) return false;
  return hint === undefined || isOnlyColumn(relationship, 1, hint);
}

function isThroughView(cache: SchemaCache, one: Relationship): boolean {
  const junction = one.kind === 'foreign-key' ? one.junction : undefined;
  return junction !== undefined && (cache.relations.get(keyOf(junction.relation))?.isView ?? false);
}

function isOnlyColumn(relationship: ForeignKeyRelationship, side: 0 | 1, name: string): boolean {
  return relationship.columns.length === 1 && relationship.columns[0]?.[side] === name;
}

function fail(origin: Relation, name: EmbedName, found: Relationship[]): never {
  const candidates = found.flatMap((one) => (one.kind === 'foreign-key' ? [one] : []));
  throw errors.ambiguousRelationship(
    origin.name,
    name.target,
    candidates.map((one) => ({
      cardinality: one.cardinality,
      embedding: `${one.origin.name} with ${one.target.name}`,
      relationship: describe(one),
    })),
    candidates.map((one) => `${name.target}!${one.junction ? one.junction.relation.name : one.constraint}`),
  );
}

function describe(one: ForeignKeyRelationship): string {
  const list = (columns: [string, string][], side: 0 | 1) => columns.map((pair) => pair[side]).join(', ');
  if (one.junction) {
    const { junction } = one;
    return (
      `${junction.relation.name} using ${junction.originConstraint}(${list(junction.originColumns, 1)}) ` +
      `and ${junction.targetConstraint}(${list(junction.targetColumns, 1)})`
    );
  }
  return (
    `${one.constraint} using ${one.origin.name}(${list(one.columns, 0)}) ` +
    `and ${one.target.name}(${list(one.columns, 1)})`
  );
}
