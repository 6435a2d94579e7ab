// Parses PostgreSQL's logical decoding messages (pgoutput, protocol version 1).
// Independent of connections and subscribers.
interface RelationColumn {
  name: string;
  typeOid: number;
  typeModifier: number;
  /** Part of the replica identity. */
  isKey: boolean;
}

interface Relation {
  oid: number;
  schema: string;
  table: string;
  columns: RelationColumn[];
}

/** Text of each column in order; undefined is a large value that did not change and was not sent. */
export type Tuple = (string | null | undefined)[];

export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE';

export interface RowChange {
  kind: ChangeKind;
  relation: Relation;
  /** The row as it is now; the row as it was, for a deletion whatever of it is known. */
  new?: Tuple;
  old?: Tuple;
  /** Only the key columns of `old` were sent. */
  isOldKeyOnly: boolean;
}

/** The transaction that some changes belong to. */
export interface Commit {
  atMs: number;
  /** Its number, 32 bits. */
  xid: number;
}

export type ReplicationMessage =
  | { type: 'begin'; commit: Commit }
  | { type: 'change'; change: RowChange }
  | { type: 'commit'; endLsn: bigint };

// Microseconds between 1970 and PostgreSQL's own epoch, 2000.
const postgresEpochUs = 946_684_800_000_000n;

/** A parser for one stream: it remembers the relations the stream described and reports each description. */
export function createPgoutputReader(
  onRelation: (oid: number) => void = () => undefined,
): (message: Buffer) => ReplicationMessage | undefined {
  const relations = new Map<number, Relation>();

  return (message) => {
    const cursor = new Cursor(message);
    switch (cursor.character()) {
      case 'B': {
        cursor.skip(8);
        const atMs = Number((cursor.int64() + postgresEpochUs) / 1000n);
        return { type: 'begin', commit: { atMs, xid: cursor.int32() } };
      }
      case 'C': {
        cursor.skip(9);
        return { type: 'commit', endLsn: cursor.int64() };
      }
      case 'R': {
        const relation = readRelation(cursor);
        relations.set(relation.oid, relation);
        onRelation(relation.oid);
        return undefined;
      }
      case 'I': {
        const relation = relations.get(cursor.int32());
        cursor.skip(1);
        return relation && changed({ kind: 'INSERT', relation, new: readTuple(cursor), isOldKeyOnly: false });
      }
      case 'U': {
        const relation = relations.get(cursor.int32());
        if (!relation) return undefined;
        let marker = cursor.character();
        const isOldKeyOnly = marker === 'K';
        let old: Tuple | undefined;
        if (marker !== 'N') {
          old = readTuple(cursor);
          marker = cursor.character();
        }
        return changed({ kind: 'UPDATE', relation, old, new: readTuple(cursor), isOldKeyOnly });
      }
      case 'D': {
        const relation = relations.get(cursor.int32());
        const isOldKeyOnly = cursor.character() === 'K';
        return relation && changed({ kind: 'DELETE', relation, old: readTuple(cursor), isOldKeyOnly });
      }
      default:
        return undefined;
    }
  };
}

function changed(change: RowChange): ReplicationMessage {
  return { type: 'change', change };
}

function readRelation(cursor: Cursor): Relation {
  const oid = cursor.int32();
  const schema = cursor.text() || 'pg_catalog';
  const table = cursor.text();
  cursor.skip(1);
  const columns = Array.from({ length: cursor.int16() }, () => ({
    isKey: (cursor.byte() & 1) === 1,
    name: cursor.text(),
    typeOid: cursor.int32(),
    typeModifier: cursor.int32() | 0,
  }));
  return { oid, schema, table, columns };
}

function readTuple(cursor: Cursor): Tuple {
  return Array.from({ length: cursor.int16() }, () => {
    switch (cursor.character()) {
      case 'n':
        return null;
      case 't':
        return cursor.sized();
      default:
        return undefined;
    }
  });
}

class Cursor {
  private at = 0;
  private readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }
  character(): string {
    return String.fromCharCode(this.byte());
  }
  skip(bytes: number): void {
    this.at += bytes;
  }
  int16(): number {
    this.at += 2;
    return this.bytes.readInt16BE(this.at - 2);
  }
  int32(): number {
    this.at += 4;
    return this.bytes.readUInt32BE(this.at - 4);
  }
  int64(): bigint {
    this.at += 8;
    return this.bytes.readBigInt64BE(this.at - 8);
  }
  text(): string {
    const end = this.bytes.indexOf(0, this.at);
    const value = this.bytes.toString('utf8', this.at, end);
    this.at = end + 1;
    return value;
  }
  sized(): string {
    const length = this.int32();
    this.at += length;
    return this.bytes.toString('utf8', this.at - length, this.at);
  }
}
