// Tries an hour clock out before it is saved: the next 24 hours of the station with it, or those around the show it is for.
import { setImmediate as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { ClockDraft, ClockSimulation, ClockWarning } from '#contracts/radio-clock.ts';
import type { HourClock } from '#radio/schedule/clock-template.ts';
import { airingsBetween } from '#radio/schedule/grid.ts';
import type { Programme } from '#radio/schedule/programme.ts';
import { type Simulation, type SimulationWarning, simulateInSteps } from '#radio/schedule/simulate.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SEED = 1;
// The station's own thread has a tick every 100 ms.
const STEP_MS = 10;

const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const oneOrNull = v.nullable(v.pipe(v.string(), v.uuid()));
const minutes = wholeNumber(0, 720);
const tracks = wholeNumber(0, 100);

export const clockDraft: v.GenericSchema<unknown, ClockDraft> = v.object({
  show_id: oneOrNull,
  separation: v.object({
    artist_minutes: minutes,
    artist_tracks: tracks,
    title_minutes: minutes,
    title_tracks: tracks,
    album_minutes: minutes,
    album_tracks: tracks,
  }),
  items: v.pipe(
    v.array(
      v.object({
        id: v.pipe(v.string(), v.uuid()),
        kind: v.picklist(['station_id', 'news', 'jingle', 'stop_set', 'event']),
        second: wholeNumber(0, 3599),
        mode: v.picklist(['soft', 'hard']),
        count: wholeNumber(1, 10),
        track_id: oneOrNull,
        playlist_id: oneOrNull,
        max_late_min: wholeNumber(1, 59),
        hours: v.nullable(v.pipe(v.array(wholeNumber(0, 23)), v.maxLength(24))),
        weekdays: v.nullable(v.pipe(v.array(wholeNumber(1, 7)), v.maxLength(7))),
      }),
    ),
    v.maxLength(60),
  ),
});

export async function simulateClock(
  programme: Programme,
  draft: ClockDraft,
  nowMs: number,
): Promise<ClockSimulation> {
  const changed: Programme = {
    ...programme,
    requests: [],
    clocks: [...programme.clocks.filter(({ showId }) => showId !== draft.show_id), clockOf(draft)],
  };
  const fromMs = startOf(changed, draft.show_id, nowMs);
  const toMs = fromMs + DAY_MS;
  const simulation = await inPieces(simulateInSteps(changed, { fromMs, toMs, seed: SEED }));
  const titles = new Map(changed.tracks.map(({ id, title }) => [id, title]));
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    tracks: simulation.items.map(({ track, why, event, isCut, startsMs, endsMs }) => ({
      starts_at: new Date(startsMs).toISOString(),
      ends_at: new Date(endsMs).toISOString(),
      title: track.title,
      artist: track.artist,
      kind: track.kind,
      why,
      item_id: event?.item.id ?? null,
      is_cut: isCut,
    })),
    warnings: simulation.warnings.map((warning) => ({
      kind: kindOf(warning),
      at: new Date(warning.atMs).toISOString(),
      title: 'trackId' in warning ? (titles.get(warning.trackId) ?? null) : null,
      item_id: 'itemId' in warning ? warning.itemId : null,
    })),
  };
}

function clockOf({ show_id, separation, items }: ClockDraft): HourClock {
  return {
    id: 'draft',
    showId: show_id,
    separation: {
      artist: { minutes: separation.artist_minutes, tracks: separation.artist_tracks },
      title: { minutes: separation.title_minutes, tracks: separation.title_tracks },
      album: { minutes: separation.album_minutes, tracks: separation.album_tracks },
    },
    items: items.map(({ track_id, playlist_id, max_late_min, ...item }) => ({
      ...item,
      trackId: track_id,
      playlistId: playlist_id,
      maxLateMin: max_late_min,
    })),
  };
}

/** The full hour now, or an hour before the show is on next. */
function startOf(programme: Programme, showId: string | null, nowMs: number): number {
  const next = airingsBetween(programme, nowMs, nowMs + 8 * DAY_MS).find((one) => one.showId === showId);
  const fromMs = next && next.startsMs > nowMs + HOUR_MS ? next.startsMs - HOUR_MS : nowMs;
  return Math.floor(fromMs / HOUR_MS) * HOUR_MS;
}

async function inPieces(steps: Generator<void, Simulation, void>): Promise<Simulation> {
  for (;;) {
    const untilMs = performance.now() + STEP_MS;
    while (performance.now() < untilMs) {
      const step = steps.next();
      if (step.done) return step.value;
    }
    await pause();
  }
}

function kindOf(warning: SimulationWarning): ClockWarning['kind'] {
  if (warning.kind !== 'rule_broken') return warning.kind;
  return warning.rule === 'day_part' ? 'outside_hours' : `${warning.rule}_too_soon`;
}
