// Print inks: constants, because a printed sheet does not change colour with the scheme of the page.
import { oklchToRgb, type Rgb } from '#app/styles/contrast.ts';

const OKLCH = {
  black: [0.19, 0.018, 160],
  paper: [0.965, 0.012, 95],
  white: [0.965, 0.006, 145],
  yellow: [0.87, 0.17, 96],
  blue: [0.5, 0.16, 262],
  blueLight: [0.79, 0.11, 240],
  pink: [0.7, 0.19, 3],
  teal: [0.5, 0.09, 200],
  orange: [0.74, 0.17, 48],
  violet: [0.66, 0.15, 303],
  violetLight: [0.79, 0.105, 303],
  skinFair: [0.86, 0.07, 52],
  skinOlive: [0.79, 0.09, 66],
  skinTan: [0.72, 0.115, 58],
  skinBrown: [0.6, 0.118, 50],
  skinDeep: [0.5, 0.105, 46],
} as const;

export type Ink = keyof typeof OKLCH;

/** As SVG renderers read it: they do not all know OKLCH. */
export function inkColour(ink: Ink): string {
  const [lightness, chroma, hue] = OKLCH[ink];
  return hexOf(oklchToRgb(lightness, chroma, hue));
}

/** An ink thinned with paper: `share` of it is ink. */
export function tint(ink: Ink, share: number): string {
  const [lightness, chroma, hue] = OKLCH[ink];
  const [paperLightness, paperChroma] = OKLCH.paper;
  const rest = 1 - share;
  return hexOf(
    oklchToRgb(lightness * share + paperLightness * rest, chroma * share + paperChroma * rest, hue),
  );
}

function hexOf(rgb: Rgb): string {
  return `#${rgb
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
