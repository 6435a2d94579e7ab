// What the station remembers across a restart: where it was in its programme, what it played, and the programme itself,
// so that it can begin without a database. Losing the file costs a fresh start, never the start.
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
    const kept = JSON.parse(await readFile(path, 'utf8')) as Partial<StationMemory>;
    return {
      ...fresh,
      ...kept,
      programme: { ...emptyProgramme, ...kept.programme },
      picks: { ...newMemory, ...kept.picks },
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
