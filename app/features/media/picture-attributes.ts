// The <img> attributes of a picture of the library: several widths, its size before it has loaded, and its focal point.
// The storage service makes the widths and chooses the format; the browser crops around the focal point.
import { langOf, type Marks } from '#app/language/in-language.ts';
import type { Media, PictureAttributes } from '#contracts/media.ts';

/** The columns of a picture in a query. */
export const PICTURE_SELECT =
  'picture:media(id,path,alt,credit,width,height,colour,focal_x,focal_y,translations)';

const WIDTHS = [320, 480, 768, 1080, 1440, 1920, 2500];
const QUALITY = 78;

export interface PictureOptions {
  /** The base URL of uploaded files; empty means the page's own origin. */
  storageUrl: string;
  /** Its width for the browser: "(min-width: 62rem) 58vw, 100vw". */
  sizes: string;
  /** Cropped to this shape around the focal point. Without it the picture is not cropped: works never are. */
  ratio?: readonly [width: number, height: number];
}

export function pictureUrl(media: Pick<Media, 'path'>, storageUrl: string, width: number): string {
  const query = `width=${width}&resize=contain&quality=${QUALITY}`;
  return `${storageUrl}/storage/v1/render/image/public/media/${media.path}?${query}`;
}

export function pictureAttributes(
  media: Media & Marks,
  { storageUrl, sizes, ratio }: PictureOptions,
): PictureAttributes {
  const lang = langOf(media, 'alt')?.lang;
  const widths = widthsOf(media.width);
  const [ratioWidth, ratioHeight] = ratio ?? [media.width, media.height];
  // A background colour would be visible through transparent pictures: drawings, never photographs.
  const colour = ratio || /\.(jpe?g|avif|webp)$/.test(media.path) ? { backgroundColor: media.colour } : {};
  const cut = ratio && {
    objectFit: 'cover' as const,
    objectPosition: `${percent(media.focal_x)} ${percent(media.focal_y)}`,
  };
  return {
    src: pictureUrl(media, storageUrl, widths.find((width) => width >= 768) ?? widths.at(-1) ?? media.width),
    srcSet: widths.map((width) => `${pictureUrl(media, storageUrl, width)} ${width}w`).join(', '),
    sizes,
    width: ratio ? ratioWidth * 100 : media.width,
    height: ratio ? ratioHeight * 100 : media.height,
    alt: media.alt,
    ...(lang && { lang }),
    style: { aspectRatio: `${ratioWidth} / ${ratioHeight}`, ...colour, ...cut },
  };
}

/** No wider than the picture is: more pixels would only add bytes. */
function widthsOf(own: number): number[] {
  const largest = Math.min(own, WIDTHS.at(-1) ?? own);
  return [...WIDTHS.filter((width) => width < largest), largest];
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}
