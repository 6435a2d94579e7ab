// Every room of the menu, and the rooms within them: loaded whole by an empty browser, and pressed in the menu.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { sections } from '#app/dashboard/sections.ts';
import { type FirstInteraction, loadRoom, pressRoom } from './first-interaction.ts';
import type { Owner } from './owner.ts';

export interface RoomFigures {
  path: string;
  loads: FirstInteraction[];
  presses: FirstInteraction[];
}

/** As somebody looks at a room before they go on. */
const BETWEEN_PRESSES_MS = 700;

export async function measureRooms(
  owner: Owner,
  url: string,
  { runs, say }: { runs: number; say: (line: string) => void },
): Promise<RoomFigures[]> {
  const rooms: RoomFigures[] = sections.map(({ to }) => ({ path: to, loads: [], presses: [] }));
  for (let run = 0; run < runs; run += 1) {
    // The rooms within a room are found while it is open, and join the list behind it.
    for (let index = 0; index < rooms.length; index += 1) {
      const room = rooms[index];
      if (!room) continue;
      const inner = await loadOnce(owner, url, room);
      if (run === 0) rooms.splice(index + 1, 0, ...newRooms(inner, rooms));
    }
    say(`loaded ${rooms.length} rooms, ${run + 1} of ${runs}`);
  }
  for (let run = 0; run < runs; run += 1) {
    await pressAll(owner, url, rooms);
    say(`pressed ${rooms.length} rooms, ${run + 1} of ${runs}`);
  }
  return rooms;
}

async function loadOnce(owner: Owner, url: string, room: RoomFigures): Promise<string[]> {
  const context = await owner.comeIn();
  try {
    const page = await context.newPage();
    room.loads.push(await loadRoom(page, url + room.path));
    return await innerRooms(page);
  } finally {
    await context.close();
  }
}

async function pressAll(owner: Owner, url: string, rooms: RoomFigures[]): Promise<void> {
  const context = await owner.comeIn();
  try {
    const page = await context.newPage();
    await loadRoom(page, url + (rooms[0]?.path ?? ''));
    // The first one last: one is in it already.
    for (const room of [...rooms.slice(1), ...rooms.slice(0, 1)]) {
      await sleep(BETWEEN_PRESSES_MS);
      room.presses.push(await pressRoom(page, room.path));
    }
  } finally {
    await context.close();
  }
}

function innerRooms(page: Page): Promise<string[]> {
  return page
    .locator('main nav a[href^="/dashboard/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}

function newRooms(paths: string[], known: RoomFigures[]): RoomFigures[] {
  const isNew = (path: string) => !path.includes('?') && !known.some((room) => room.path === path);
  return [...new Set(paths)].filter(isNew).map((path) => ({ path, loads: [], presses: [] }));
}
