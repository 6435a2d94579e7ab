// Which show is on at an instant, and what comes after it. A pure function of the grid and the time: nothing is missed
// while the station is off, and nothing drifts. One-offs come before the weekly grid.
import { cachePerProgramme } from './cache-per-programme.ts';
import type { OneOff, Programme, WeeklySlot } from './programme.ts';
import { addDays, instantOf, minuteOf } from './wall-time.ts';

export interface Airing {
  /** Slot or one-off. */
  id: string;
  showId: string;
  startsMs: number;
  endsMs: number;
  playlistId: string | null;
  isSharp: boolean;
  isOneOff: boolean;
  /** The recording that it plays first. */
  episodeId: string | null;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
// Time zone lookups are slow and the grid is read every second: computed days are cached with their programme.
const MAX_DAYS = 40;

/** Airings that overlap the window, in order of their start. One-offs replace what they overlap. */
export function airingsBetween(programme: Programme, fromMs: number, toMs: number): Airing[] {
  const found = new Map<string, Airing>();
  for (let day = Math.floor(fromMs / DAY_MS); day * DAY_MS < toMs; day++) {
    for (const one of airingsOfDay(programme, day)) {
      if (one.endsMs > fromMs && one.startsMs < toMs) found.set(`${one.id} ${one.startsMs}`, one);
    }
  }
  return [...found.values()].sort((a, b) => a.startsMs - b.startsMs || b.endsMs - a.endsMs);
}

const airingsOfDay = cachePerProgramme(MAX_DAYS, (programme, day): Airing[] => {
  const fromMs = day * DAY_MS;
  const toMs = fromMs + DAY_MS;
  // An airing lasts a day at most, so nothing further away can overlap it.
  const isNear = (one: Airing) => one.endsMs > fromMs - DAY_MS && one.startsMs < toMs + DAY_MS;
  const special = programme.oneOffs.map(airingOfOneOff).filter(isNear);
  const weekly = programme.slots.flatMap((slot) => airingsOfSlot(programme, slot, fromMs, toMs));
  const rest = special.reduce((left, one) => left.flatMap((other) => without(other, one)), weekly);
  return [...special, ...rest].filter((one) => one.endsMs > fromMs && one.startsMs < toMs);
});

export function airingAt(programme: Programme, atMs: number): Airing | undefined {
  const on = airingsBetween(programme, atMs, atMs + 1);
  // Where two overlap, a one-off wins, then what began last.
  return on.sort((a, b) => Number(b.isOneOff) - Number(a.isOneOff) || b.startsMs - a.startsMs)[0];
}

export function nextAiring(programme: Programme, atMs: number): Airing | undefined {
  const current = airingAt(programme, atMs);
  const from = current?.endsMs ?? atMs;
  return airingsBetween(programme, from, from + 8 * DAY_MS).find((one) => one.startsMs >= from);
}

/** With what the same show has before and after it without a gap: listeners hear one show, also over midnight. */
export function wholeAiring(programme: Programme, airing: Airing): Airing {
  let { startsMs, endsMs } = airing;
  const isSame = (other: Airing | undefined) =>
    other?.showId === airing.showId && endsMs - startsMs < WEEK_MS;
  for (let after = airingAt(programme, endsMs); after && isSame(after); after = airingAt(programme, endsMs))
    endsMs = after.endsMs;
  const before = () => airingAt(programme, startsMs - 1);
  for (let one = before(); one && isSame(one); one = before()) startsMs = one.startsMs;
  return { ...airing, startsMs, endsMs };
}

function airingOfOneOff(one: OneOff): Airing {
  const startMinute = minuteOf(one.localTime);
  return {
    id: one.id,
    showId: one.showId,
    startsMs: instantOf(one.localDate, startMinute, one.zone),
    endsMs: instantOf(one.localDate, startMinute + one.durationMin, one.zone),
    playlistId: one.playlistId,
    isSharp: one.isSharp,
    isOneOff: true,
    episodeId: one.episodeId ?? null,
  };
}

function airingsOfSlot(programme: Programme, slot: WeeklySlot, fromMs: number, toMs: number): Airing[] {
  const airings: Airing[] = [];
  const last = addDays(utcDate(toMs), 1);
  // Two days earlier: a slot may last a whole day, and zones are up to a day apart.
  for (let date = addDays(utcDate(fromMs), -2); date <= last; date = addDays(date, 1)) {
    const weekday = ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
    if (weekday !== slot.weekday) continue;
    const startMinute = minuteOf(slot.localTime);
    const startsMs = instantOf(date, startMinute, slot.zone);
    const episodeId = episodeOfSlot(programme, slot, date, startsMs);
    airings.push({
      id: slot.id,
      showId: slot.showId,
      startsMs,
      // The end is a wall time too: a clock change leaves no gap in the grid.
      endsMs: instantOf(date, startMinute + slot.durationMin, slot.zone),
      playlistId: null,
      // A recording is as long as its slot: it cannot wait for a track to end.
      isSharp: episodeId !== null,
      isOneOff: false,
      episodeId,
    });
  }
  return airings;
}

function episodeOfSlot(
  { episodes, plannedEpisodes }: Programme,
  { id, showId, content }: WeeklySlot,
  date: string,
  startsMs: number,
): string | null {
  if (content === 'prerecorded')
    return (
      plannedEpisodes.find(({ slotId, localDate }) => slotId === id && localDate === date)?.episodeId ?? null
    );
  if (content !== 'repeat') return null;
  const aired = episodes.filter((one) => one.showId === showId && one.airedMs < startsMs);
  return aired.sort((a, b) => b.airedMs - a.airedMs)[0]?.id ?? null;
}

function utcDate(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function without(airing: Airing, cut: Airing): Airing[] {
  if (cut.endsMs <= airing.startsMs || cut.startsMs >= airing.endsMs) return [airing];
  return [
    { ...airing, endsMs: Math.min(airing.endsMs, cut.startsMs) },
    // Its recording belongs to its beginning.
    { ...airing, startsMs: Math.max(airing.startsMs, cut.endsMs), episodeId: null, isSharp: false },
  ].filter((part) => part.endsMs > part.startsMs);
}
