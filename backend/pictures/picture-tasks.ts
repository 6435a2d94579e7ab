// Decodes and encodes pictures; runs in a task process. Only the decoder of the type that the bytes are is let in, a
// picture's size is read before its pixels, and nothing is cached.
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import sharp from 'sharp';
import { type PictureType, pictureTypeOf } from './picture-type.ts';

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

export interface ResizeInput {
  /** What the picture was stored as. */
  storedType: string;
  width?: number;
  height?: number;
  fit: 'cover' | 'inside' | 'fill';
  quality: number;
  /** The picture's own format if undefined. */
  format?: 'webp' | 'avif';
}

export interface DrawInput {
  svg: string;
  width: number;
  /** With a height the drawing is fitted inside both. */
  height?: number;
  /** Few colours, for flat drawings. */
  hasPalette?: boolean;
}

export interface IconInput {
  isSvg: boolean;
  size: number;
  background: string;
  /** How much of the icon the logo takes. */
  share: number;
}

const MAX_PIXELS = 50_000_000;
const MAX_DRAWING_PIXELS = 16_000_000;
const MAX_SVG_BYTES = 2 * 2 ** 20;
const MAX_FRAMES = 500;
const MAX_SECONDS = 40;
const LOADERS: Record<PictureType, string[]> = {
  jpeg: ['VipsForeignLoadJpeg'],
  png: ['VipsForeignLoadPng'],
  webp: ['VipsForeignLoadWebp'],
  gif: ['VipsForeignLoadNsgif'],
  avif: ['VipsForeignLoadHeif'],
  // Without a licence for its codec there is no decoder for it.
  heic: [],
  tiff: ['VipsForeignLoadTiff'],
  svg: ['VipsForeignLoadSvg'],
};
const OWN_FORMATS: Record<PictureType, Format> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  avif: 'avif',
  heic: 'avif',
  svg: 'png',
  tiff: 'jpeg',
};
const MIME_TYPES: Record<Format, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });

async function resize(input: ResizeInput, source: Buffer): Promise<{ bytes: Buffer; contentType: string }> {
  const type = pictureTypeOf(source, { mayBeSvg: /^image\/svg\+xml\b/i.test(input.storedType) });
  if (!type) throw new Error('The object is not an image that can be transformed');
  if (type === 'heic')
    throw new Error('HEIC images cannot be transformed. Store the image as JPEG, PNG, WebP or AVIF');
  if (type === 'svg' && source.length > MAX_SVG_BYTES) throw new Error('The SVG is larger than 2 MB');
  allowOnly(type);
  const format = input.format ?? OWN_FORMATS[type];
  // What can be seen of a damaged picture is shown, as browsers do.
  const options: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'none', sequentialRead: true };
  const metadata = await readMetadata(source, options);
  const isMoving = (metadata.pages ?? 1) > 1 && (format === 'gif' || format === 'webp');
  try {
    const image = resized(sharp(source, { ...options, animated: isMoving }), metadata, input);
    const encoded = encode(image.timeout({ seconds: MAX_SECONDS }), format, input.quality);
    return { bytes: await encoded.toBuffer(), contentType: MIME_TYPES[format] };
  } catch {
    throw new Error('The image is damaged and cannot be transformed');
  }
}

/** The header alone, without its pixels. */
async function readMetadata(source: Buffer, options: SharpOptions): Promise<Metadata> {
  const metadata = await sharp(source, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new Error('The image is damaged and cannot be transformed');
    });
  const frames = metadata.pages ?? 1;
  if (frames > MAX_FRAMES) throw new Error(`The image has more than ${MAX_FRAMES} frames`);
  if (metadata.width * (metadata.pageHeight ?? metadata.height) > MAX_PIXELS)
    throw new Error('The image has more than 50 megapixels');
  return metadata;
}

function resized(image: Sharp, metadata: Metadata, { width, height, fit }: ResizeInput): Sharp {
  // Cameras write sideways and say so beside: turned here, because that metadata is not stored.
  const upright = image.autoOrient();
  if (!width && !height) return upright;
  const isSmaller = metadata.width < (width ?? 0) && metadata.height < (height ?? 0);
  return upright.resize({ width, height, fit, withoutEnlargement: fit !== 'fill' || isSmaller });
}

function encode(image: Sharp, format: Format, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality, mozjpeg: true });
    case 'webp':
      // A reader waits for it: a higher effort takes twice as long and saves a few percent.
      return image.webp({ quality, effort: 2 });
    case 'avif':
      return image.avif({ quality, effort: 2 });
    case 'gif':
      return image.gif();
    default:
      return image.png({ compressionLevel: 9 });
  }
}

/** A drawing as PNG, and whether anything can be seen of it. */
async function draw({
  svg,
  width,
  height,
  hasPalette,
}: DrawInput): Promise<{ png: Buffer; isEmpty: boolean }> {
  allowOnly('svg');
  const image = sharp(Buffer.from(svg), { limitInputPixels: MAX_DRAWING_PIXELS })
    .resize({ width, height, fit: 'inside' })
    .ensureAlpha()
    .timeout({ seconds: 5 });
  const png = await image.png({ compressionLevel: 9, palette: hasPalette ?? false }).toBuffer();
  allowOnly('png');
  const { channels } = await sharp(png).stats();
  return { png, isEmpty: channels[3]?.max === 0 };
}

/** A logo in the middle of a square. */
async function drawIcon({ isSvg, size, background, share }: IconInput, logo: Buffer): Promise<Buffer> {
  const type = pictureTypeOf(logo, { mayBeSvg: isSvg });
  if (!type || (type === 'svg') !== isSvg) throw new Error('The logo cannot be displayed.');
  allowOnly(type);
  const inner = Math.round(size * share);
  const picture = await sharp(logo, { limitInputPixels: MAX_DRAWING_PIXELS })
    .resize({ width: inner, height: inner, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .timeout({ seconds: 5 })
    .toBuffer();
  allowOnly('png');
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input: picture, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function allowOnly(type: PictureType): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS[type] });
}

export const tasks = { resize, draw, drawIcon };
