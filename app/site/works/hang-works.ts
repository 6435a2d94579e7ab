// Works as a loader reads them and as the page shows them: a photographed work has the proportions of its picture.
import { PICTURE_SELECT, type PictureOptions } from '#app/features/media/picture-attributes.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import type { Media } from '#contracts/media.ts';
import type { WallWork, WorkSound } from './wall-work.ts';

export const WALL_SELECT =
  `slug,title,year,medium,credits,discipline,ratio_width,ratio_height,picture_description,sound_path,sound_duration_ms,translations,${PICTURE_SELECT}` as const;

const SIZES = '(min-width: 62rem) 58vw, 100vw';

export type ReadWork = Omit<WallWork, 'picture' | 'pictureCredit' | 'sound'> & {
  picture: Media | null;
  sound_path: string | null;
  sound_duration_ms: number | null;
};

/** Works are never cropped. */
export function hangWork<Work extends ReadWork>(
  work: Work,
  storageUrl: string,
  { sizes = SIZES }: Partial<Pick<PictureOptions, 'sizes'>> = {},
) {
  const { picture } = work;
  return {
    ...withPicture(work, { storageUrl, sizes }),
    sound: soundOf(work, storageUrl),
    ...(picture && { ratio_width: picture.width, ratio_height: picture.height }),
  };
}

function soundOf({ sound_path, sound_duration_ms, picture }: ReadWork, storageUrl: string): WorkSound | null {
  if (!sound_path || !sound_duration_ms) return null;
  const url = `${storageUrl}/storage/v1/object/public/sounds/${sound_path}`;
  return { url, durationMs: sound_duration_ms, isDark: picture !== null && isDark(picture.colour) };
}

function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 96;
}
