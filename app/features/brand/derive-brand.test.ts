import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brandProperties, checkBrand, deriveBrand, surroundingColors, textOn } from './derive-brand.ts';
import { toHex, toOklch } from './oklch.ts';

const failed = (hex: string) =>
  checkBrand(hex)
    .filter(({ ratio, needed }) => ratio < needed)
    .map(({ scheme, what }) => `${scheme}: ${what}`);

/** Colours that houses, shops and schools are known by. */
const BRANDS: [name: string, hex: string][] = [
  ['black', '#000000'],
  ['white', '#ffffff'],
  ['navy', '#14213d'],
  ['burgundy', '#800020'],
  ['Tiffany', '#0abab5'],
  ['Hermès', '#f37021'],
  ['Ferrari', '#ff2800'],
  ['Barbie', '#e0218a'],
  ['IKEA blue', '#0058a3'],
  ['IKEA yellow', '#ffdb00'],
  ['Starbucks', '#006241'],
  ['Spotify', '#1db954'],
  ['Coca-Cola', '#e61a27'],
  ['Cadbury', '#472f92'],
  ['Milka', '#7b5aa6'],
  ['Nivea', '#00136f'],
  ['UPS brown', '#351c15'],
  ['UPS gold', '#ffb500'],
  ['DHL red', '#d40511'],
  ['DHL yellow', '#ffcc00'],
  ['Deutsche Telekom', '#e20074'],
  ['Orange', '#ff7900'],
  ['Lego', '#d11013'],
  ['Faber-Castell', '#00594f'],
  ['Moleskine', '#1a1a1a'],
  ['Klein blue', '#002fa7'],
  ['Pantone very peri', '#6667ab'],
  ['Pantone peach fuzz', '#ffbe98'],
  ['Financial Times', '#fff1e5'],
  ['Guardian', '#052962'],
  ['BBC', '#b80000'],
  ['Arte', '#fa481c'],
  ['Airbnb', '#ff5a5f'],
  ['Slack', '#4a154b'],
  ['Twitch', '#9146ff'],
  ['Discord', '#5865f2'],
  ['Etsy', '#f1641e'],
  ['Bandcamp', '#1da0c3'],
  ['mid grey', '#777777'],
  ['pale grey', '#eeeeee'],
];

describe('a colour of the studio’s own', () => {
  it('is compared with the same background and text colours as the tokens', () => {
    const tokens = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');
    for (const name of Object.keys(surroundingColors.light)) {
      const pair = new RegExp(`--${name}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\);`).exec(
        tokens,
      );
      const single = new RegExp(`--${name}: (oklch\\([^)]*\\));`).exec(tokens);
      const [light, dark] = pair ? [pair[1], pair[2]] : [single?.[1], single?.[1]];
      expect([name, surroundingColors.light[name], surroundingColors.dark[name]]).toEqual([
        name,
        light,
        dark,
      ]);
    }
  });

  it('passes every pair, in light and dark mode, whatever it is', () => {
    const offenders: string[] = [];
    for (let hue = 0; hue < 360; hue += 10) {
      for (const chroma of [0, 0.04, 0.1, 0.16, 0.22, 0.3]) {
        for (let lightness = 0; lightness <= 1; lightness += 0.05) {
          const hex = toHex({ lightness, chroma, hue });
          if (failed(hex).length > 0) offenders.push(`${hex} ${failed(hex).join(', ')}`);
        }
      }
    }
    expect(offenders).toEqual([]);
  });

  it.each(BRANDS)('of %s passes every pair', (_name, hex) => {
    expect(failed(hex)).toEqual([]);
    expect(deriveBrand(hex).primary.light).toBe(hex);
  });

  it('has black or white text, whichever reads better', () => {
    expect(['#000000', '#14213d', '#800020', '#0000ff', '#e4002b'].map(textOn)).toEqual(
      Array(5).fill('#ffffff'),
    );
    expect(['#ffffff', '#ffcc00', '#00bb4f', '#7fd1ae'].map(textOn)).toEqual(Array(4).fill('#0d1611'));
  });

  it('keeps its hue in dark mode', () => {
    const { primary } = deriveBrand('#14213d');
    expect(Math.abs(toOklch(primary.dark).hue - toOklch('#14213d').hue)).toBeLessThan(12);
  });

  it('becomes custom properties, and nothing for the default green', () => {
    expect(brandProperties(null)).toBeUndefined();
    expect(brandProperties('red; background: url(//example.com)')).toBeUndefined();
    expect(brandProperties('#ff9f1c')?.['--primary']).toMatch(/^light-dark\(#ff9f1c, #[0-9a-f]{6}\)$/);
    expect(brandProperties(null, 'text')).toEqual({ '--font-display': 'var(--font-text)' });
  });
});

describe('the conversion', () => {
  it.each(['#00bb4f', '#ff0000', '#123456', '#ffffff', '#000000', '#7f7f7f'])(
    'brings %s back unchanged',
    (hex) => {
      expect(toHex(toOklch(hex))).toBe(hex);
    },
  );
});
