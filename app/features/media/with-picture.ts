// Loaders hand their rows through here: the picture that the database told of becomes what an <img> says.
import type { Media, PictureAttributes } from '#contracts/media.ts';
import { type PictureOptions, pictureAttributes } from './picture-attributes.ts';

export interface Pictured {
  picture: PictureAttributes | null;
  /** Whose picture it is; said wherever it is shown large. */
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
