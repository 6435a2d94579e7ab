// A picture of the library as pages and forms know it, and as an <img> shows it.

export interface Media {
  id: string;
  path: string;
  alt: string;
  credit: string;
  width: number;
  height: number;
  colour: string;
  focal_x: number;
  focal_y: number;
}

/** Ready for `<img {...attributes}>`: made by the loader, so that a page that shows pictures needs no code for it. */
export interface PictureAttributes {
  src: string;
  srcSet: string;
  sizes: string;
  width: number;
  height: number;
  alt: string;
  style: { aspectRatio: string; backgroundColor?: string; objectFit?: 'cover'; objectPosition?: string };
}
