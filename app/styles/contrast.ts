// Measures contrast as WCAG and APCA do, from the OKLCH values of the tokens. Used by the test of all pairs and by the style
// guide. Never changes a colour.

/** Gamma-coded sRGB, each channel 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

const oklchPattern = /oklch\(\s*([\d.]+)(%?)\s+([\d.]+)\s+([\d.]+)(?:deg)?\s*(?:\/[^)]*)?\)/;
const rgbPattern = /rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/;

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const encode = (linear: number) =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
const decode = (coded: number) => (coded <= 0.04045 ? coded / 12.92 : ((coded + 0.055) / 1.055) ** 2.4);

/** Out-of-gamut channels are clipped, as browsers do when they paint on an sRGB screen. */
export function oklchToRgb(lightness: number, chroma: number, hueDegrees: number): Rgb {
  const hue = (hueDegrees * Math.PI) / 180;
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    clamp(encode(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)),
    clamp(encode(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short)),
    clamp(encode(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)),
  ];
}

/** Reads `oklch(...)` and `rgb(...)`, the two forms browsers report computed colours in; anything else is null. */
export function parseColour(text: string): Rgb | null {
  const oklch = oklchPattern.exec(text);
  if (oklch) {
    const lightness = Number(oklch[1]) / (oklch[2] ? 100 : 1);
    return oklchToRgb(lightness, Number(oklch[3]), Number(oklch[4]));
  }
  const rgb = rgbPattern.exec(text);
  return rgb ? [Number(rgb[1]) / 255, Number(rgb[2]) / 255, Number(rgb[3]) / 255] : null;
}

/** A colour of the given opacity over a background. */
export function layOver(colour: Rgb, opacity: number, ground: Rgb): Rgb {
  const mix = (channel: 0 | 1 | 2) => colour[channel] * opacity + ground[channel] * (1 - opacity);
  return [mix(0), mix(1), mix(2)];
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * decode(red) + 0.7152 * decode(green) + 0.0722 * decode(blue);
}

/** WCAG contrast, 1 to 21, the same in both directions. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Perceived lightness contrast of text on a ground (APCA 0.1.9), 0 to about 108; 75 is enough for body text. */
export function apcaContrast(text: Rgb, ground: Rgb): number {
  const [dark, light] = [perceivedLuminance(text), perceivedLuminance(ground)];
  const isDarkText = light > dark;
  const raw = isDarkText ? light ** 0.56 - dark ** 0.57 : dark ** 0.62 - light ** 0.65;
  const scaled = raw * 1.14;
  return scaled < 0.1 ? 0 : (scaled - 0.027) * 100;
}

function perceivedLuminance([red, green, blue]: Rgb): number {
  const y = 0.2126729 * red ** 2.4 + 0.7151522 * green ** 2.4 + 0.072175 * blue ** 2.4;
  return y < 0.022 ? y + (0.022 - y) ** Math.SQRT2 : y;
}
