// Asks the database as the caller, under the row policies of storage.buckets and storage.objects.
// Statements give one column of JSON; nothing here knows what they mean.
import type { CallerPool, CallerStatement, RawRow } from '#backend/database/run-as-caller.ts';
import type { Share } from '#backend/queue/fair-queue.ts';
import type { Call } from './http/call.ts';

export interface Question extends CallerStatement {
  /** What policies see as storage.operation(). */
  operation: string;
}

export interface CallerDatabase {
  read<Row>(call: Call, question: Question): Promise<Row[]>;
  write<Row>(call: Call, question: Question): Promise<Row[]>;
  /** Whether it would be allowed: done and undone. */
  rehearse(call: Call, question: Question): Promise<void>;
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT = '15s';

export function createCallerDatabase(
  pool: CallerPool,
  shareOf: (call: Call) => Share | undefined = () => undefined,
): CallerDatabase {
  async function run<Row>(
    call: Call,
    question: Question,
    how: 'read' | 'write' | 'rehearse',
  ): Promise<Row[]> {
    const { caller, request } = call;
    const [rows = []] = await pool.run({
      caller,
      share: shareOf(call),
      settings: {
        'request.jwt.claims': JSON.stringify({ role: caller.role, ...caller.claims }),
        'request.method': request.method,
        'request.path': call.path,
        'request.headers': JSON.stringify(Object.fromEntries(request.headers)),
        'storage.operation': question.operation,
        search_path: 'storage, public, extensions',
        statement_timeout: STATEMENT_TIMEOUT,
      },
      isReadOnly: how === 'read',
      statements: [{ text: question.text, values: question.values }],
      inspect: how === 'rehearse' ? () => 'rollback' : undefined,
    });
    return rows.map((row) => parse<Row>(row));
  }
  return {
    read: (call, question) => run(call, question, 'read'),
    write: (call, question) => run(call, question, 'write'),
    rehearse: async (call, question) => void (await run(call, question, 'rehearse')),
    close: () => pool.close(),
  };
}

function parse<Row>([column]: RawRow): Row {
  return JSON.parse(Buffer.from(column ?? 'null').toString('utf8')) as Row;
}
