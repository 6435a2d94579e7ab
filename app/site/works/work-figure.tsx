import type { CoverProps } from '#app/features/covers/cover.tsx';
import { SoundPicture } from './sound-picture.tsx';
import type { WallWork } from './wall-work.ts';
import { WorkCover } from './work-cover.tsx';

/** A work as it is seen or heard. */
export function WorkFigure({ work, loading }: { work: WallWork; loading?: CoverProps['loading'] }) {
  return work.sound ? (
    <SoundPicture work={work} sound={work.sound} loading={loading} />
  ) : (
    <WorkCover work={work} loading={loading} />
  );
}
