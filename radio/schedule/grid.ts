// Which show is on at an instant, and what comes after it. A pure function of the grid and the time: nothing is missed
// while the station is off, and nothing drifts. One-offs come before the weekly grid.
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
}

const DAY_MS = 86_400_000;
// Time zone lookups are slow and the grid is read every second: computed days are cached with their programme.
const known = new WeakMap<Programme, Map<number, Airing[]>>();
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

function airingsOfDay(programme: Programme, day: number): Airing[] {
  let days = known.get(programme);
  if (!days) {
    days = new Map();
    known.set(programme, days);
  }
  const cached = days.get(day);
  if (cached) return cached;
  const fromMs = day * DAY_MS;
  const toMs = fromMs + DAY_MS;
  // An airing lasts a day at most, so nothing further away can overlap it.
  const isNear = (one: Airing) => one.endsMs > fromMs - DAY_MS && one.startsMs < toMs + DAY_MS;
  const special = programme.oneOffs.map(airingOfOneOff).filter(isNear);
  const weekly = programme.slots.flatMap((slot) => airingsOfSlot(slot, fromMs, toMs));
  const rest = special.reduce((left, one) => left.flatMap((other) => without(other, one)), weekly);
  const airings = [...special, ...rest].filter((one) => one.endsMs > fromMs && one.startsMs < toMs);
  if (days.size >= MAX_DAYS) days.clear();
  days.set(day, airings);
  return airings;
}

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
  };
}

function airingsOfSlot(slot: WeeklySlot, fromMs: number, toMs: number): Airing[] {
  const airings: Airing[] = [];
  const last = addDays(utcDate(toMs), 1);
  // Two days earlier: a slot may last a whole day, and zones are up to a day apart.
  for (let date = addDays(utcDate(fromMs), -2); date <= last; date = addDays(date, 1)) {
    const weekday = ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
    if (weekday !== slot.weekday) continue;
    const startMinute = minuteOf(slot.localTime);
    airings.push({
      id: slot.id,
      showId: slot.showId,
      startsMs: instantOf(date, startMinute, slot.zone),
      // The end is a wall time too: a clock change leaves no gap in the grid.
      endsMs: instantOf(date, startMinute + slot.durationMin, slot.zone),
      playlistId: null,
      isSharp: false,
      isOneOff: false,
    });
  }
  return airings;
}

function utcDate(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function without(airing: Airing, cut: Airing): Airing[] {
  if (cut.endsMs <= airing.startsMs || cut.startsMs >= airing.endsMs) return [airing];
  return [
    { ...airing, endsMs: Math.min(airing.endsMs, cut.startsMs) },
    { ...airing, startsMs: Math.max(airing.startsMs, cut.endsMs) },
  ].filter((part) => part.endsMs > part.startsMs);
}
