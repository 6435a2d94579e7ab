// The studio's colour and every colour derived from it, in light and dark mode. Any colour will do: by day it is used as it
// is, with black or white text on it, and lightness is changed until each other pair that is used together is readable.
import { t } from '#app/language/messages.ts';
import {
  apcaContrast,
  contrastRatio,
  layOver,
  oklchToRgb,
  parseColour,
  type Rgb,
} from '#app/styles/contrast.ts';
import { type Oklch, rgbToHex, toHex, toOklch } from './oklch.ts';

export type Scheme = 'light' | 'dark';

export interface Brand {
  primary: Record<Scheme, string>;
  /** Text on it: black or white, whichever reads better. */
  onPrimary: Record<Scheme, string>;
  /** Text of a control that is filled with the colour of that text. */
  onPrimaryReverse: Record<Scheme, string>;
  /** Rules, underlines and edges on the page. */
  line: Record<Scheme, string>;
  /** On the bar of the radio, which is always dark. */
  bar: Record<Scheme, string>;
  primaryText: Record<Scheme, string>;
  focus: Record<Scheme, string>;
  /** The red of warnings, shifted away from the studio's colour where they would be too similar. */
  danger: Record<Scheme, string>;
}

export interface PairCheck {
  scheme: Scheme;
  /** "Text on a button": what a person would see. */
  what: string;
  ratio: number;
  needed: number;
  /** What is measured: a colour and its ground. */
  colours: [colour: string, ground: string];
}

/**
 * Background and text colours of app/styles/tokens.css that are used with the studio's colour; a test compares them.
 */
export const surroundingColors: Record<Scheme, Record<string, string>> = {
  light: {
    paper: 'oklch(0.968 0.005 145)',
    'paper-2': 'oklch(0.932 0.008 145)',
    ink: 'oklch(0.19 0.018 160)',
    'ink-2': 'oklch(0.43 0.016 160)',
    danger: 'oklch(0.51 0.2 27)',
    bar: 'oklch(0.19 0.018 160)',
    black: 'oklch(0.19 0.018 160)',
  },
  dark: {
    paper: 'oklch(0.175 0.014 160)',
    'paper-2': 'oklch(0.225 0.016 160)',
    ink: 'oklch(0.945 0.008 145)',
    'ink-2': 'oklch(0.75 0.012 150)',
    danger: 'oklch(0.71 0.17 25)',
    bar: 'oklch(0.255 0.018 160)',
    black: 'oklch(0.19 0.018 160)',
  },
};

const TEXT = 4.5;
const CONTROL = 3;
// A paler colour is no edge on the page.
const VISIBLE = 1.5;
const TINT = 0.2;
const STEP = 0.005;

export function deriveBrand(hex: string): Brand {
  const base = toOklch(hex);
  const vivid = { ...base, chroma: chromaByNight(base) };
  const night = lighten({ ...vivid, lightness: Math.min(0.9, Math.max(0.7, base.lightness + 0.04)) }, (rgb) =>
    ['bar', 'paper', 'black'].every((name) => reads(rgb, near('dark', name))),
  );
  const primary = { light: hex, dark: toHex(night) };
  const isText = (scheme: Scheme) => (rgb: Rgb) =>
    [near(scheme, 'paper'), near(scheme, 'paper-2'), tintOf(scheme, primary[scheme])].every((ground) =>
      reads(rgb, ground),
    );
  const muted = { ...base, chroma: Math.min(base.chroma, 0.13) };
  const dayText = darken({ ...muted, lightness: Math.min(0.48, base.lightness) }, isText('light'));
  const nightText = lighten(
    { ...vivid, chroma: Math.min(vivid.chroma, 0.18), lightness: 0.78 },
    isText('dark'),
  );
  const nightRing = lighten({ ...nightText, lightness: Math.max(0.8, nightText.lightness) }, isText('dark'));
  const red = (scheme: Scheme) => toOklch(rgbToHex(near(scheme, 'danger')));
  const isOnBar = (rgb: Rgb) => reads(rgb, near('light', 'bar'));
  const isEdge = contrastRatio(rgbOf(hex), near('light', 'paper')) >= VISIBLE;
  const dayLine = darken(base, (rgb) => contrastRatio(rgb, near('light', 'paper')) >= CONTROL);
  const onPrimary = { light: textOn(hex), dark: textOn(primary.dark) };
  return {
    primary,
    onPrimary,
    onPrimaryReverse: { light: reverseOf(onPrimary.light), dark: reverseOf(onPrimary.dark) },
    line: { light: isEdge ? hex : toHex(dayLine), dark: primary.dark },
    bar: { light: isOnBar(rgbOf(hex)) ? hex : toHex(lighten(vivid, isOnBar)), dark: primary.dark },
    danger: {
      light: toHex(darken(red('light'), isText('light'))),
      dark: toHex(lighten(red('dark'), isText('dark'))),
    },
    primaryText: { light: toHex(dayText), dark: toHex(nightText) },
    focus: { light: toHex(dayText), dark: toHex(nightRing) },
  };
}

/** A dark colour that is made lighter turns grey unless it gets more of its hue. */
function chromaByNight({ lightness, chroma }: Oklch): number {
  return Math.max(chroma, Math.min(0.17, chroma * Math.min(2.2, 0.7 / Math.max(0.1, lightness))));
}

/** Black or white: of those that WCAG calls readable the one that APCA prefers. Between the two only pure black is. */
export function textOn(hex: string): string {
  const ground = rgbOf(hex);
  const [best = '#000000'] = [BLACK, WHITE]
    .filter((text) => reads(rgbOf(text), ground))
    .sort((one, other) => apcaContrast(rgbOf(other), ground) - apcaContrast(rgbOf(one), ground));
  return best;
}

