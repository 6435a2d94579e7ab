import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { encode, music } from '#radio/testing/sounds.ts';
import { openSounds } from './open-sounds.ts';

it.each(['aac', 'opus'] as const)(
  'a track is encoded as %s with the rights of its process',
  async (format) => {
    const folder = await mkdtemp(join(tmpdir(), 'onda-sounds-'));
    const sounds = await openSounds(folder);
    try {
      const from = join(folder, 'tracks', 'a.mp3');
      const to = join(folder, 'tracks', `a.${format}`);
      await writeFile(from, Buffer.concat(await encode(music(1))));
      await sounds.background.run('writePacketFile', { from, to, format });
      expect((await readFile(to)).length).toBeGreaterThan(5000);
      const elsewhere = sounds.background.run('writePacketFile', { from, to: join(folder, 'b'), format });
      await expect(elsewhere).rejects.toMatchObject({ failure: 'rejected' });
    } finally {
      sounds.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  90_000,
);
