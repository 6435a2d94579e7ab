// Asks the database, as a subscriber, which of some changed rows it may see now: the row policies' own answer, never a
// copy of their logic. Also fetches large values that the stream of changes left out.
import type { Caller } from '#contracts/caller.ts';
import type { CallerPool } from '../../database/run-as-caller.ts';
import type { RowChange } from './pgoutput.ts';
import type { TableFacts } from './table-facts.ts';

/** By change, the values of the columns that were asked for. Rows that are missing cannot be seen. */
export type VisibleRows = Map<RowChange, ReadonlyMap<string, string | null>>;

export async function readVisibleRows(
  pool: CallerPool,
  subscriber: { caller: Caller; claims: string },
  table: TableFacts,
  changes: RowChange[],
  missing: string[],
): Promise<VisibleRows> {
  const given = changes.map(({ relation, new: row }) =>
    table.primaryKey.map(
      ({ name }) => row?.[relation.columns.findIndex((column) => column.name === name)] ?? null,
    ),
  );
  const sameKey = table.primaryKey.map(
    ({ name, sqlType }, index) => `t.${quote(name)} = (given.row ->> ${index})::${sqlType}`,
  );
  const [rows] = await pool.run({
    caller: subscriber.caller,
    settings: { 'request.jwt.claims': subscriber.claims, statement_timeout: '5000' },
    isReadOnly: true,
    statements: [
      {
        text: `select ${['given.place', ...missing.map((name) => `t.${quote(name)}::text`)].join(', ')}
          from pg_catalog.json_array_elements($1::text::json) with ordinality as given (row, place)
          join ${quote(table.schema)}.${quote(table.table)} t on ${sameKey.join(' and ')}`,
        values: [JSON.stringify(given)],
      },
    ],
  });
  const visible: VisibleRows = new Map();
  for (const row of rows ?? []) {
    const [place, ...texts] = row.map((value) => (value ? Buffer.from(value).toString('utf8') : null));
    const change = changes[Number(place) - 1];
    if (change) visible.set(change, new Map(missing.map((name, index) => [name, texts[index] ?? null])));
  }
  return visible;
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
