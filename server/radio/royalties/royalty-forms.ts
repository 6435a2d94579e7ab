// The columns that collecting societies ask for. Pure. Headings are in the language of the society that reads them, not in
// that of the dashboard. What is filled in and what is not: docs/royalties.md.
import type { CsvCell } from '#app/features/csv/write-csv.ts';

/** One recording in the period. */
export interface ReportedTrack {
  title: string;
  artist: string;
  album: string;
  label: string;
  composer: string;
  isrc: string;
  plays: number;
  /** Of one play; null where it is not known, as of titles that a live host sends. */
  durationS: number | null;
  /** Everybody who heard any part of it, over all plays. */
  performances: number;
}

export interface ReportedPeriod {
  /** Name of the station. */
  service: string;
  /** Days, both included. */
  from: string;
  to: string;
  /** Hours of all listeners together. */
  tuningHours: number;
}

interface RoyaltyForm {
  columns: readonly string[];
  row(track: ReportedTrack, period: ReportedPeriod): CsvCell[];
}

// 37 CFR 370.4(d)(2)(ii): eligible nonsubscription transmissions, other than simulcasts of broadcasts and non-music programmes.
const TRANSMISSION_CATEGORY = 'A';
const IDENTIFIED = [
  'NAME_OF_SERVICE',
  'TRANSMISSION_CATEGORY',
  'FEATURED_ARTIST',
  'SOUND_RECORDING_TITLE',
  'ISRC',
  'ALBUM_TITLE',
  'MARKETING_LABEL',
] as const;
const identified = (track: ReportedTrack, { service }: ReportedPeriod): CsvCell[] => [
  service,
  TRANSMISSION_CATEGORY,
  track.artist,
  track.title,
  track.isrc,
  track.album,
  track.label,
];

export const royaltyForms = {
  soundexchange: {
    columns: [...IDENTIFIED, 'ACTUAL_TOTAL_PERFORMANCES'],
    row: (track, period) => [...identified(track, period), track.performances],
  },
  soundexchange_ath: {
    columns: [...IDENTIFIED, 'AGGREGATE_TUNING_HOURS', 'CHANNEL_OR_PROGRAM_NAME', 'PLAY_FREQUENCY'],
    row: (track, period) => [
      ...identified(track, period),
      period.tuningHours.toFixed(2),
      period.service,
      track.plays,
    ],
  },
  gema: {
    columns: [
      'Sender',
      'Zeitraum von',
      'Zeitraum bis',
      'Titel',
      'Komponist',
      'Interpret',
      'Album',
      'Label',
      'ISRC',
      'Spieldauer',
      'Anzahl Sendungen',
      'Sendedauer gesamt',
      'Hörer gesamt',
    ],
    row: (track, { service, from, to }) => [service, germanDay(from), germanDay(to), ...playsOf(track)],
  },
  spa: {
    columns: [
      'Estação',
      'De',
      'Até',
      'Título da obra',
      'Autor/Compositor',
      'Intérprete',
      'Álbum',
      'Editora',
      'ISRC',
      'Duração',
      'Número de passagens',
      'Duração total',
      'Total de ouvintes',
    ],
    row: (track, { service, from, to }) => [service, from, to, ...playsOf(track)],
  },
} as const satisfies Record<string, RoyaltyForm>;

export type RoyaltyFormName = keyof typeof royaltyForms;

export function isRoyaltyForm(name: string): name is RoyaltyFormName {
  return Object.hasOwn(royaltyForms, name);
}

function playsOf(track: ReportedTrack) {
  return [
    track.title,
    track.composer,
    track.artist,
    track.album,
    track.label,
    track.isrc,
    clock(track.durationS),
    track.plays,
    clock(totalS(track)),
    track.performances,
  ];
}

function totalS({ plays, durationS }: ReportedTrack): number | null {
  return durationS === null ? null : plays * durationS;
}

/** "0:03:25" */
function clock(seconds: number | null): string {
  if (seconds === null) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
}

/** "2026-10-01" -> "01.10.2026" */
function germanDay(day: string): string {
  return day.split('-').reverse().join('.');
}
