// A picture of the library as pages and forms know it, and as an <img> shows it.
import * as v from 'valibot';
import { translations } from './translations.ts';

export const media = v.object({
  id: v.string(),
  path: v.string(),
  alt: v.string(),
  credit: v.string(),
  width: v.number(),
  height: v.number(),
  colour: v.string(),
  focal_x: v.number(),
  focal_y: v.number(),
  translations: v.optional(translations),
});
export type Media = v.InferOutput<typeof media>;

/** Ready for `<img {...attributes}>`: made by the loader, so that a page that shows pictures needs no code for it. */
export interface PictureAttributes {
  src: string;
  srcSet: string;
  sizes: string;
  width: number;
  height: number;
  alt: string;
  /** Of its description, where that is not the page's. */
  lang?: string;
  style: { aspectRatio: string; backgroundColor?: string; objectFit?: 'cover'; objectPosition?: string };
}
