import { describe, expect, it } from 'vitest';
import { placeMenu } from './place-menu.ts';

const window = { width: 1000, height: 800 };
const menu = { width: 200, height: 300 };
const button = { left: 400, right: 480, top: 100, bottom: 140 };
const usual = { button, menu, window, side: 'bottom', align: 'start', direction: 'ltr' } as const;

describe('placing a menu', () => {
  it('opens below its button, at the edge where the text starts', () => {
    expect(placeMenu(usual)).toMatchObject({ left: 400, top: 146, side: 'bottom' });
    expect(placeMenu({ ...usual, direction: 'rtl' })).toMatchObject({ left: 280 });
  });

  it('ends where its button ends when asked to', () => {
    expect(placeMenu({ ...usual, align: 'end' })).toMatchObject({ left: 280 });
    expect(placeMenu({ ...usual, align: 'end', direction: 'rtl' })).toMatchObject({ left: 400 });
  });

  it('opens on the other side when there is more room', () => {
    const low = { ...button, top: 700, bottom: 740 };
    expect(placeMenu({ ...usual, button: low })).toMatchObject({ side: 'top', top: 394 });
    expect(placeMenu({ ...usual, side: 'top' })).toMatchObject({ side: 'bottom', top: 146 });
  });

  it('scrolls when neither side has room for all of it', () => {
    const place = placeMenu({ ...usual, menu: { width: 200, height: 2000 } });
    expect(place).toMatchObject({ side: 'bottom', top: 146, maxHeight: 646 });
  });

  it('takes the other edge of its button where the first one leaves the window', () => {
    const edge = { ...button, left: 950, right: 990 };
    expect(placeMenu({ ...usual, button: edge })).toMatchObject({ left: 790 });
  });

  it('stays inside the window', () => {
    const edge = { ...button, left: 950, right: 1000 };
    expect(placeMenu({ ...usual, button: edge })).toMatchObject({ left: 792 });
    expect(placeMenu({ ...usual, button: { ...button, left: 0, right: 40 }, align: 'end' })).toMatchObject({
      left: 8,
    });
  });
});
