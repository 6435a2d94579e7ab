// An hour clock as plain data: a template of what belongs to which minute of the hour, and how far apart tracks stay.

export type Separated = 'artist' | 'title' | 'album';

/** Both hold: so many minutes and so many tracks lie between two starts. Zero is no rule. */
export interface SeparationRule {
  minutes: number;
  tracks: number;
}

export type SeparationRules = Record<Separated, SeparationRule>;

export interface ClockItem {
  id: string;
  /** News plays the newest track of its playlist, a stop set several in a row; the others play one. */
  kind: 'station_id' | 'news' | 'jingle' | 'stop_set' | 'event';
  /** Seconds after the full hour, 0 to 3599. */
  second: number;
  /** Soft: at the next track boundary. Hard: what plays is faded out and ends at the time. */
  mode: 'soft' | 'hard';
  /** Of a stop set: tracks in a row. */
  count: number;
  /** What it plays: this track, or one of this playlist, or one of the jingles that are due anyway. */
  trackId: string | null;
  playlistId: string | null;
  /** Later than this it is dropped. */
  maxLateMin: number;
  /** Hours of the day, 0 to 23; null for every hour. */
  hours: number[] | null;
  /** 1 Monday to 7 Sunday; null for every day. */
  weekdays: number[] | null;
}

export interface HourClock {
  id: string;
  /** Null for the station's own, which applies where a show has none. */
  showId: string | null;
  separation: SeparationRules;
  items: ClockItem[];
}
