// Splits the bytes from PostgreSQL into messages and parses the few that matter here.

export type RawRow = (Uint8Array | null)[];

/** Whether the error proves that nothing was committed. One that ends the connection may come right after the COMMIT. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof ServerError && error.severity === 'ERROR';
}

/** An error as PostgreSQL reports it. */
export class ServerError extends Error {
  readonly code: string;
  readonly severity: string;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  /** The character of the statement, counted from 1. */
  readonly position: string | undefined;
  readonly where: string | undefined;
  readonly table_name: string | undefined;
  readonly column_name: string | undefined;
  readonly constraint_name: string | undefined;
  /** The function of PostgreSQL that reported it. */
  readonly routine: string | undefined;

  constructor(fields: Map<string, string>) {
    super(fields.get('M') ?? 'unknown error');
    this.name = 'ServerError';
    this.code = fields.get('C') ?? 'XX000';
    this.severity = fields.get('V') ?? fields.get('S') ?? 'ERROR';
    this.detail = fields.get('D');
    this.hint = fields.get('H');
    this.position = fields.get('P');
    this.where = fields.get('W');
    this.table_name = fields.get('t');
    this.column_name = fields.get('c');
    this.constraint_name = fields.get('n');
    this.routine = fields.get('R');
  }
}

export type OnMessage = (type: number, body: Buffer) => void;

/** Takes chunks and returns complete messages, without their length. */
export function createMessageReader(onMessage: OnMessage): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let neededBytes = 5;
  return (chunk) => {
    pending.push(chunk);
    pendingBytes += chunk.length;
    // A large row arrives in many chunks: joining them only once keeps that linear.
    if (pendingBytes < neededBytes) return;
    const bytes = pending.length === 1 ? chunk : Buffer.concat(pending);
    let at = 0;
    neededBytes = 5;
    while (bytes.length - at >= 5) {
      const end = at + 1 + bytes.readInt32BE(at + 1);
      if (end > bytes.length) {
        neededBytes = end - at;
        break;
      }
      onMessage(bytes[at] ?? 0, bytes.subarray(at + 5, end));
      at = end;
    }
    const rest = bytes.subarray(at);
    pending = rest.length > 0 ? [rest] : [];
    pendingBytes = rest.length;
  };
}

export function readRow(body: Buffer): RawRow {
  const columns: RawRow = new Array(body.readInt16BE(0));
  let at = 2;
  for (let index = 0; index < columns.length; index += 1) {
    const length = body.readInt32BE(at);
    at += 4;
    columns[index] = length < 0 ? null : body.subarray(at, at + length);
    if (length > 0) at += length;
  }
  return columns;
}

export function readError(body: Buffer): ServerError {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < body.length && body[at] !== 0) {
    const end = body.indexOf(0, at + 1);
    fields.set(String.fromCharCode(body[at] ?? 0), body.toString('utf8', at + 1, end));
    at = end + 1;
  }
  return new ServerError(fields);
}
