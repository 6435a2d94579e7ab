// What may be asked of a picture, as plain data, and how it is written in addresses, tokens and headers.
import { errors } from '../errors.ts';

export interface Transform {
  width?: number;
  height?: number;
  resize: 'cover' | 'contain' | 'fill';
  quality?: number;
  /** Whatever the client accepts. */
  format?: 'origin' | 'webp';
}

const maxSide = 2500;
const formats = ['origin', 'webp'] as const;
const resizes = ['cover', 'contain', 'fill'] as const;
// The terms of imgproxy, which clients of the hosted service may read.
const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' };

export function parseTransform(option: (name: string) => string | undefined): Transform {
  const side = (name: string) => {
    const value = option(name);
    if (value === undefined || value === '' || value === '0') return undefined;
    const number = Number(value);
    if (!Number.isInteger(number) || number < 1 || number > maxSide)
      throw errors.invalidRequest(`${name} must be a whole number from 1 to ${maxSide}`);
    return number;
  };
  const resize = resizes.find((known) => known === (option('resize') ?? 'cover'));
  if (!resize) throw errors.invalidRequest('resize must be cover, contain or fill');
  const given = option('format') || undefined;
  const format = formats.find((known) => known === given);
  if (given && !format) throw errors.invalidRequest('format must be origin or webp');
  const quality = option('quality');
  const qualityNumber = quality === undefined || quality === '' ? undefined : Number(quality);
  if (
    qualityNumber !== undefined &&
    !(Number.isInteger(qualityNumber) && qualityNumber >= 20 && qualityNumber <= 100)
  )
    throw errors.invalidRequest('quality must be a whole number from 20 to 100');
  return {
    width: side('width'),
    height: side('height'),
    resize,
    quality: qualityNumber,
    format,
  };
}

/** For tokens and for the header x-transformations. */
export function formatTransform(transform: Transform): string {
  const parts: string[] = [];
  if (transform.height) parts.push(`height:${transform.height}`);
  if (transform.width) parts.push(`width:${transform.width}`);
  if (transform.height || transform.width) parts.push(`resizing_type:${resizingTypes[transform.resize]}`);
  if (transform.quality) parts.push(`quality:${transform.quality}`);
  if (transform.format) parts.push(`format:${transform.format}`);
  return parts.join(',');
}

export function parseImgproxyOptions(parts: string): Transform {
  const options = new Map(parts.split(',').map((part) => part.split(':', 2) as [string, string]));
  const type = options.get('resizing_type');
  const resize = resizes.find((known) => resizingTypes[known] === type);
  return parseTransform((name) => (name === 'resize' ? resize : options.get(name)));
}
