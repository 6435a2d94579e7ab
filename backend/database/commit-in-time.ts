// Runs the write of a request: it is committed only while the request waits for it. Everything including COMMIT is one
// round trip; before COMMIT the database itself compares its clock with a limit, so that a write that lay in a frozen
// server or network is not done after its request was given up. A write that takes longer for good reason fails that
// comparison, is still complete at its savepoint, and is committed in a second round trip if the request still waits.
import { OutcomeUnknown, RequestEnded, type RequestWrites } from './request-writes.ts';
import { isRolledBack, type RawRow } from './wire/message-reader.ts';
import type { WireConnection } from './wire/open-connection.ts';
import type { WireStatement } from './wire/prepared-statements.ts';

const utility = (text: string): WireStatement => ({ text, values: [], key: text });
const begin = utility('begin');
const commit = utility('commit');
const rollback = utility('rollback');
const savepoint = utility('savepoint onda_done');
const backToSavepoint = utility('rollback to savepoint onda_done');

/** How long after it was sent a write may be committed in the same round trip. */
const IN_TIME_MS = 1000;
/** The clocks are compared when a connection is opened, and they drift. */
const CLOCK_MARGIN_MS = 500;

// The cast of a time to a number fails, and with it what follows. Only pg_catalog is used: the caller's role may use nothing else.
const IN_TIME = `select case when pg_catalog.clock_timestamp() operator(pg_catalog.>)
  pg_catalog.to_timestamp($1::pg_catalog.float8)
  then pg_catalog.clock_timestamp()::pg_catalog.text::pg_catalog.int4 end`;

/**
 * The server's clock in milliseconds, less ours (performance.now, which never jumps). Too small by the time its answer took to
 * come, never too large: an answer that lay in a frozen network would let writes be committed that much later.
 */
const clockOffsets = new WeakMap<WireConnection, number>();

export async function compareClocks(connection: WireConnection): Promise<WireConnection> {
  try {
    const [rows] = await connection.run([
      { text: 'select extract(epoch from pg_catalog.clock_timestamp()) * 1000', values: [] },
    ]);
    const serverMs = Number(Buffer.from(rows?.[0]?.[0] ?? []).toString());
    clockOffsets.set(connection, serverMs - performance.now());
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** The first statement makes settings: its rows are left out. With `inspect`, the rows decide in a round trip of their own how the transaction ends. */
export async function commitInTime(
  connection: WireConnection,
  statements: WireStatement[],
  writes: RequestWrites | undefined,
  inspect?: (rows: RawRow[][]) => 'commit' | 'rollback',
): Promise<RawRow[][]> {
  let rows: RawRow[][];
  try {
    if (inspect || !writes) {
      [, , ...rows] = await connection.run([begin, ...statements]);
      if (inspect?.(rows) === 'rollback') await connection.run([rollback]);
      else await sendCommit(connection, [commit], writes);
      return rows;
    }
    const { results, isLate } = await runWithCommit(connection, statements, writes);
    rows = results.slice(2, 1 + statements.length);
    if (isLate) await sendCommit(connection, [backToSavepoint, commit], writes);
    return rows;
  } catch (error) {
    if (connection.isOpen) await connection.run([rollback]).catch(() => connection.destroy());
    throw error;
  }
}

async function runWithCommit(connection: WireConnection, statements: WireStatement[], writes: RequestWrites) {
  const limitMs = performance.now() + (clockOffsets.get(connection) ?? 0) + IN_TIME_MS;
  const inTime = { text: IN_TIME, values: [String(limitMs / 1000)], key: IN_TIME };
  const list = [begin, ...statements, savepoint, inTime, commit];
  let isLate = false;
  const isTolerated = (at: number) => {
    isLate ||= at === list.length - 2;
    return isLate;
  };
  const results = await noteOutcome(
    connection,
    writes,
    () => connection.run(list, { isTolerated }),
    () => !isLate,
  );
  return { results, isLate };
}

function sendCommit(
  connection: WireConnection,
  list: WireStatement[],
  writes: RequestWrites | undefined,
): Promise<RawRow[][]> {
  return noteOutcome(connection, writes, () => connection.run(list));
}

async function noteOutcome(
  connection: WireConnection,
  writes: RequestWrites | undefined,
  send: () => Promise<RawRow[][]>,
  isCommitted = () => true,
): Promise<RawRow[][]> {
  // On a closed connection nothing is sent.
  if (!writes || !connection.isOpen) return send();
  const settle = writes.beginCommit(IN_TIME_MS + CLOCK_MARGIN_MS);
  try {
    const results = await send();
    settle(isCommitted() ? 'committed' : 'undone');
    return results;
  } catch (error) {
    const isUndone = isRolledBack(error);
    settle(isUndone ? 'undone' : 'unknown');
    if (!isUndone) throw new OutcomeUnknown(error);
    throw writes.isEnded ? new RequestEnded() : error;
  }
}
