import { Cover, type CoverProps } from '#app/features/covers/cover.tsx';
import { firstSlug } from '#app/language/in-language.ts';
import type { WallWork } from './wall-work.ts';

type Shown = Pick<
  WallWork,
  'slug' | 'first_slug' | 'discipline' | 'ratio_width' | 'ratio_height' | 'picture_description' | 'picture'
>;

/** A work in its own proportions. */
export function WorkCover({ work, loading }: { work: Shown; loading?: CoverProps['loading'] }) {
  return (
    <Cover
      slug={firstSlug(work)}
      discipline={work.discipline}
      ratio={[work.ratio_width, work.ratio_height]}
      alt={work.picture_description}
      loading={loading}
      picture={work.picture}
    />
  );
}
