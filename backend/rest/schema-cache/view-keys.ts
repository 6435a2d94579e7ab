// Applies keys to views: a view that shows all columns of a table's key has that key too, so that views embed and
// can be embedded like the tables behind them. Pure.
import type { ForeignKey } from './relationships.ts';
import { keyOf, type Relation, type RelationName } from './schema-cache.ts';
import { columnOrigins } from './view-columns.ts';

export interface StoredView {
  oid: number;
  query: string;
}

export interface RelationIdentity extends RelationName {
  oid: number;
  /** Names of the columns by their number. */
  numbers: Record<string, string>;
}

/** Of one view: for each table behind it, the view's columns that show a column of that table. */
type ViewColumns = Map<string, Map<string, string[]>>;

export interface ViewKeys {
  foreignKeys: ForeignKey[];
  primaryKeys: Map<string, string[]>;
}

export function viewKeysOf(
  views: StoredView[],
  identities: RelationIdentity[],
  relations: Map<string, Relation>,
  foreignKeys: ForeignKey[],
): ViewKeys {
  const shownBy = shownColumns(views, identities);
  /** The views of a table, with the table's columns under the views' names; a column shown twice gives two ways. */
  const viewsShowing = (table: RelationName, columns: string[]): { view: RelationName; names: string[] }[] =>
    [...shownBy].flatMap(([viewKey, shown]) => {
      const view = relations.get(viewKey);
      const own = shown.get(keyOf(table));
      return view && own
        ? combinations(columns.map((column) => own.get(column) ?? [])).map((names) => ({ view, names }))
        : [];
    });
  return {
    foreignKeys: foreignKeys.flatMap((key) => carriedKeys(key, viewsShowing)),
    primaryKeys: primaryKeysOf(shownBy, relations),
  };
}

function carriedKeys(
  key: ForeignKey,
  viewsShowing: (table: RelationName, columns: string[]) => { view: RelationName; names: string[] }[],
): ForeignKey[] {
  const ownColumns = key.columns.map(([own]) => own);
  const referenced = key.columns.map(([, other]) => other);
  const origins = [{ view: key.origin, names: ownColumns }, ...viewsShowing(key.origin, ownColumns)];
  const targets = [{ view: key.target, names: referenced }, ...viewsShowing(key.target, referenced)];
  return origins
    .flatMap((origin) => targets.map((target) => ({ origin, target })))
    .slice(1) // The first pair is the key itself.
    .map(({ origin, target }) => ({
      constraint: key.constraint,
      origin: { schema: origin.view.schema, name: origin.view.name },
      target: { schema: target.view.schema, name: target.view.name },
      columns: origin.names.map((name, index): [string, string] => [name, target.names[index] ?? '']),
      isOneToOne: key.isOneToOne,
    }));
}

function primaryKeysOf(
  shownBy: Map<string, ViewColumns>,
  relations: Map<string, Relation>,
): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const [viewKey, shown] of shownBy) {
    for (const [tableKey, columns] of shown) {
      const primaryKey = relations.get(tableKey)?.primaryKey ?? [];
      const names = primaryKey.map((column) => columns.get(column)?.[0]);
      if (names.length > 0 && names.every((name) => name !== undefined) && !keys.has(viewKey)) {
        keys.set(viewKey, names);
      }
    }
  }
  return keys;
}

/** For every view, what it shows of the tables behind it, views in between followed down to the tables. */
function shownColumns(views: StoredView[], identities: RelationIdentity[]): Map<string, ViewColumns> {
  const byOid = new Map(identities.map((identity) => [identity.oid, identity]));
  const origins = new Map(views.map((view) => [view.oid, columnOrigins(view.query)]));
  /** The table column behind a column, or undefined when it is computed on the way. */
  function follow(
    oid: number,
    number: number,
    steps: number,
  ): { table: RelationIdentity; column: string } | undefined {
    const relation = byOid.get(oid);
    const column = relation?.numbers[number];
    if (!relation || column === undefined || steps > views.length) return undefined;
    const inner = origins.get(oid);
    if (!inner) return { table: relation, column };
    const origin = inner.find((candidate) => candidate.number === number);
    return origin && follow(origin.tableOid, origin.columnNumber, steps + 1);
  }
  const result = new Map<string, ViewColumns>();
  for (const view of views) {
    const identity = byOid.get(view.oid);
    if (!identity) continue;
    const shown: ViewColumns = new Map();
    for (const origin of origins.get(view.oid) ?? []) {
      const source = follow(origin.tableOid, origin.columnNumber, 0);
      const name = identity.numbers[origin.number];
      if (!source || name === undefined) continue;
      const columns = shown.get(keyOf(source.table)) ?? new Map<string, string[]>();
      columns.set(source.column, [...(columns.get(source.column) ?? []), name]);
      shown.set(keyOf(source.table), columns);
    }
    result.set(keyOf(identity), shown);
  }
  return result;
}

function combinations(choices: string[][]): string[][] {
  return choices.reduce<string[][]>(
    (combined, names) => combined.flatMap((start) => names.map((name) => [...start, name])),
    [[]],
  );
}
