import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  brandProperties,
  checkBrand,
  isReadable,
  nearestReadable,
  surroundingColors,
} from './derive-brand.ts';
import { toHex, toOklch } from './oklch.ts';

const failed = (hex: string) =>
  checkBrand(hex)
    .filter(({ ratio, needed }) => ratio < needed)
    .map(({ scheme, what }) => `${scheme}: ${what}`);

/** The rule of the database (private.luminance): dark type on the colour reads at 4.5 or better. */
function isReadableUnderText(hex: string): boolean {
  const linear = (at: number) => {
    const coded = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return coded <= 0.04045 ? coded / 12.92 : ((coded + 0.055) / 1.055) ** 2.4;
  };
  return (0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5) + 0.05) / 0.0571 >= 4.5;
}

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

  it('that is readable under dark text passes every pair, in light and dark mode, whatever its hue', () => {
    const offenders: string[] = [];
    for (let hue = 0; hue < 360; hue += 10) {
      for (const chroma of [0, 0.04, 0.1, 0.16, 0.22, 0.3]) {
        for (let lightness = 0.5; lightness <= 1; lightness += 0.05) {
          const hex = toHex({ lightness, chroma, hue });
          if (isReadableUnderText(hex) && !isReadable(hex))
            offenders.push(`${hex} ${failed(hex).join(', ')}`);
        }
      }
    }
    expect(offenders).toEqual([]);
  });

  it('that is too dark names the pairs that fail, and the nearest one that serves', () => {
    expect(failed('#1d3557')).toContain('light: Text on a button');
    const better = nearestReadable('#1d3557') ?? '';
    expect(isReadable(better)).toBe(true);
    expect(Math.abs(toOklch(better).hue - toOklch('#1d3557').hue)).toBeLessThan(12);
    expect(nearestReadable('#00bb4f')).toBeUndefined();
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
