// How well a logo stands out on a ground: the contrast that half of its painted area reaches.
import { contrastRatio, type Rgb } from '#app/styles/contrast.ts';

/** Red, green, blue and opacity of each pixel, as a canvas gives them. */
type Pixels = ArrayLike<number>;

export interface MeasuredLogo {
  /** The colours of its painted pixels. */
  colours: Rgb[];
  /** It brings a ground of its own: its corners are painted, and all alike. */
  hasGround: boolean;
}

/** Below it, a picture is hard to see (WCAG 1.4.11). */
export const MIN_LOGO_CONTRAST = 3;

const PAINTED = 128;
const ALIKE = 24;

export function measurePixels(pixels: Pixels, width: number, height: number): MeasuredLogo {
  const at = (x: number, y: number) =>
    [0, 1, 2, 3].map((part) => pixels[(y * width + x) * 4 + part] ?? 0) as [number, number, number, number];
  const corners = [at(0, 0), at(width - 1, 0), at(0, height - 1), at(width - 1, height - 1)];
  const [first] = corners;
  const hasGround =
    first !== undefined &&
    corners.every(
      (corner) =>
        corner[3] >= PAINTED && corner.every((part, index) => Math.abs(part - (first[index] ?? 0)) < ALIKE),
    );
  const colours: Rgb[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue, opacity] = at(x, y);
      if (opacity >= PAINTED) colours.push([red / 255, green / 255, blue / 255]);
    }
  }
  return { colours, hasGround };
}

/** 1 where nothing is painted. */
export function logoContrast({ colours }: MeasuredLogo, ground: Rgb): number {
  const ratios = colours.map((colour) => contrastRatio(colour, ground)).toSorted((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 1;
}

const MAX_SIDE = 96;

/** Reads a picture in the browser; undefined where it cannot be read. */
export async function measureLogo(url: string): Promise<MeasuredLogo | undefined> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = url;
  try {
    await image.decode();
    const scale = Math.min(1, MAX_SIDE / Math.max(image.naturalWidth, image.naturalHeight, 1));
    const [width, height] = [image.naturalWidth || MAX_SIDE, image.naturalHeight || MAX_SIDE].map((side) =>
      Math.max(1, Math.round(side * scale)),
    ) as [number, number];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return undefined;
    context.drawImage(image, 0, 0, width, height);
    return measurePixels(context.getImageData(0, 0, width, height).data, width, height);
  } catch {
    // Another origin that does not allow it, or no picture: the grounds are shown without figures.
    return undefined;
  }
}
