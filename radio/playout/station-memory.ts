// What the station saves across a restart: its position in the programme, what it played, and the programme itself,
// so that it can start without a database. If the file is lost, the station starts fresh.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AirItem } from '#contracts/radio.ts';
import { newMemory, type PickMemory } from '../schedule/next-track.ts';
import { emptyProgramme, type Programme } from '../schedule/programme.ts';

export interface StationMemory {
  programme: Programme;
  picks: PickMemory;
  history: AirItem[];
  /** What was on air, and how far it had come. */
  current: { trackId: string; frame: number } | null;
  savedAtMs: number;
}

export async function loadMemory(path: string): Promise<StationMemory> {
  const fresh: StationMemory = {
    programme: emptyProgramme,
    picks: newMemory,
    history: [],
    current: null,
    savedAtMs: 0,
  };
  try {
    const saved = JSON.parse(await readFile(path, 'utf8')) as Partial<StationMemory>;
    return {
      ...fresh,
      ...saved,
      programme: { ...emptyProgramme, ...saved.programme },
      picks: { ...newMemory, ...saved.picks },
    };
  } catch {
    return fresh;
  }
}

export async function saveMemory(path: string, memory: StationMemory): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, JSON.stringify(memory));
  await rename(`${path}.part`, path);
}
