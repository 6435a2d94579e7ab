// Asks the database, as a subscriber, which changed rows it may see: the row policies themselves decide, never a
// copy of their logic. Also fetches large values that the stream of changes left out.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '#contracts/caller.ts';
import type { CallerPool } from '../../database/run-as-caller.ts';
import type { Commit, RowChange } from './pgoutput.ts';
import type { TableFacts } from './table-facts.ts';

/** By change, the values of the columns that were asked for. Rows that are missing cannot be seen. */
export type VisibleRows = Map<RowChange, ReadonlyMap<string, string | null>>;

export interface VisibleRowsQuestion {
  table: TableFacts;
  changes: RowChange[];
  /** Columns whose values are wanted besides. */
  missing: string[];
  commit: Commit;
}

const SNAPSHOT = 'select pg_catalog.pg_current_snapshot()::text';
const FIRST_WAIT_MS = 2;
const MAX_WAIT_MS = 100;
const GIVE_UP_MS = 10_000;

export async function readVisibleRows(
  pool: CallerPool,
  subscriber: { caller: Caller; claims: string },
  { table, changes, missing, commit }: VisibleRowsQuestion,
): Promise<VisibleRows> {
  const given = changes.map(({ relation, new: row }) =>
    table.primaryKey.map(
      ({ name }) => row?.[relation.columns.findIndex((column) => column.name === name)] ?? null,
    ),
  );
  const sameKey = table.primaryKey.map(
    ({ name, sqlType }, index) => `t.${quote(name)} = (given.row ->> ${index})::${sqlType}`,
  );
  const ask = () =>
    pool.run({
      caller: subscriber.caller,
      settings: { 'request.jwt.claims': subscriber.claims, statement_timeout: '5000' },
      isReadOnly: true,
      statements: [
        { text: SNAPSHOT, values: [] },
        {
          text: `select ${['given.place', ...missing.map((name) => `t.${quote(name)}::text`)].join(', ')}
          from pg_catalog.json_array_elements($1::text::json) with ordinality as given (row, place)
          join ${quote(table.schema)}.${quote(table.table)} t on ${sameKey.join(' and ')}`,
          values: [JSON.stringify(given)],
        },
      ],
    });
  // The stream may report a commit a moment before other transactions see it; until then the result would be outdated.
  let [seen, rows] = await ask();
  const deadlineMs = Date.now() + GIVE_UP_MS;
  for (let waitMs = FIRST_WAIT_MS; !isVisibleIn(textOf(seen?.[0]?.[0]) ?? '', commit.xid); waitMs *= 2) {
    if (Date.now() > deadlineMs)
      throw new Error('a transaction of the stream of changes did not become visible');
    await sleep(Math.min(waitMs, MAX_WAIT_MS));
    [seen, rows] = await ask();
  }
  const visible: VisibleRows = new Map();
  for (const row of rows ?? []) {
    const [place, ...texts] = row.map(textOf);
    const change = changes[Number(place) - 1];
    if (change) visible.set(change, new Map(missing.map((name, index) => [name, texts[index] ?? null])));
  }
  return visible;
}

const textOf = (value: Uint8Array | null | undefined) => (value ? Buffer.from(value).toString('utf8') : null);

/** `snapshot` as PostgreSQL writes it: "xmin:xmax:those in between that still run". */
export function isVisibleIn(snapshot: string, xid: number): boolean {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':');
  const end = BigInt(xmax);
  // Of the number only the lower half is known; it is near the end of the snapshot.
  const whole = end + BigInt.asIntN(32, BigInt(xid) - end);
  if (whole < BigInt(xmin)) return true;
  return whole < end && !running.split(',').includes(String(whole));
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
