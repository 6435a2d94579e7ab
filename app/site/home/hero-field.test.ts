import { expect, it } from 'vitest';
import { NARROW, WIDE } from '#app/shell/intro/intro-frames.ts';
import { HERO_PHASE, narrow, wide } from './hero-field.tsx';

it.each([
  ['wide', wide, WIDE],
  ['narrow', narrow, NARROW],
])('the intro comes to rest exactly on the %s hero', (_name, { shape }, rest) => {
  expect(rest).toEqual({
    pitch: shape.pitch / shape.width,
    waves: shape.waves,
    strength: shape.strength,
    phase: HERO_PHASE,
    thin: shape.thin,
    thick: shape.thick,
  });
});
