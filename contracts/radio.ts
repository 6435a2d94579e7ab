// What the station says about itself: at /api/radio/now-playing, in its events and to the pages.
import type { AnsweredText } from './coded-text.ts';
import type { Translations } from './translations.ts';

export type AirKind = 'music' | 'jingle' | 'live' | 'episode' | 'fallback';

/** One thing that is, was or will be on air. */
export interface AirItem {
  /** New for every airing, also of the same track. */
  id: string;
  kind: AirKind;
  trackId: string | null;
  title: string;
  artist: string;
  album: string;
  /** Address of the cover, or null: then one is drawn. */
  cover: string | null;
  /** When its first sound left the station. Players play it later, by what they have buffered. */
  startedAt: string;
  /** Null when nobody knows: live. */
  durationMs: number | null;
}

export interface AirShow {
  id: string;
  slug: string;
  title: string;
  host: string | null;
  /** Its title and address in the studio's other languages. */
  translations?: Translations;
  startsAt: string;
  endsAt: string;
}

/** The class whose members chose what plays. */
export interface AirCurator {
  slug: string;
  title: string;
  /** Its title and address in the studio's other languages. */
  translations?: Translations;
}

export interface NowPlaying {
  station: { name: string; url: string };
  isOnAir: boolean;
  /** A person is on air, not the programme. */
  isLive: boolean;
  now: AirItem | null;
  /** How much of it has left the station already. */
  elapsedMs: number;
  next: Omit<AirItem, 'startedAt'> | null;
  history: AirItem[];
  show: AirShow | null;
  nextShow: AirShow | null;
  curatedBy: AirCurator | null;
  listeners: { current: number; peak: number };
  streams: { mp3: string; aac: string; opus: string; opus96?: string; hls: string };
  /** For the dashboard, when something is wrong (silence, a missing file); else null. */
  alarm: AnsweredText | null;
  at: string;
}
