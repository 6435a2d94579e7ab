// Letter widths along a cosine: a title runs from wide to narrow and back. Pure.

export interface WaveShape {
  /** Font widths in percent, minimum and maximum of the wave. */
  narrowest: number;
  widest: number;
  /** Radians from one letter to the next, and the phase of the first. */
  step: number;
  phase: number;
}

export const TITLE_WAVE: WaveShape = { narrowest: 74, widest: 150, step: 0.42, phase: 0.1 };

export interface WaveLetter {
  letter: string;
  /** Its position in the title, including spaces. */
  position: number;
  width: number;
}

const MAX_WORDS = 6;

/** Titles of more than six words are not set on a wave: they would be hard to read. */
export function isShortTitle(text: string): boolean {
  return text.trim().split(/\s+/).length <= MAX_WORDS;
}

const SEPARATE_LETTERS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]*$/u;

/** Whether each letter may have a width of its own. Those of Arabic join, those of others carry signs. */
export function hasSeparateLetters(text: string): boolean {
  return SEPARATE_LETTERS.test(text);
}

/** The letters of each word with their widths; the wave continues through the spaces. */
export function waveLetters(text: string, shape: WaveShape = TITLE_WAVE): WaveLetter[][] {
  const words: WaveLetter[][] = [[]];
  [...text.trim()].forEach((letter, position) => {
    if (/\s/.test(letter)) words.push([]);
    else words.at(-1)?.push({ letter, position, width: widthAt(position, shape) });
  });
  return words.filter((word) => word.length > 0);
}

function widthAt(position: number, { narrowest, widest, step, phase }: WaveShape): number {
  return Math.round(narrowest + (widest - narrowest) * (0.5 + 0.5 * Math.cos(position * step + phase)));
}

// Advances of the display face in em, measured at widths of 74 % and 150 %.
const ADVANCES: [letters: RegExp, at74: number, at150: number][] = [
  [/[ijlI.,:;'’!|]/, 0.19, 0.42],
  [/[frtsczJ-]/, 0.3, 0.8],
  [/[mwMW]/, 0.58, 1.3],
  [/\p{Lu}|\d/u, 0.43, 1.16],
];
const OTHER_ADVANCE = [0.39, 0.88] as const;

/** About how many em the longest word takes, so that a phone can set it as large as it fits. */
export function longestWordEm(words: WaveLetter[][]): number {
  const longest = Math.max(0, ...words.map((word) => word.reduce((sum, each) => sum + advance(each), 0)));
  return Math.round(longest * 100) / 100;
}

function advance({ letter, width }: WaveLetter): number {
  const [, narrow, wide] = ADVANCES.find(([letters]) => letters.test(letter)) ?? [null, ...OTHER_ADVANCE];
  return narrow + ((wide - narrow) * (width - 74)) / 76;
}
