// Checks a chosen file before the upload: its size, its dominant colour, and whether it is a picture.
import { t } from '#app/language/messages.ts';
import { dominantColour } from './dominant-colour.ts';
import { withoutCameraNotes } from './without-camera-notes.ts';

export interface ReadPicture {
  bytes: Blob;
  type: string;
  extension: string;
  width: number;
  height: number;
  colour: string;
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
};
export const ACCEPTED_PICTURES = Object.keys(EXTENSIONS).join(',');
export const MAX_PICTURE_BYTES = 25 * 2 ** 20;
const MAX_PIXELS = 50_000_000;
const SAMPLE_PX = 48;

export async function readPicture(file: File): Promise<ReadPicture> {
  const extension = EXTENSIONS[file.type];
  if (!extension) throw new Error(t('shared.media.this_file_type_is_not_supported'));
  const clean = withoutCameraNotes(new Uint8Array(await file.arrayBuffer()));
  const bytes = new Blob([clean], { type: file.type });
  const picture = await createImageBitmap(bytes).catch(() => {
    throw new Error(t('shared.media.this_file_is_not_a_picture'));
  });
  try {
    const { width, height } = picture;
    if (width * height > MAX_PIXELS) throw new Error(t('shared.media.this_picture_has_too_many_pixels'));
    return { bytes, type: file.type, extension, width, height, colour: colourOf(picture) };
  } finally {
    picture.close();
  }
}

function colourOf(picture: ImageBitmap): string {
  const canvas = document.createElement('canvas');
  canvas.width = SAMPLE_PX;
  canvas.height = SAMPLE_PX;
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing) return '#808080';
  drawing.drawImage(picture, 0, 0, SAMPLE_PX, SAMPLE_PX);
  return dominantColour(drawing.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data);
}
