// Turns the picture of a database row into <img> attributes, for loaders.
import type { Media, PictureAttributes } from '#contracts/media.ts';
import { type PictureOptions, pictureAttributes } from './picture-attributes.ts';

export interface Pictured {
  picture: PictureAttributes | null;
  /** The credit of the picture, shown wherever it is large. */
  pictureCredit: string | null;
}

export function withPicture<Row extends { picture: Media | null }>(
  row: Row,
  options: PictureOptions,
): Omit<Row, 'picture'> & Pictured {
  return {
    ...row,
    picture: row.picture && pictureAttributes(row.picture, options),
    pictureCredit: row.picture?.credit ?? null,
  };
}
