// Works as a loader reads them and as the page shows them: a photographed work has the proportions of its picture.
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import type { Media } from '#contracts/media.ts';
import type { WallWork } from './wall-work.ts';

export const WALL_SELECT =
  `slug,title,year,medium,credits,discipline,ratio_width,ratio_height,picture_description,translations,${PICTURE_SELECT}` as const;

const SIZES = '(min-width: 62rem) 58vw, 100vw';

export type ReadWork = Omit<WallWork, 'picture' | 'pictureCredit'> & { picture: Media | null };

/** Works are never cropped. */
export function hangWork<Work extends ReadWork>(work: Work, storageUrl: string) {
  const { picture } = work;
  return {
    ...withPicture(work, { storageUrl, sizes: SIZES }),
    ...(picture && { ratio_width: picture.width, ratio_height: picture.height }),
  };
}
