import { expect, it } from 'vitest';
import { mergeEvents } from './station-events.ts';

const at = (minute: number) => `2026-11-17T17:${String(minute).padStart(2, '0')}:00Z`;
const note = (id: number, minute: number, code = 'queue_changed_by') => ({
  id,
  at: at(minute),
  event: { code, values: { name: 'Marta' } },
});

it('tells what happened in one line of time, the newest first', () => {
  const events = mergeEvents({
    plays: [
      { id: 'p2', started_at: at(34), kind: 'music', title: 'Salt Ledger', artist: 'Marta Sol' },
      { id: 'p1', started_at: at(0), kind: 'live', title: 'Undertow', artist: '' },
    ],
    connections: [
      {
        id: 7,
        at: '2026-11-17T16:58:00+00:00',
        way: 'source',
        client: 'butt',
        outcome: 'accepted',
        reason: { code: 'host_connected' },
      },
    ],
    notes: [note(1, 20, 'silent_track_skipped')],
    requests: [{ id: 'r1', asked_at: at(12), track: { title: 'Long Bow' } }],
  });
  expect(events.map(({ kind }) => kind)).toEqual(['track', 'note', 'request', 'live', 'connection']);
});

it('shows the same note several times in a row once, with its latest time', () => {
  const events = mergeEvents({
    plays: [],
    connections: [],
    requests: [],
    notes: [note(3, 9), note(2, 8), note(1, 2, 'nothing_to_play')],
  });
  expect(events.map(({ at }) => at)).toEqual([at(9), at(2)]);
});
