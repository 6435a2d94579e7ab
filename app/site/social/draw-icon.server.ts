// The studio's icon: its logo where there is one, else the first letter of its name on its colour.

import { textOn } from '#app/features/brand/derive-brand.ts';
import { outlineLine } from '#app/features/wordmark/outline-word.server.ts';
import type { SitePictures } from '#contracts/site-pictures.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { StudioLook } from './read-look.server.ts';

const LOGO_SHARE = 0.72;

export function drawLetter({ name, color }: Pick<StudioLook, 'name' | 'color'>): string {
  const { d, width } = outlineLine([...name.trim()][0] ?? 'o', '150');
  const scale = Math.min(0.5, 330 / Math.max(1, width));
  const x = 256 - (width * scale) / 2;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">' +
    `<path fill="${color}" d="M0 0H512V512H0z"/>` +
    `<path fill="${textOn(color)}" transform="translate(${x} ${256 - 480 * scale}) scale(${scale})" d="${d}"/></svg>`
  );
}

export async function readLogo(
  backend: StudioClient,
  path: string,
): Promise<{ bytes: Uint8Array; isSvg: boolean } | undefined> {
  // By the bucket's public address: row policies let only owners list its files.
  const { data } = await backend.storage.from('public/brand').download(path);
  if (!data) return undefined;
  const bytes = new Uint8Array(await data.arrayBuffer());
  // Only the server saves SVG files, sanitised, with this ending; other SVG files are not drawn.
  const isSvg = /^[\s\uFEFF]*</.test(Buffer.from(bytes.subarray(0, 100)).toString());
  return isSvg === path.endsWith('.svg') ? { bytes, isSvg } : undefined;
}

/** The logo on the icon's ground. Whether it is an SVG is known by its name, as `readLogo` checked. */
export function drawLogo(
  pictures: SitePictures,
  { bytes, isSvg }: { bytes: Uint8Array; isSvg: boolean },
  size: number,
): Promise<Uint8Array> {
  return pictures.drawIcon(bytes, { isSvg, size, background: '#f3f6f3', share: LOGO_SHARE });
}

/** One PNG in an ICO file, for old browsers. */
export function wrapIco(png: Uint8Array, size: number): Uint8Array {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

export function wrapSvg(png: Uint8Array, size: number): string {
  const data = Buffer.from(png).toString('base64');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><image width="${size}" height="${size}" href="data:image/png;base64,${data}"/></svg>`;
}
