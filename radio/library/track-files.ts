// The library's files: one per track, in the station's format. Frames are views on one read.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PacketFormat, packetFormats } from '../audio/packet-format.ts';
import { viewFrames } from '../audio/station-file.ts';
import { createFileReserve } from './file-reserve.ts';
import { packetFileOf, readPackets } from './packet-file.ts';

export interface TrackFiles {
  open(file: string): Promise<Uint8Array[]>;
  /** A track in a small format; undefined while it is not encoded. */
  openPackets(file: string, format: PacketFormat): Promise<Uint8Array[] | undefined>;
  save(file: string, bytes: Uint8Array): Promise<void>;
  /** A finished file on the same disk becomes one of the library. */
  adopt(file: string, path: string): Promise<void>;
  /** A track goes in every format. */
  remove(file: string): Promise<void>;
  list(): Promise<Set<string>>;
  pathOf(file: string): string;
}

// File names are made from ids: user input never becomes a path.
const NAME = /^[\w-]{1,80}\.(mp3|aac|opus|opus96|jpg|png|webp)$/;

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
    async openPackets(file, format) {
      const bytes = await reserve.read(pathOf(packetFileOf(file, format))).catch(() => undefined);
      const packets = bytes && readPackets(bytes, format);
      return packets && packets.length > 0 ? packets : undefined;
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
    async adopt(file, path) {
      await mkdir(folder, { recursive: true });
      await rename(path, pathOf(file));
    },
    async remove(file) {
      const names = new Set([file, ...packetFormats.map((format) => packetFileOf(file, format))]);
      await Promise.all([...names].map((name) => rm(pathOf(name), { force: true })));
    },
    async list() {
      await mkdir(folder, { recursive: true });
      return new Set((await readdir(folder)).filter((name) => NAME.test(name)));
    },
  };
}
