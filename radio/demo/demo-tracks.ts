// What the station plays before anyone has uploaded anything: tracks, idents and recordings of our own, free of licences.
// Their files are beside this one, made by tools/make-music.mjs.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface DemoTrack {
  slug: string;
  title: string;
  artist: string;
  kind: 'music' | 'jingle';
}

export interface DemoRecording extends DemoTrack {
  show: string;
  summary: string;
  daysAgo: number;
}

// The shortest comes first: a new station is on air as soon as one track is ready.
export const demoTracks: DemoTrack[] = [
  { slug: 'ident-canal', title: 'onda, by the canal', artist: 'onda', kind: 'jingle' },
  { slug: 'green-lamp', title: 'The Green Lamp Is On', artist: 'Inês Valadão', kind: 'music' },
  { slug: 'low-tide-early', title: 'Low Tide, Early', artist: 'Teo Marchetti', kind: 'music' },
  { slug: 'kitchen-wave', title: 'Standing Wave in a Kitchen', artist: 'Amina Okafor', kind: 'music' },
  { slug: 'lock-gate', title: 'Lock Gate, Bowed', artist: 'Teo Marchetti', kind: 'music' },
  { slug: 'two-inks', title: 'Two Inks, One Drum', artist: 'Mireia Puig', kind: 'music' },
  { slug: 'letters-to-nobody', title: 'Letters to Nobody', artist: 'Jonas Lind', kind: 'music' },
  { slug: 'night-loop-four', title: 'Night Loop, Number Four', artist: 'Kasimir Voss', kind: 'music' },
  { slug: 'eleven-chairs', title: 'Eleven Chairs', artist: 'Ruth Adeyemi', kind: 'music' },
  { slug: 'ident-ears', title: 'onda, bring ears', artist: 'onda', kind: 'jingle' },
];

/** Three published recordings of sample shows, for the archive. */
export const demoRecordings: DemoRecording[] = [
  {
    slug: 'recording-slipway',
    title: 'Ice on the slipway',
    artist: 'Inês Valadão',
    kind: 'music',
    show: 'surf',
    summary: 'Inês and a microphone on a sledge. From the coldest morning of the year.',
    daysAgo: 5,
  },
  {
    slug: 'recording-staples',
    title: 'Staples, part two',
    artist: 'Mireia Puig',
    kind: 'music',
    show: 'the-copy-shop-hour',
    summary: 'Three zines and one paper jam, in time.',
    daysAgo: 13,
  },
  {
    slug: 'recording-onion',
    title: 'An onion, slowly',
    artist: 'Teo Marchetti',
    kind: 'music',
    show: 'foley-kitchen',
    summary: 'Skin, knife, butter. Best with headphones.',
    daysAgo: 19,
  },
];

/** An upload like any other: it becomes a track of the station when it is added. */
export function demoFile({ slug }: DemoTrack): string {
  return fileURLToPath(new URL(`${slug}.opus`, import.meta.url));
}

/** The fallback when nothing else can play: a quiet interval signal, in frames of the station. */
export function readIntervalSignal(): Promise<Uint8Array> {
  return readFile(new URL('interval.mp3', import.meta.url));
}
