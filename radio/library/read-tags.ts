// A file's own metadata: title, artist, cover. Missing or broken tags never make a file invalid.
import { parseFile } from 'music-metadata';
import { normalizeIsrc } from '#contracts/isrc.ts';

export interface Tags {
  title: string;
  artist: string;
  album: string;
  genre: string;
  year: number | null;
  composer: string;
  label: string;
  /** Valid, or empty. */
  isrc: string;
  format: string;
  cover: { bytes: Uint8Array; extension: 'jpg' | 'png' | 'webp' } | null;
}

const EXTENSIONS: Record<string, 'jpg' | 'png' | 'webp'> = {
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};
const LARGEST_COVER_BYTES = 5 * 2 ** 20;

export async function readTags(path: string): Promise<Tags> {
  const none: Tags = {
    title: '',
    artist: '',
    album: '',
    genre: '',
    year: null,
    composer: '',
    label: '',
    isrc: '',
    format: '',
    cover: null,
  };
  try {
    const { common, format } = await parseFile(path, { duration: false });
    const picture = common.picture?.find(
      ({ format: type, data }) => EXTENSIONS[type] && data.length <= LARGEST_COVER_BYTES,
    );
    return {
      title: clean(common.title, 300),
      artist: clean(common.artist, 300),
      album: clean(common.album, 300),
      genre: clean(common.genre?.[0], 120),
      year: common.year && common.year >= 1000 && common.year <= 3000 ? common.year : null,
      composer: clean(common.composer?.join(', '), 300),
      label: clean(common.label?.join(', '), 300),
      isrc: common.isrc?.map((text) => normalizeIsrc(clean(text, 40))).find(Boolean) ?? '',
      format: clean([format.container, format.codec].filter(Boolean).join(' / '), 60),
      cover: picture ? { bytes: picture.data, extension: EXTENSIONS[picture.format] ?? 'jpg' } : null,
    };
  } catch {
    return none;
  }
}

function clean(text: string | undefined, maxLength: number): string {
  return (text ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxLength);
}
