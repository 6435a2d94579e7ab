import { expect, it } from 'vitest';
import { dominantColour } from './dominant-colour.ts';

const pixels = (...colours: [number, number, number, number][]) => new Uint8Array(colours.flat());

it('the colour that most pixels have wins, neighbouring shades together', () => {
  expect(
    dominantColour(pixels([250, 10, 10, 255], [20, 40, 200, 255], [22, 42, 202, 255], [255, 255, 255, 255])),
  ).toBe('#1529c9');
});

it('what cannot be seen does not count', () => {
  expect(dominantColour(pixels([255, 0, 0, 0], [255, 0, 0, 0], [0, 128, 0, 255]))).toBe('#008000');
  expect(dominantColour(pixels([255, 0, 0, 0]))).toBe('#808080');
});
