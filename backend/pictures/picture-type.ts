// What a picture is, by its first bytes. Decoders are chosen by this, never by a file's name or stored type.
export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'tiff' | 'svg';

const BRANDS: Record<string, PictureType> = {
  avif: 'avif',
  avis: 'avif',
  heic: 'heic',
  heix: 'heic',
  heim: 'heic',
  heis: 'heic',
  hevc: 'heic',
  hevx: 'heic',
  mif1: 'heic',
  msf1: 'heic',
};

/** `mayBeSvg`: text is taken for a drawing only where the caller knows that it was stored as one. */
export function pictureTypeOf(bytes: Buffer, { mayBeSvg }: { mayBeSvg: boolean }): PictureType | undefined {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^RIFF....WEBP/s.test(head)) return 'webp';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (/^(II\*\0|MM\0\*)/.test(head)) return 'tiff';
  if (head.slice(4, 8) === 'ftyp') return brandOf(bytes);
  return mayBeSvg && /^[\s\uFEFF]*</.test(bytes.toString('utf8', 0, 200)) ? 'svg' : undefined;
}

/** The major brand, or the first compatible one that says more than "some HEIF". */
function brandOf(bytes: Buffer): PictureType | undefined {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  const types = brands.map((brand) => BRANDS[brand]);
  return types.includes('avif') ? 'avif' : types.find(Boolean);
}
