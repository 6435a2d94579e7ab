// Everything the station needs to run by itself, as plain data: read from the database, saved in a file, and
// enough to continue while the database is unavailable.
import type { Translations } from '#contracts/translations.ts';

export interface Track {
  id: string;
  kind: 'music' | 'jingle';
  title: string;
  artist: string;
  album: string;
  durationMs: number;
  /** Name of its file in the library folder. */
  file: string;
  cover: string | null;
}

export interface Playlist {
  id: string;
  name: string;
  kind: 'rotation' | 'jingles';
  /** How often it is chosen relative to the others. */
  weight: number;
  order: 'shuffle' | 'in_order';
  /** Only while this show is on; null for the station's own hours. */
  showId: string | null;
  /** "HH:MM" in the station's zone; a window may cross midnight. */
  fromTime: string | null;
  toTime: string | null;
  /** 1 Monday to 7 Sunday; null for every day. */
  weekdays: number[] | null;
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

/** A show's place in every week, in wall time. */
export interface WeeklySlot {
  id: string;
  showId: string;
  weekday: number;
  localTime: string;
  durationMin: number;
  zone: string;
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
}

interface ListenerRequest {
  id: string;
  trackId: string;
}

export interface Programme {
  station: { name: string; description: string; zone: string };
  tracks: Track[];
  playlists: Playlist[];
  shows: Show[];
  slots: WeeklySlot[];
  oneOffs: OneOff[];
  /** Song requests of listeners, oldest first. */
  requests: ListenerRequest[];
}

export const emptyProgramme: Programme = {
  station: { name: 'onda', description: '', zone: 'UTC' },
  tracks: [],
  playlists: [],
  shows: [],
  slots: [],
  oneOffs: [],
  requests: [],
};
