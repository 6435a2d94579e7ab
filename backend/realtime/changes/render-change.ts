// The JSON of a changed row as one role may see it: only columns it may select, under row policies only the key of the
// old row, and only short values of a row that is too large.
import { jsonOfColumn } from './convert-value.ts';
import type { RowChange, Tuple } from './pgoutput.ts';
import type { RoleFacts, TableFacts } from './table-facts.ts';

export interface RenderOptions {
  change: RowChange;
  table: TableFacts;
  role: RoleFacts;
  commitMs: number;
  /** Columns a subscription wants; undefined for all. */
  select: ReadonlySet<string> | undefined;
  /** Large values that the stream left out because they did not change. */
  filledIn: ReadonlyMap<string, string | null> | undefined;
  recordBytes: number;
}

const shortBytes = 64;
const tooLarge = 'Error 413: Payload Too Large';
const unauthorized = 'Error 401: Unauthorized';
const withoutKey = 'Error 400: Bad Request, no primary key';

/** A member of the payload: its name, value as JSON. */
type Field = [name: string, json: string];

export function renderChange(options: RenderOptions): string {
  const { change, table, role } = options;
  const mayKnow = table.primaryKey.every(({ name }) => role.selectable.has(name));
  if (!mayKnow || role.selectable.size === 0) return payload(options, [], [], undefined, [unauthorized]);
  if (needsKey(change, table, role) && table.primaryKey.length === 0) {
    return payload(options, [], [], undefined, [withoutKey]);
  }
  const record = change.new && fields(options, change.new, () => true);
  const oldRecord = change.kind === 'INSERT' ? undefined : oldFields(options);
  const bytes = sizeOf(record) + sizeOf(oldRecord);
  const columns = change.relation.columns.filter(({ name }) => isShown(options, name));
  const shown = columns.map(({ name }) => [name, table.columns.get(name)?.typeName ?? 'text'] as const);
  if (bytes <= options.recordBytes) return payload(options, shown, record, oldRecord, undefined);
  const short = (list: Field[] | undefined) =>
    list?.filter(([, json]) => Buffer.byteLength(json) <= shortBytes);
  return payload(options, shown, short(record), short(oldRecord), [tooLarge]);
}

/** The row policies must be checked for this row. */
export function needsKey({ kind }: RowChange, table: TableFacts, role: RoleFacts): boolean {
  return kind !== 'DELETE' && table.hasRowPolicies && role.isBoundByPolicies;
}

function isShown({ role, select }: RenderOptions, name: string): boolean {
  return role.selectable.has(name) && (select === undefined || select.has(name));
}

function fields(options: RenderOptions, tuple: Tuple, isWanted: (name: string) => boolean): Field[] {
  const { change, table, filledIn } = options;
  return change.relation.columns.flatMap(({ name }, index): Field[] => {
    const value = tuple[index] === undefined ? filledIn?.get(name) : tuple[index];
    if (value === undefined || !isShown(options, name) || !isWanted(name)) return [];
    return [[name, jsonOfColumn(value, table.columns.get(name))]];
  });
}

function oldFields(options: RenderOptions): Field[] {
  const { change, table, role } = options;
  const isKey = new Set(
    table.primaryKey.length > 0
      ? table.primaryKey.map(({ name }) => name)
      : change.relation.columns.filter((column) => column.isKey).map(({ name }) => name),
  );
  // Policies cannot be checked for the old row any more, so only its key is sent.
  const isBound = table.hasRowPolicies && role.isBoundByPolicies;
  const wanted = (name: string) => (isBound || change.isOldKeyOnly ? isKey.has(name) : true);
  if (change.old) return fields(options, change.old, wanted);
  return change.new ? fields(options, change.new, (name) => isKey.has(name)) : [];
}

function sizeOf(list: Field[] | undefined): number {
  return (list ?? []).reduce((bytes, [name, json]) => bytes + name.length + Buffer.byteLength(json) + 4, 2);
}

function payload(
  { change, table, commitMs }: RenderOptions,
  columns: (readonly [string, string])[],
  record: Field[] | undefined,
  oldRecord: Field[] | undefined,
  errors: string[] | undefined,
): string {
  const object = (list: Field[]) =>
    `{${list.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
  const parts = [
    `"schema":${JSON.stringify(table.schema)}`,
    `"table":${JSON.stringify(table.table)}`,
    `"type":"${change.kind}"`,
    `"commit_timestamp":"${new Date(commitMs).toISOString()}"`,
    `"columns":${JSON.stringify(columns.map(([name, type]) => ({ name, type })))}`,
    `"errors":${errors ? JSON.stringify(errors) : 'null'}`,
  ];
  // A deletion has no new row and an insertion no old one; clients ask for neither.
  if (change.kind !== 'DELETE') parts.push(`"record":${object(record ?? [])}`);
  if (change.kind !== 'INSERT') parts.push(`"old_record":${object(oldRecord ?? [])}`);
  return `{${parts.join(',')}}`;
}
