// Finds connections the server no longer works for. After a network cut, or when a firewall dropped a connection, a
// response never comes; a long statement looks the same from here, so the server itself is asked.
import type { RawRow } from './message-reader.ts';
import { openConnection } from './open-connection.ts';
import type { ConnectionTarget } from './open-socket.ts';

/** What is known about a connection that waits for an answer. */
interface SilentConnection {
  readonly silentMs: number;
  readonly backendPid: number | undefined;
}

/** What the server is working on, by process. */
interface ServerWork {
  pids: ReadonlySet<number>;
  /** Whether these numbers are meaningful here: a pooler in between has its own. */
  hasOurPids: boolean;
}

export interface AskOptions {
  answerLimitMs?: number;
}

const ANSWER_LIMIT_MS = 5000;
/** Behind a pooler the server cannot be asked; no statement of a request takes longer. */
const MAX_SILENCE_MS = 330_000;

export async function findDeadConnections<Connection extends SilentConnection>(
  target: ConnectionTarget,
  silent: Connection[],
  options: AskOptions = {},
): Promise<Connection[]> {
  const work = await askServer(target, options);
  // The server is unreachable: all connections are dead.
  if (!work) return silent;
  if (!work.hasOurPids) return silent.filter(({ silentMs }) => silentMs > MAX_SILENCE_MS);
  return silent.filter(({ backendPid }) => !work.pids.has(backendPid ?? 0));
}

/** Undefined when the server does not answer a new connection either. */
async function askServer(
  target: ConnectionTarget,
  { answerLimitMs = ANSWER_LIMIT_MS }: AskOptions = {},
): Promise<ServerWork | undefined> {
  const opening = openConnection(target);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), answerLimitMs);
  });
  try {
    const connection = await Promise.race([opening, late]);
    const results = await Promise.race([connection?.run([{ text: QUESTION, values: [] }]), late]);
    if (!connection || !results) return undefined;
    const rows = results[0] ?? [];
    const pids = new Set(rows.map((row) => numberIn(row, 0)));
    return { pids, hasOurPids: pids.has(connection.backendPid ?? 0) };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    opening.then(
      (connection) => connection.destroy(),
      () => undefined,
    );
  }
}

// A process that waits for its client is not working: it never got the query, or its response was lost.
const QUESTION = `select pid::text from pg_catalog.pg_stat_activity
  where backend_type = 'client backend' and state is distinct from 'idle' and state is distinct from 'idle in transaction'
    and wait_event is distinct from 'ClientRead' and wait_event is distinct from 'ClientWrite'`;

function numberIn(row: RawRow, column: number): number {
  return Number(Buffer.from(row[column] ?? []).toString());
}
