// Converts between #rrggbb, which people type, and OKLCH, in which lightness can be changed without the hue.
import { oklchToRgb, type Rgb } from '#app/styles/contrast.ts';

export interface Oklch {
  lightness: number;
  chroma: number;
  /** Degrees. */
  hue: number;
}

const decode = (coded: number) => (coded <= 0.04045 ? coded / 12.92 : ((coded + 0.055) / 1.055) ** 2.4);

export function toOklch(hex: string): Oklch {
  const channel = (at: number) => decode(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = [channel(1), channel(3), channel(5)];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

/** Colours outside of the screen's gamut are clipped, as browsers do. */
export function toHex({ lightness, chroma, hue }: Oklch): string {
  return rgbToHex(oklchToRgb(lightness, chroma, hue));
}

export function rgbToHex(channels: Rgb): string {
  const digits = channels.map((channel) =>
    Math.round(channel * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}
