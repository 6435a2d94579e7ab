// Builds the relationships between relations from foreign keys: both directions, and through junction tables.
// Pure; names of views come in as further foreign keys between the views and the tables behind them.
import {
  type ForeignKeyRelationship,
  keyOf,
  type Relation,
  type RelationName,
  type Relationship,
} from './schema-cache.ts';

export interface ForeignKey {
  constraint: string;
  origin: RelationName;
  target: RelationName;
  columns: [origin: string, target: string][];
  isOneToOne: boolean;
}

export function relationshipsOf(
  foreignKeys: ForeignKey[],
  relations: Map<string, Relation>,
): Map<string, Relationship[]> {
  const direct = foreignKeys.flatMap((key) => bothDirections(key, relations));
  const byOrigin = new Map<string, Relationship[]>();
  for (const relationship of [...direct, ...throughJunctions(foreignKeys, relations)]) {
    addRelationship(byOrigin, relationship);
  }
  return byOrigin;
}

export function addRelationship(byOrigin: Map<string, Relationship[]>, relationship: Relationship): void {
  const key = keyOf(relationship.origin);
  const list = byOrigin.get(key);
  if (list) list.push(relationship);
  else byOrigin.set(key, [relationship]);
}

function bothDirections(key: ForeignKey, relations: Map<string, Relation>): ForeignKeyRelationship[] {
  const isSelf = keyOf(key.origin) === keyOf(key.target);
  const isView = (name: RelationName) => relations.get(keyOf(name))?.isView ?? false;
  return [
    {
      kind: 'foreign-key',
      origin: key.origin,
      target: key.target,
      cardinality: key.isOneToOne ? 'one-to-one' : 'many-to-one',
      isSelf,
      isTargetView: isView(key.target),
      constraint: key.constraint,
      isOriginReferencing: true,
      columns: key.columns,
    },
    {
      kind: 'foreign-key',
      origin: key.target,
      target: key.origin,
      cardinality: key.isOneToOne ? 'one-to-one' : 'one-to-many',
      isSelf,
      isTargetView: isView(key.origin),
      constraint: key.constraint,
      isOriginReferencing: false,
      columns: key.columns.map(([own, referenced]) => [referenced, own]),
    },
  ];
}

/** A table whose primary key holds two foreign keys joins the two tables that they point to. */
function throughJunctions(
  foreignKeys: ForeignKey[],
  relations: Map<string, Relation>,
): ForeignKeyRelationship[] {
  const byOrigin = Map.groupBy(foreignKeys, (key) => keyOf(key.origin));
  const found: ForeignKeyRelationship[] = [];
  for (const [junctionKey, keys] of byOrigin) {
    const primaryKey = relations.get(junctionKey)?.primaryKey ?? [];
    const inPrimaryKey = keys.filter((key) => key.columns.every(([own]) => primaryKey.includes(own)));
    for (const left of inPrimaryKey) {
      for (const right of inPrimaryKey) {
        if (
          left === right ||
          (left.constraint === right.constraint && keyOf(left.target) === keyOf(right.target))
        )
          continue;
        found.push({
          kind: 'foreign-key',
          origin: left.target,
          target: right.target,
          cardinality: 'many-to-many',
          isSelf: keyOf(left.target) === keyOf(right.target),
          isTargetView: relations.get(keyOf(right.target))?.isView ?? false,
          constraint: '',
          isOriginReferencing: false,
          columns: [],
          junction: {
            relation: left.origin,
            originConstraint: left.constraint,
            targetConstraint: right.constraint,
            originColumns: left.columns.map(([own, referenced]) => [referenced, own]),
            targetColumns: right.columns.map(([own, referenced]) => [referenced, own]),
          },
        });
      }
    }
  }
  return found;
}
