// An uploaded file, read where it is needed: an hour of music needs no more memory than a minute.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface SoundFile {
  readonly path: string;
  readonly size: number;
  /** Fewer bytes where the file ends. */
  read(at: number, length: number): Buffer;
  close(): void;
}

const WINDOW_BYTES = 262_144;

export function openSoundFile(path: string): SoundFile {
  const descriptor = openSync(path, 'r');
  const { size } = fstatSync(descriptor);
  let window: Buffer = Buffer.alloc(0);
  let windowAt = 0;

  function readFrom(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
    return bytes.subarray(0, readSync(descriptor, bytes, { position: at }));
  }

  return {
    path,
    size,
    read(at, length) {
      if (length > WINDOW_BYTES) return readFrom(at, length);
      if (at < windowAt || at + length > windowAt + window.length) {
        window = readFrom(at, WINDOW_BYTES);
        windowAt = at;
      }
      return window.subarray(at - windowAt, at - windowAt + length);
    },
    close: () => closeSync(descriptor),
  };
}
