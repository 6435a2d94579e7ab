// A generated cover as a picture. Its file is drawn once by the server and cached by the browser permanently. A
// photograph replaces it.
import { defaultColor } from '#app/disciplines/discipline-color.ts';
import { useDiscipline } from '#app/disciplines/use-disciplines.ts';
import type { Discipline, DisciplineColor } from '#contracts/discipline.ts';
import type { PictureAttributes } from '#contracts/media.ts';

export interface CoverProps {
  slug: string;
  discipline: Discipline;
  ratio?: readonly [width: number, height: number];
  /** What the drawing shows; empty when it only decorates. */
  alt?: string;
  loading?: 'lazy' | 'eager';
  className?: string;
  /** The photograph that replaces the drawing, as the loader prepared it. */
  picture?: PictureAttributes | null;
}

/** Raised when the drawings change, so that no browser shows an old one. */
const COVER_VERSION = 1;

export function coverUrl(
  discipline: Discipline,
  slug: string,
  ratioWidth: number,
  ratioHeight: number,
  color?: DisciplineColor,
): string {
  const chosen = color && color !== defaultColor(discipline) ? `&color=${color}` : '';
  return `/covers/${discipline}/${slug}/${ratioWidth}x${ratioHeight}.svg?v=${COVER_VERSION}${chosen}`;
}

export function Cover({
  slug,
  discipline,
  ratio: [width, height] = [4, 3],
  alt = '',
  loading = 'lazy',
  className,
  picture,
}: CoverProps) {
  const { color } = useDiscipline(discipline);
  return (
    <img
      data-slot="cover"
      className={className}
      src={coverUrl(discipline, slug, width, height, color)}
      width={width * 100}
      height={height * 100}
      alt={alt}
      loading={loading}
      decoding="async"
      style={{ aspectRatio: `${width} / ${height}` }}
      {...picture}
    />
  );
}
