// Shows change on the minute, whatever is playing; a sharp one does not wait for the track to end.
import type { Airing } from '../schedule/grid.ts';
import type { Playout } from './playout-options.ts';

export interface GridFollower {
  /** Call it every second. */
  follow(): void;
  /** The programme changed: what was planned while its show is already on begins after the current track. */
  followProgramme(change: () => void): void;
}

export function createGridFollower(options: {
  playout: Pick<Playout, 'air' | 'isLive' | 'next' | 'reopenNext' | 'skip'>;
  airing(): Airing | undefined;
  onShow(): void;
}): GridFollower {
  const { playout, airing: currentAiring, onShow } = options;
  /** Null before the grid was looked at; undefined between two shows. */
  let airingId: string | null | undefined = null;
  const episodeId = () => currentAiring()?.episodeId ?? null;
  return {
    follow() {
      const airing = currentAiring();
      if (airing?.id === airingId) return;
      const isFirst = airingId === null;
      airingId = airing?.id;
      if (isFirst) return;
      playout.reopenNext();
      // A recording ends with its time: the next show has its own.
      const isCut = airing?.isSharp || playout.air?.kind === 'episode';
      if (isCut && !playout.isLive) playout.skip();
      onShow();
    },
    followProgramme(change) {
      const before = episodeId();
      change();
      const { air, next } = playout;
      // A library of one track repeats it, unless another was added meanwhile.
      const isRepeat = typeof next?.trackId === 'string' && next.trackId === air?.trackId;
      if (air && (isRepeat || episodeId() !== before)) playout.reopenNext();
    },
  };
}
