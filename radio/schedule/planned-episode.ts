// The recording of the show that is on, or will be when the current track ends; once: afterwards playlists fill its time.
import { airingAt } from './grid.ts';
import type { Episode, Programme } from './programme.ts';
import type { Played } from './separation.ts';

export function plannedEpisode(
  programme: Programme,
  { played }: { played: readonly Played[] },
  {
    nowMs,
    startsMs,
    missing,
  }: { nowMs: number; startsMs: number; missing?: ReadonlySet<string> | undefined },
): Episode | undefined {
  if (programme.episodes.length === 0) return undefined;
  for (const airing of [airingAt(programme, nowMs), airingAt(programme, startsMs)]) {
    const episode = airing && programme.episodes.find(({ id }) => id === airing.episodeId);
    if (!episode || missing?.has(episode.id)) continue;
    const isPlayed = played.some(({ trackId, atMs }) => trackId === episode.id && atMs >= airing.startsMs);
    if (!isPlayed) return episode;
  }
  return undefined;
}
