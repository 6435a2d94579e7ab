// A picture of the library in the dashboard, where the row itself is at hand. Public pages have their attributes made
// by the loader instead and show them through Cover.
import type { ComponentProps } from 'react';
import type { Media } from '#contracts/media.ts';
import { type PictureOptions, pictureAttributes } from './picture-attributes.ts';
import { useStorageUrl } from './use-storage-url.ts';

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt'> & {
  media: Media;
  sizes: string;
  ratio?: PictureOptions['ratio'];
  /** Another text than the picture's own; empty where the words stand beside it. */
  alt?: string;
};

export function Picture({ media, sizes, ratio, alt, style, ...props }: PictureProps) {
  const storageUrl = useStorageUrl();
  const attributes = pictureAttributes(media, { storageUrl, sizes, ratio });
  return (
    <img
      data-slot="picture"
      loading="lazy"
      decoding="async"
      {...attributes}
      {...props}
      alt={alt ?? attributes.alt}
      style={{ ...attributes.style, ...style }}
    />
  );
}
