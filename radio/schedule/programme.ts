// Everything the station needs to run by itself, as plain data: read from the database, saved in a file, and
// enough to continue while the database is unavailable.
import type { Translations } from '#contracts/translations.ts';
import type { HourClock } from './clock-template.ts';
import type { DayPart } from './day-part.ts';

/** Crossfade; the next one starts at the cue-out; a pause between them; a plain cut. */
export type TransitionStyle = 'crossfade' | 'segue' | 'gap' | 'none';

/** With a day part it plays only in those hours. */
export interface Track extends Partial<DayPart> {
  id: string;
  kind: 'music' | 'jingle' | 'episode';
  title: string;
  artist: string;
  album: string;
  durationMs: number;
  /** It is played from here. */
  cueInMs: number;
  /** Here it ends for the programme; what follows only rings out. */
  cueOutMs: number;
  /** Name of its file in the library folder. */
  file: string;
  cover: string | null;
  /** The class that it promotes. */
  offeringId?: string | null;
}

/** A coming date of a class. */
export interface ClassDate {
  sessionId: string;
  startsMs: number;
  capacity: number;
  /** Places that can be booked. */
  free: number;
  /** When a place of a date of today became free last. */
  freedMs: number | null;
}

/** A class that has a promo, with its next dates in order. */
interface PromotedClass {
  offeringId: string;
  dates: ClassDate[];
}

/** A class whose members choose the tracks of a playlist. */
interface CuratingClass {
  slug: string;
  title: string;
  /** Its title and address in the studio's other languages. */
  translations: Translations;
  /** When it became public, or will; null: it is not. */
  publishedMs: number | null;
}

export interface Playlist extends DayPart {
  id: string;
  name: string;
  kind: 'rotation' | 'jingles';
  /** How often it is chosen relative to the others. */
  weight: number;
  order: 'shuffle' | 'in_order';
  /** How one of its tracks follows another. */
  transition: TransitionStyle;
  /** Length of the crossfade or the gap. */
  transitionSeconds: number;
  /** Only while this show is on; null for the station's own hours. */
  showId: string | null;
  /** Present: in its hours it comes before the station's own lists, and begins with its first track. */
  curatedBy?: CuratingClass | null;
  /** Jingle lists: one jingle after this many tracks. */
  every: number;
  entries: { trackId: string; weight: number }[];
}

export interface Show {
  id: string;
  slug: string;
  title: string;
  host: string | null;
  /** Its title and address in the studio's other languages. */
  translations?: Translations;
  /** Accounts that may go live while it is on. */
  hostUserIds: string[];
}

/** A recorded or uploaded show. Its file is in the folder of recordings. */
export interface Episode extends Track {
  kind: 'episode';
  showId: string | null;
  /** When it was on air first, or will be. */
  airedMs: number;
}

/** A show's place in every week, in wall time. */
export interface WeeklySlot {
  id: string;
  showId: string;
  weekday: number;
  localTime: string;
  durationMin: number;
  zone: string;
  /** Live or playlists, if absent; the recording planned for the date; or the show's newest recording once more. */
  content?: 'live' | 'prerecorded' | 'repeat';
}

/** A one-off date that replaces the grid. */
export interface OneOff {
  id: string;
  showId: string;
  localDate: string;
  localTime: string;
  durationMin: number;
  zone: string;
  playlistId: string | null;
  /** Begins on the minute, in mid-track if necessary. */
  isSharp: boolean;
  /** The recording that it plays. */
  episodeId?: string | null;
}

/** Which recording a slot plays on a date. */
interface PlannedEpisode {
  slotId: string;
  localDate: string;
  episodeId: string;
}

interface ListenerRequest {
  id: string;
  trackId: string;
}

export interface Programme {
  station: { name: string; description: string; zone: string; hasOpus96?: boolean };
  tracks: Track[];
  playlists: Playlist[];
  shows: Show[];
  slots: WeeklySlot[];
  oneOffs: OneOff[];
  clocks: HourClock[];
  /** Recordings that the grid may play. */
  episodes: Episode[];
  plannedEpisodes: PlannedEpisode[];
  /** Song requests of listeners, oldest first. */
  requests: ListenerRequest[];
  classes: PromotedClass[];
  /** A place that becomes free today has its promo played within so many minutes; null: it has not. */
  spotMinutes: number | null;
}

export const emptyProgramme: Programme = {
  station: { name: 'onda', description: '', zone: 'UTC' },
  tracks: [],
  playlists: [],
  shows: [],
  slots: [],
  oneOffs: [],
  clocks: [],
  episodes: [],
  plannedEpisodes: [],
  requests: [],
  classes: [],
  spotMinutes: null,
};
