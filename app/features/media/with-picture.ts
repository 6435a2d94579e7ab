// Turns the picture of a database row into <img> attributes, for loaders.
import type { Marks } from '#app/language/in-language.ts';
import type { Media, PictureAttributes } from '#contracts/media.ts';
import { type PictureOptions, pictureAttributes } from './picture-attributes.ts';

export interface PictureCredit extends Marks {
  credit: string;
}

export interface Pictured {
  picture: PictureAttributes | null;
  /** Shown wherever the picture is large. */
  pictureCredit: PictureCredit | null;
}

export function withPicture<Row extends { picture: (Media & Marks) | null }>(
  row: Row,
  options: PictureOptions,
): Omit<Row, 'picture'> & Pictured {
  return {
    ...row,
    picture: row.picture && pictureAttributes(row.picture, options),
    pictureCredit: row.picture && creditOf(row.picture),
  };
}

/** The credit with the mark that it is not translated. */
export function creditOf({ credit, untranslated }: Media & Marks): PictureCredit {
  return { credit, ...(untranslated?.includes('credit') && { untranslated: ['credit'] }) };
}
