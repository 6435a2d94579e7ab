import { describe, expect, it } from 'vitest';
import type { ClockSimulation, ClockWarning } from '#contracts/radio-clock.ts';
import { groupWarnings, hoursOf, partOfHour } from './group-simulation.ts';

const track = (starts_at: string, ends_at: string) => ({
  starts_at,
  ends_at,
  title: 'a',
  artist: '',
  kind: 'music' as const,
  why: 'playlist' as const,
  item_id: null,
  is_cut: false,
});

describe('a simulated day', () => {
  it('is shown by the hour in which each track begins', () => {
    const simulation: ClockSimulation = {
      from: '2026-11-15T12:00:00.000Z',
      to: '2026-11-15T14:00:00.000Z',
      tracks: [
        track('2026-11-15T12:00:00.000Z', '2026-11-15T12:30:00.000Z'),
        track('2026-11-15T12:30:00.000Z', '2026-11-15T13:15:00.000Z'),
        track('2026-11-15T13:15:00.000Z', '2026-11-15T14:15:00.000Z'),
      ],
      warnings: [],
    };
    const hours = hoursOf(simulation);
    expect(hours.map(({ tracks }) => tracks.length)).toEqual([2, 1]);
    expect(hours.map(({ before }) => before?.starts_at)).toEqual([undefined, '2026-11-15T12:30:00.000Z']);
    const [first] = hours;
    expect(first?.tracks.map((one) => partOfHour(one, first.startsMs))).toEqual([
      { x: 0, width: 500 },
      { x: 500, width: 500 },
    ]);
  });

  it('counts warnings of a type and item together, with the first of them', () => {
    const warning = (kind: ClockWarning['kind'], at: string, item_id: string | null = null) => ({
      kind,
      at,
      title: null,
      item_id,
    });
    const groups = groupWarnings([
      warning('event_missed', '1', 'a'),
      warning('artist_too_soon', '2'),
      warning('artist_too_soon', '3'),
      warning('event_missed', '4', 'b'),
    ]);
    expect(groups.map(({ kind, count, first }) => [kind, count, first.at])).toEqual([
      ['artist_too_soon', 2, '2'],
      ['event_missed', 1, '1'],
      ['event_missed', 1, '4'],
    ]);
  });
});
