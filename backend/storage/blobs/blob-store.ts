// Where bytes live. A blob is written once under a version of its own and never changed; names, rights and limits are
// rows in the database and none of a store's business.
import type { StagedFile } from './staging.ts';

export interface ByteRange {
  start: number;
  /** The last byte, included. */
  end: number;
}

export interface BlobStore {
  /** Takes the bytes of a staged file: once this resolves they survive a crash. The caller that staged the file discards it. */
  adopt(version: string, file: StagedFile): Promise<void>;
  /** The bytes, or undefined when there are none under this version. */
  read(version: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  copy(from: string, to: string): Promise<void>;
  /** Removing what is not there is no error. */
  remove(versions: string[]): Promise<void>;
  /** Throws when bytes could neither be stored nor read. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Versions are ours and become part of paths; anything else is rejected before. */
const VERSION = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function requireVersion(version: string): string {
  if (!VERSION.test(version)) throw new Error('not a version of a blob');
  return version;
}
