// What the station would play: the same decisions as on air, with time that passes as fast as it is counted. Pure. Nobody is
// live in it, every file is there, and a track ends at its cue-out.
import { clockEventsBetween } from './hour-clock.ts';
import { type BrokenRule, newMemory, nextTrack, type Pick, type PickMemory } from './next-track.ts';
import { playedMs } from './pick-track.ts';
import type { Programme } from './programme.ts';
import { seededChance } from './seeded-chance.ts';

export interface SimulatedItem extends Omit<Pick, 'memory'> {
  endsMs: number;
  /** Ended by an event at an exact time. */
  isCut: boolean;
}

export type SimulationWarning = { atMs: number } & (
  | { kind: 'nothing_to_play' }
  /** A rule that this track breaks, because no other was left. */
  | { kind: 'rule_broken'; rule: BrokenRule; trackId: string }
  /** No boundary in time, or nothing to play. */
  | { kind: 'event_missed'; itemId: string }
  /** An exact time left only this much of a track. */
  | { kind: 'cut_short'; trackId: string; playedMs: number }
);

export interface Simulation {
  items: SimulatedItem[];
  warnings: SimulationWarning[];
}

const SHORT_MS = 30_000;
// A library of a few seconds is not played through for days.
const MAX_ITEMS = 5000;

interface SimulationOptions {
  fromMs: number;
  toMs: number;
  seed: number;
  memory?: PickMemory;
}

export function simulate(programme: Programme, options: SimulationOptions): Simulation {
  const steps = simulateInSteps(programme, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Stops after every track, so that a large library does not hold up the station's own thread. */
export function* simulateInSteps(
  programme: Programme,
  options: SimulationOptions,
): Generator<void, Simulation, void> {
  const { fromMs, toMs } = options;
  const chance = seededChance(options.seed);
  const items: SimulatedItem[] = [];
  const warnings: SimulationWarning[] = [];
  let memory = options.memory ?? newMemory;
  let current: SimulatedItem | undefined;
  for (let endMs = fromMs; endMs < toMs && items.length < MAX_ITEMS; endMs = current.endsMs) {
    const pick = nextTrack(programme, memory, {
      nowMs: current?.startsMs ?? fromMs,
      startsMs: endMs,
      chance,
    });
    if (!pick) {
      warnings.push({ kind: 'nothing_to_play', atMs: endMs });
      break;
    }
    const { memory: after, ...chosen } = pick;
    memory = after;
    const { track, startsMs, broken } = chosen;
    if (current && startsMs < current.endsMs) {
      current.endsMs = startsMs;
      current.isCut = true;
      const airedMs = startsMs - current.startsMs;
      if (airedMs < SHORT_MS)
        warnings.push({
          kind: 'cut_short',
          atMs: current.startsMs,
          trackId: current.track.id,
          playedMs: airedMs,
        });
    }
    current = { ...chosen, endsMs: startsMs + Math.max(1, playedMs(track)), isCut: false };
    items.push(current);
    for (const rule of broken)
      warnings.push({ kind: 'rule_broken', atMs: startsMs, rule, trackId: track.id });
    yield;
  }
  const aired = new Set(items.map(({ event }) => event?.key));
  const dropped = new Set(memory.events.filter((key) => !aired.has(key)));
  for (const { key, item, atMs } of clockEventsBetween(programme, fromMs, current?.startsMs ?? fromMs))
    if (dropped.has(key) || (!aired.has(key) && atMs + item.maxLateMin * 60_000 < toMs))
      warnings.push({ kind: 'event_missed', atMs, itemId: item.id });
  warnings.sort((a, b) => a.atMs - b.atMs);
  return { items, warnings };
}
