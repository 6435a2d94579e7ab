// What a test of a component asks of the browser itself. Places are in the test's own page, which the test runner shows in a frame.
import type { BrowserCommand, BrowserCommandContext } from 'vitest/node';

/** Walks the mouse through the places, in steps as a hand does. */
const moveMouse: BrowserCommand<[places: [x: number, y: number][]]> = async (context, places) => {
  const { left, top } = await frameOf(context);
  for (const [x, y] of places) await context.page.mouse.move(left + x, top + y, { steps: 4 });
};

const pressMouse: BrowserCommand<[]> = ({ page }) => page.mouse.down();
const releaseMouse: BrowserCommand<[]> = ({ page }) => page.mouse.up();
const turnWheel: BrowserCommand<[byPx: number]> = ({ page }, byPx) => page.mouse.wheel(0, byPx);

const preferMotion: BrowserCommand<[reducedMotion: 'reduce' | 'no-preference']> = ({ page }, reducedMotion) =>
  page.emulateMedia({ reducedMotion });

async function frameOf({ iframe }: BrowserCommandContext): Promise<{ left: number; top: number }> {
  const box = await iframe.owner().boundingBox();
  return { left: box?.x ?? 0, top: box?.y ?? 0 };
}

export const browserCommands = { moveMouse, pressMouse, releaseMouse, turnWheel, preferMotion };

declare module 'vitest/browser' {
  interface BrowserCommands {
    moveMouse(places: [x: number, y: number][]): Promise<void>;
    pressMouse(): Promise<void>;
    releaseMouse(): Promise<void>;
    turnWheel(byPx: number): Promise<void>;
    preferMotion(reducedMotion: 'reduce' | 'no-preference'): Promise<void>;
  }
}
