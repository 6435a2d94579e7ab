import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOverlayMachine } from './overlay-machine.ts';

function gate() {
  let open: () => void = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

const settle = () => vi.advanceTimersByTimeAsync(15);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the route overlay', () => {
  it('covers, completes and comes to rest', async () => {
    const seen: string[] = [];
    const overlay = createOverlayMachine({ close: async () => {}, open: async () => {} });
    overlay.subscribe(() => seen.push(overlay.state()));
    overlay.cover();
    overlay.complete();
    await settle();
    expect(seen).toEqual(['covering', 'completing', 'idle']);
  });

  it('finishes closing before it opens, however fast the page was', async () => {
    const closing = gate();
    const overlay = createOverlayMachine({ close: () => closing.promise, open: async () => {} });
    overlay.cover();
    overlay.complete();
    await settle();
    expect(overlay.state()).toBe('covering');
    closing.open();
    await settle();
    expect(overlay.state()).toBe('idle');
  });

  it('closes again when a new change begins while it opens', async () => {
    const opening = gate();
    const overlay = createOverlayMachine({ close: async () => {}, open: () => opening.promise });
    overlay.cover();
    overlay.complete();
    await settle();
    expect(overlay.state()).toBe('completing');
    overlay.cover();
    opening.open();
    await settle();
    expect(overlay.state()).toBe('covering');
    overlay.complete();
    await settle();
    expect(overlay.state()).toBe('idle');
  });

  it('stays closed when a new change begins while it closes for one that has ended', async () => {
    const closing = gate();
    const overlay = createOverlayMachine({ close: () => closing.promise, open: async () => {} });
    overlay.cover();
    overlay.complete();
    overlay.cover();
    closing.open();
    await settle();
    expect(overlay.state()).toBe('covering');
    overlay.complete();
    await settle();
    expect(overlay.state()).toBe('idle');
  });

  it('lets a route change wait until the page is hidden', async () => {
    const closing = gate();
    const overlay = createOverlayMachine({ close: () => closing.promise, open: async () => {} });
    let isHidden = false;
    overlay.cover();
    overlay.untilClosed().then(() => {
      isHidden = true;
    });
    await settle();
    expect(isHidden).toBe(false);
    closing.open();
    await settle();
    expect(isHidden).toBe(true);
  });
});
