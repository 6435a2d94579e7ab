// The library's files: one per track, in the station's format. Frames are views on one read.
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

// File names are made from ids: user input never becomes a path.
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
      if (frames.length === 0) throw new Error(`"${file}" contains no audio.`);
      return frames;
    },
    async save(file, bytes) {
      await mkdir(folder, { recursive: true });
      // Written atomically: a full disk must not leave half a track behind.
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
