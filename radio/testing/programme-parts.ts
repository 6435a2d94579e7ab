// Tracks and playlists of a programme that a test makes up.
import type { Playlist, Track } from '../schedule/programme.ts';

/** Three minutes of music by an artist of its own. */
export function makeTrack(id: string, rest: Partial<Track> = {}): Track {
  const durationMs = rest.durationMs ?? 180_000;
  return {
    id,
    kind: 'music',
    title: id,
    artist: id,
    album: '',
    durationMs,
    cueInMs: 0,
    cueOutMs: durationMs,
    file: `${id}.mp3`,
    cover: null,
    ...rest,
  };
}

export function makePlaylist(
  id: string,
  trackIds: readonly string[],
  rest: Partial<Playlist> = {},
): Playlist {
  return {
    id,
    name: id,
    kind: 'rotation',
    weight: 1,
    order: 'shuffle',
    transition: 'crossfade',
    transitionSeconds: 3,
    showId: null,
    fromTime: null,
    toTime: null,
    weekdays: null,
    every: 0,
    entries: trackIds.map((trackId) => ({ trackId, weight: 1 })),
    ...rest,
  };
}
