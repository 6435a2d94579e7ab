// Which connections the server no longer works for. After a cut in the network, or when a firewall forgot a connection, an
// answer is awaited that will never come; a long statement looks the same from here, so the server itself is asked.
import type { RawRow } from './message-reader.ts';
import { type ConnectionTarget, openConnection, type WireConnection } from './open-connection.ts';

const ANSWER_LIMIT_MS = 5000;
/** Behind a pooler the server cannot be asked; no statement of a request takes longer. */
const MAX_SILENCE_MS = 330_000;

export async function findDeadConnections(
  target: ConnectionTarget,
  silent: WireConnection[],
  { answerLimitMs = ANSWER_LIMIT_MS }: { answerLimitMs?: number } = {},
): Promise<WireConnection[]> {
  const opening = openConnection(target);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), answerLimitMs);
  });
  try {
    const connection = await Promise.race([opening, late]);
    const [rows = []] = await Promise.race([connection.run([{ text: QUESTION, values: [] }]), late]);
    // Where the server's own number for this connection is another, the numbers say nothing: a pooler is in between.
    const isDirect = numbersOf(rows, 0).includes(connection.backendPid ?? 0);
    if (!isDirect) return silent.filter(({ silentMs }) => silentMs > MAX_SILENCE_MS);
    const working = new Set(numbersOf(rows, 1));
    return silent.filter(({ backendPid }) => !working.has(backendPid ?? 0));
  } catch {
    // Nothing answers any more: none of them will.
    return silent;
  } finally {
    clearTimeout(timer);
    late.catch(() => undefined);
    opening.then(
      (connection) => connection.destroy(),
      () => undefined,
    );
  }
}

// What waits for its client is not at work: it never got what was sent, or its answer was lost.
const QUESTION = `select pg_backend_pid()::text,
    (case when state is distinct from 'idle' and state is distinct from 'idle in transaction'
      and wait_event is distinct from 'ClientRead' and wait_event is distinct from 'ClientWrite' then pid end)::text
  from pg_catalog.pg_stat_activity where backend_type = 'client backend'`;

function numbersOf(rows: RawRow[], column: number): number[] {
  return rows.map((row) => Number(Buffer.from(row[column] ?? []).toString()));
}
