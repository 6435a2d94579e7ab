// Raster images go to the storage bucket "brand", which only owners can write; an SVG goes to the server, which sanitises
// it and saves it there.
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { ownApi } from '../own-api.ts';

const BUCKET = 'brand';
const SVG = 'image/svg+xml';
const MAX_SVG_BYTES = 128 * 1024;
export const LOGO_TYPES: Record<string, string> = {
  [SVG]: 'svg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
};

interface SentLogo {
  path: string;
  /** What the server removed from an SVG. */
  removed: string[];
}

export function sendLogo(file: File): Promise<SentLogo> {
  return file.type === SVG ? sendSvg(file) : sendPicture(file);
}

/** A name of its own each time: browsers may have cached the old one for a year. */
async function sendPicture(file: File): Promise<SentLogo> {
  const path = `logo-${crypto.randomUUID()}.${LOGO_TYPES[file.type]}`;
  const client = await backend();
  await dataOf(
    client.storage.from(BUCKET).upload(path, file, { contentType: file.type, cacheControl: '31536000' }),
  );
  return { path, removed: [] };
}

async function sendSvg(file: File): Promise<SentLogo> {
  if (file.size > MAX_SVG_BYTES) throw new Error(t('dashboard.settings.svg_is_too_large'));
  return ownApi('/studio/logo', { method: 'POST', body: { svg: await file.text() } });
}

export async function removeLogoFiles(path: string | null): Promise<void> {
  if (!path) return;
  const client = await backend();
  // A file that could not be removed must not stop the change.
  await client.storage.from(BUCKET).remove([...new Set([path, path.replace(/\.svg$/, '.png')])]);
}
