// Tests the palette: every pair of colours that is used together has enough contrast, in light and dark mode. Reads the
// tokens from the stylesheet, so that no change goes unmeasured.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DISCIPLINE_COLORS } from '#contracts/discipline.ts';
import { contrastRatio, layOver, oklchToRgb, parseColour, type Rgb } from './contrast.ts';

type Scheme = 'light' | 'dark';

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const declaration =
  /--([\w-]+):\s*(?:light-dark\(\s*(oklch\([^)]*\))\s*,\s*(oklch\([^)]*\))\s*\)|(oklch\([^)]*\)))\s*;/g;

const palette = new Map<string, Record<Scheme, Rgb>>();
for (const [, name, light, dark, both] of tokens.matchAll(declaration)) {
  const day = parseColour(light ?? both ?? '');
  const night = parseColour(dark ?? both ?? '');
  if (name && day && night) palette.set(name, { light: day, dark: night });
}

function colour(name: string, scheme: Scheme): Rgb {
  const found = palette.get(name);
  if (!found) throw new Error(`tokens.css declares no colour --${name}`);
  return found[scheme];
}

const disciplines = DISCIPLINE_COLORS.map((color) => `d-${color}`);

const textPairs: [text: string, ground: string][] = [
  ['ink', 'paper'],
  ['ink', 'paper-2'],
  ['paper', 'ink'],
  ['ink-2', 'paper'],
  ['ink-2', 'paper-2'],
  ['primary-text', 'paper'],
  ['primary-text', 'paper-2'],
  ['danger', 'paper'],
  ['danger', 'paper-2'],
  ['on-danger', 'danger'],
  ['on-primary', 'primary'],
  ['black', 'primary'],
  ['on-tide', 'tide'],
  ['tide-line', 'tide'],
  ['on-bar', 'bar'],
  ['on-bar-2', 'bar'],
  ['primary', 'bar'],
  ...disciplines.map((hue): [string, string] => ['black', hue]),
];

const controlPairs: [mark: string, ground: string][] = [
  ['line-strong', 'paper'],
  ['line-strong', 'paper-2'],
  ['focus', 'paper'],
  ['focus', 'paper-2'],
  ['on-primary', 'primary'],
  ['on-bar', 'bar'],
  ['on-danger', 'danger'],
];

describe.each<Scheme>(['light', 'dark'])('in the %s scheme', (scheme) => {
  it.each(textPairs)('text in %s reads on %s (4.5 or better)', (text, ground) => {
    expect(contrastRatio(colour(text, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(controlPairs)('a control or focus ring in %s stands out from %s (3 or better)', (mark, ground) => {
    expect(contrastRatio(colour(mark, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(3);
  });

  it.each(['ink', 'ink-2', 'danger', 'primary-text'])(
    '%s reads on the green tint of a current row',
    (text) => {
      const tint = layOver(colour('primary', scheme), 0.2, colour('paper', scheme));
      expect(contrastRatio(colour(text, scheme), tint)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

describe('the primary colour', () => {
  it('is never text on light paper: its contrast there is too low', () => {
    expect(contrastRatio(colour('primary', 'light'), colour('paper', 'light'))).toBeLessThan(3);
  });

  it('is not used as a text colour anywhere in the kit', () => {
    const kitStyles = new URL('./kit/', import.meta.url);
    const kitParts = new URL('../ui/', import.meta.url);
    const offenders = [
      ...filesBelow(kitStyles, '.css').filter((file) =>
        /(^|[\s;{])color:\s*var\(--primary\)/m.test(file.text),
      ),
      ...filesBelow(kitParts, '.tsx').filter((file) => /\btext-primary(?![\w-])/.test(file.text)),
    ];
    expect(offenders.map((file) => file.name)).toEqual([]);
  });

  it('never has white text', () => {
    expect(contrastRatio(colour('white', 'light'), colour('primary', 'light'))).toBeLessThan(3);
    expect(palette.get('on-primary')?.light).toEqual(palette.get('black')?.light);
  });
});

describe('the measure itself', () => {
  it('agrees with the known extremes', () => {
    expect(contrastRatio([0, 0, 0], [1, 1, 1])).toBeCloseTo(21, 5);
    expect(contrastRatio([0.5, 0.5, 0.5], [0.5, 0.5, 0.5])).toBe(1);
  });

  it('converts OKLCH as browsers do', () => {
    const [red, green, blue] = oklchToRgb(0.6279, 0.2577, 29.23);
    expect([red, green, blue].map((channel) => Math.round(channel * 255))).toEqual([255, 0, 0]);
    expect(parseColour('oklch(100% 0 0)')?.map((channel) => Math.round(channel * 255))).toEqual([
      255, 255, 255,
    ]);
  });

  it('reads a computed rgb colour and rejects unknown values', () => {
    expect(parseColour('rgb(255, 0, 51)')).toEqual([1, 0, 0.2]);
    expect(parseColour('rebeccapurple')).toBeNull();
  });

  it('found every colour role of the tokens', () => {
    const written = [...tokens.matchAll(/--[\w-]+:[^;]*oklch\(/g)].length;
    expect(palette.size).toBe(written);
    expect(palette.size).toBeGreaterThan(20);
  });
});

function filesBelow(folder: URL, extension: string): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => ({ name: entry.name, text: readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8') }));
}