function reverseOf(text: string): string {
  return text === WHITE ? BLACK : WHITE;
}

/** The contrast of every pair of tokens that contains the studio's colour. */
export function checkBrand(hex: string): PairCheck[] {
  const brand = deriveBrand(hex);
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const colour = rgbOf(brand.primary[scheme]);
    const onPrimary = rgbOf(brand.onPrimary[scheme]);
    const text = rgbOf(brand.primaryText[scheme]);
    const ring = rgbOf(brand.focus[scheme]);
    const tint = tintOf(scheme, brand.primary[scheme]);
    const check = (what: string, one: Rgb, other: Rgb, needed = TEXT): PairCheck => ({
      scheme,
      what,
      ratio: contrastRatio(one, other),
      needed,
      colours: [rgbToHex(one), rgbToHex(other)],
    });
    return [
      check(t('shared.brand.text_on_a_button'), onPrimary, colour),
      check(t('shared.brand.the_colour_in_the_radio_player'), rgbOf(brand.bar[scheme]), near(scheme, 'bar')),
      scheme === 'light'
        ? check(t('shared.brand.headings_on_the_home_page_field'), onPrimary, colour)
        : check(t('shared.brand.lines_of_the_home_page_field'), colour, near(scheme, 'paper')),
      check(
        t('shared.brand.rules_and_edges_on_the_page'),
        rgbOf(brand.line[scheme]),
        near(scheme, 'paper'),
        VISIBLE,
      ),
      check(t('shared.brand.coloured_text_on_the_page'), text, near(scheme, 'paper')),
      check(t('shared.brand.coloured_text_on_a_panel'), text, near(scheme, 'paper-2')),
      check(t('shared.brand.coloured_text_on_the_current_row'), text, tint),
      check(t('shared.brand.text_on_the_current_row'), near(scheme, 'ink'), tint),
      check(
        t('shared.brand.text_on_a_button_of_this_text_colour'),
        rgbOf(brand.onPrimaryReverse[scheme]),
        onPrimary,
      ),
      check(t('shared.brand.muted_text_on_the_current_row'), near(scheme, 'ink-2'), tint),
      check(t('shared.brand.warnings_on_the_current_row'), rgbOf(brand.danger[scheme]), tint),
      check(t('shared.brand.the_focus_ring_on_the_page'), ring, near(scheme, 'paper'), CONTROL),
      check(t('shared.brand.the_focus_ring_on_a_panel'), ring, near(scheme, 'paper-2'), CONTROL),
    ];
  });
}

/** As custom properties for the document; empty for a studio with the default green. */
export function brandProperties(
  primaryColour: string | null,
  typeface: string = 'house',
): Record<string, string> | undefined {
  const faces: Record<string, string> = {
    text: 'var(--font-text)',
    system: 'system-ui, sans-serif',
  };
  const face = faces[typeface];
  const properties: Record<string, string> = {};
  if (face) properties['--font-display'] = face;
  if (typeface === 'system') properties['--font-text'] = 'system-ui, sans-serif';
  if (primaryColour && /^#[0-9a-f]{6}$/.test(primaryColour)) {
    const brand = deriveBrand(primaryColour);
    for (const [name, { light, dark }] of Object.entries(brandTokens(brand)))
      properties[name] = `light-dark(${light}, ${dark})`;
  }
  return Object.keys(properties).length > 0 ? properties : undefined;
}

export function brandTokens(brand: Brand): Record<string, Record<Scheme, string>> {
  const { primary, onPrimary } = brand;
  const { paper = '', ink = '' } = surroundingColors.dark;
  return {
    '--primary': primary,
    '--on-primary': onPrimary,
    '--on-primary-reverse': brand.onPrimaryReverse,
    '--primary-line': brand.line,
    '--bar-primary': brand.bar,
    '--primary-text': brand.primaryText,
    '--focus': brand.focus,
    '--danger': brand.danger,
    '--tide': { light: primary.light, dark: paper },
    '--on-tide': { light: onPrimary.light, dark: ink },
    '--tide-line': { light: onPrimary.light, dark: primary.dark },
  };
}

function near(scheme: Scheme, name: string): Rgb {
  const colour = parseColour(surroundingColors[scheme][name] ?? '');
  if (!colour) throw new Error(`no colour ${name} by ${scheme}`);
  return colour;
}

const BLACK = rgbToHex(near('light', 'black'));
const WHITE = '#ffffff';

/** Of "#rrggbb", or a colour of the tokens. */
export function rgbOf(colour: string): Rgb {
  const parsed = parseColour(colour);
  if (parsed) return parsed;
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

/** The background of a current row: a fifth of the colour over the page. */
function tintOf(scheme: Scheme, hex: string): Rgb {
  return layOver(rgbOf(hex), TINT, near(scheme, 'paper'));
}

function reads(one: Rgb, other: Rgb): boolean {
  return contrastRatio(one, other) >= TEXT + 0.06;
}

function lighten(colour: Oklch, serves: (rgb: Rgb) => boolean): Oklch {
  return move(colour, STEP, serves);
}

function darken(colour: Oklch, serves: (rgb: Rgb) => boolean): Oklch {
  return move(colour, -STEP, serves);
}

function move(colour: Oklch, step: number, serves: (rgb: Rgb) => boolean): Oklch {
  let lightness = Math.min(0.98, Math.max(0.06, colour.lightness));
  while (lightness > 0.05 && lightness < 0.99) {
    if (serves(oklchToRgb(lightness, colour.chroma, colour.hue))) break;
    lightness += step;
  }
  return { ...colour, lightness };
}
