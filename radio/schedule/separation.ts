// Separation rules: how far apart tracks of one artist, one title or one album stay. Pure.
import type { Separated, SeparationRule, SeparationRules } from './clock-template.ts';
import type { Track } from './programme.ts';

export interface Played {
  trackId: string;
  artist: string;
  title?: string;
  album?: string;
  kind: Track['kind'];
  atMs: number;
}

/** Without an hour clock. */
export const DEFAULT_SEPARATION: SeparationRules = {
  artist: { minutes: 0, tracks: 3 },
  title: { minutes: 90, tracks: 1 },
  album: { minutes: 0, tracks: 0 },
};

/** The rules that a track would break if it began at this time after these. */
export function createSeparation(
  rules: SeparationRules,
  played: readonly Played[],
  atMs: number,
): (track: Track) => Separated[] {
  const music = played.filter(({ kind }) => kind === 'music');
  const jingles = played.filter(({ kind }) => kind === 'jingle');
  const near = (rule: SeparationRule, list: readonly Played[]) => {
    const recent = rule.tracks > 0 ? list.slice(-rule.tracks) : [];
    const late = list.filter((one) => atMs - one.atMs < rule.minutes * 60_000);
    return [...recent, ...late];
  };
  const textsOf = (list: readonly Played[], field: 'artist' | 'title' | 'album') =>
    new Set(list.map((one) => fold(one[field])).filter(Boolean));
  const artists = textsOf(near(rules.artist, music), 'artist');
  const albums = textsOf(near(rules.album, music), 'album');
  const titledOf = (list: readonly Played[]) => {
    const titled = near(rules.title, list);
    return { titles: textsOf(titled, 'title'), ids: new Set(titled.map(({ trackId }) => trackId)) };
  };
  const titled = { music: titledOf(music), jingle: titledOf(jingles) };
  return (track) => {
    const broken: Separated[] = [];
    const { titles, ids } = track.kind === 'jingle' ? titled.jingle : titled.music;
    if (ids.has(track.id) || titles.has(fold(track.title))) broken.push('title');
    // A jingle carries the station's name as often as it likes.
    if (track.kind === 'jingle') return broken;
    if (artists.has(fold(track.artist))) broken.push('artist');
    if (albums.has(fold(track.album))) broken.push('album');
    return broken;
  };
}

function fold(text = ''): string {
  return text.trim().toLowerCase();
}
