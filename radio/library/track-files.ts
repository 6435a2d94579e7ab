// Where the library's sound lies: one file a track, in the station's format. Frames come back as views on one read.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { viewFrames } from '../audio/station-file.ts';
import { createFileReserve } from './file-reserve.ts';

export interface TrackFiles {
  open(file: string): Promise<Uint8Array[]>;
  save(file: string, bytes: Uint8Array): Promise<void>;
  remove(file: string): Promise<void>;
  list(): Promise<Set<string>>;
  pathOf(file: string): string;
}

// Names are our own, made from ids: nothing a stranger wrote becomes a path.
const NAME = /^[\w-]{1,80}\.(mp3|jpg|png|webp)$/;

export function createTrackFiles(folder: string): TrackFiles {
  const pathOf = (file: string) => {
    if (!NAME.test(file)) throw new Error(`"${file}" is not the name of a library file.`);
    return join(folder, file);
  };
  const reserve = createFileReserve();
  return {
    pathOf,
    async open(file) {
      const frames = viewFrames(await reserve.read(pathOf(file)));
      if (frames.length === 0) throw new Error(`"${file}" holds no sound.`);
      return frames;
    },
    async save(file, bytes) {
      await mkdir(folder, { recursive: true });
      // Whole or not at all: a full disk must not leave half a song behind.
      const draft = `${pathOf(file)}.part`;
      try {
        await writeFile(draft, bytes);
        await rename(draft, pathOf(file));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    remove: (file) => rm(pathOf(file), { force: true }),
    async list() {
      await mkdir(folder, { recursive: true });
      return new Set((await readdir(folder)).filter((name) => NAME.test(name)));
    },
  };
}
