// A picture of the library in the dashboard, where the row is available. On public pages the loader makes the
// attributes and Cover shows them.
import type { ComponentProps } from 'react';
import type { Media } from '#contracts/media.ts';
import { type PictureOptions, pictureAttributes } from './picture-attributes.ts';
import { useStorageUrl } from './use-storage-url.ts';

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt'> & {
  media: Media;
  sizes: string;
  ratio?: PictureOptions['ratio'];
  /** Another text than the picture's own; empty if the text is shown beside it. */
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
