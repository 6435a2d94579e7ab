// Everything the station must know to go on by itself, as plain data: it is read from the database, kept in a file, and
// enough to play on while the database is away.
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
  /** How often it is chosen beside the others. */
  weight: number;
  order: 'shuffle' | 'in_order';
  /** Only while this show is on; null for the station's own hours. */
  showId: string | null;
  /** "HH:MM" in the station's zone; a window may cross midnight. */
  fromTime: string | null;
  toTime: string | null;
  /** 1 Monday to 7 Sunday; null for every day. */
  weekdays: number[] | null;
  /** Jingle lists: one after so many pieces of music. */
  every: number;
  entries: { trackId: string; weight: number }[];
}

export interface Show {
  id: string;
  slug: string;
  title: string;
  host: string | null;
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

/** One evening that is different. */
export interface OneOff {
  id: string;
  showId: string;
  localDate: string;
  localTime: string;
  durationMin: number;
  zone: string;
  playlistId: string | null;
  /** Begins on the minute, in mid-song if it must. */
  isSharp: boolean;
}

export interface ListenerRequest {
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
  /** Wishes of listeners, oldest first. */
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
