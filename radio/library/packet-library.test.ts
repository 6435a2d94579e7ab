import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offeredFormats } from '../audio/packet-format.ts';
import { encode, music } from '../testing/sounds.ts';
import { writePacketFile } from './encode-packet-file.ts';
import { createPacketLibrary } from './packet-library.ts';
import { createTrackFiles } from './track-files.ts';

let folder: string;
const failures: string[] = [];
const usual = offeredFormats({});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-packets-'));
  failures.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(rest: { minFreeBytes?: number; isBusy?(): boolean } = {}) {
  const files = createTrackFiles(folder);
  const onFailure = (error: Error, file: string) => void failures.push(`${file}: ${error.message}`);
  return {
    files,
    library: createPacketLibrary({
      files,
      encode: writePacketFile,
      delayMs: 0,
      minFreeBytes: 0,
      isBusy: () => false,
      onFailure,
      ...rest,
    }),
  };
}

describe('tracks in small formats', () => {
  it('[RADIO-34] are encoded in the background, once, and what a crash left behind is encoded again', async () => {
    await writeFile(join(folder, 'a.mp3'), Buffer.concat(await encode(music(1))));
    await writeFile(join(folder, 'not-sound.mp3'), 'text');
    await writeFile(join(folder, 'a.aac.part'), 'half of it');
    const { files, library } = open();
    library.follow(['a.mp3', 'not-sound.mp3', 'missing.mp3'], usual);
    await expect.poll(() => failures.length, { timeout: 60_000 }).toBe(2);
    await library.close();
    expect((await readdir(folder)).sort()).toEqual(['a.aac', 'a.mp3', 'a.opus', 'not-sound.mp3']);
    expect(failures.map((line) => line.split(':')[0])).toEqual(['not-sound.aac', 'not-sound.opus']);
    expect((await files.openPackets('a.mp3', 'opus'))?.length).toBe(53);
    expect(await files.openPackets('missing.mp3', 'opus')).toBeUndefined();

    const made = await readFile(join(folder, 'a.aac'));
    const again = open();
    again.library.follow(['a.mp3'], usual);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await again.library.close();
    expect(await readFile(join(folder, 'a.aac'))).toEqual(made);
    await files.remove('a.mp3');
    expect(await readdir(folder)).toEqual(['not-sound.mp3']);
  });

  it('[RADIO-34] include Opus at 96 kbit/s only while the studio offers it', async () => {
    await writeFile(join(folder, 'a.mp3'), Buffer.concat(await encode(music(2))));
    const { files, library } = open();
    const present = async () => (await readdir(folder)).filter((name) => !name.endsWith('.part')).sort();
    library.follow(['a.mp3'], offeredFormats({ hasOpus96: true }));
    await expect.poll(present, { timeout: 60_000 }).toEqual(['a.aac', 'a.mp3', 'a.opus', 'a.opus96']);
    const bytesOf = async (format: 'opus' | 'opus96') =>
      (await files.openPackets('a.mp3', format))?.reduce((sum, { length }) => sum + length, 0) ?? 0;
    expect((await bytesOf('opus96')) / (await bytesOf('opus'))).toBeCloseTo(2, 0);
    library.follow(['a.mp3'], usual);
    await expect.poll(present).toEqual(['a.aac', 'a.mp3', 'a.opus']);
    await library.close();
    expect(failures).toEqual([]);
  });

  it('[RADIO-34] are not encoded on a disk that is almost full', async () => {
    await writeFile(join(folder, 'a.mp3'), Buffer.concat(await encode(music(1))));
    const { library } = open({ minFreeBytes: Number.MAX_SAFE_INTEGER });
    library.follow(['a.mp3'], usual);
    await expect.poll(() => failures).toEqual(['a.aac: The disk is almost full.']);
    await library.close();
    expect(await readdir(folder)).toEqual(['a.mp3']);
  });

  it('[RADIO-34] wait while the machine is busy, and closing does not', async () => {
    await writeFile(join(folder, 'busy.mp3'), Buffer.concat(await encode(music(1))));
    const isBusy = vi.fn(() => true);
    const { files, library } = open({ isBusy });
    library.follow(['busy.mp3'], usual);
    await expect.poll(() => isBusy.mock.calls.length).toBeGreaterThan(0);
    await library.close();
    expect([...(await files.list())]).not.toContain('busy.aac');
  });
});
