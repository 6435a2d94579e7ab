import { describe, expect, it } from 'vitest';
import type { TodaySession } from '#contracts/overview.ts';
import { needsOf } from './attention.ts';
import type { TodayData } from './load-today.server.ts';

const now = new Date('2026-11-17T17:38:00Z');
const session = (id: string, startsAt: string, more: Partial<TodaySession> = {}) =>
  ({
    id,
    starts_at: `2026-11-${startsAt}:00Z`,
    ends_at: `2026-11-${startsAt.slice(0, 3)}23:00:00Z`,
    status: 'planned',
    seats: 5,
    capacity: 8,
    waiting: 0,
    unpaid: 0,
    unpaid_cents: 0,
    unpaid_names: [],
    ...more,
  }) as unknown as TodaySession;
const today = (more: Partial<TodayData> = {}) =>
  ({
    sessions: [],
    next_day: null,
    gaps: [],
    unpaid: { orders: 0, cents: 0 },
    unpaid_first: [],
    failedEmails: [],
    failedCount: 0,
    mismatches: [],
    missingEpisodes: [],
    ...more,
  }) as unknown as TodayData;

describe('what needs attention', () => {
  it('is ordered by when it matters', () => {
    const needs = needsOf(
      today({
        sessions: [
          session('late', '17T19:00', { waiting: 2, seats: 8 }),
          session('soon', '17T18:00', { unpaid: 1, unpaid_cents: 2400, unpaid_names: ['Clara'] }),
        ],
        gaps: [
          { session_id: 'gap', starts_at: '2026-11-19T15:00:00Z', title: '', instead_of: null, seats: 0 },
        ],
        missingEpisodes: [
          {
            airing_id: 'slot',
            show_id: 'show',
            title: '',
            starts_at: '2026-11-18T10:00:00Z',
          },
        ],
        unpaid: { orders: 3, cents: 8800 },
        failedEmails: [{ id: 'mail', subject: '', to_address: '', last_error: null }],
        failedCount: 2,
      }),
      now,
    );
    expect(needs.map(({ kind }) => kind)).toEqual([
      'email',
      'more_emails',
      'unpaid',
      'full',
      'episode',
      'gap',
      'more_unpaid',
    ]);
  });

  it('names an unpaid order once: with its session, or among the others', () => {
    const coming = session('a', '17T18:00', {
      unpaid: 2,
      unpaid_cents: 4800,
      unpaid_names: ['Clara', 'Yusuf'],
    });
    const unpaid_first = ['Clara', 'Oona', 'Yusuf'].map((buyer) => ({ buyer }));
    const needs = (orders: number, cents: number) =>
      needsOf(
        today({
          sessions: [coming],
          unpaid: { orders, cents },
          unpaid_first: unpaid_first as TodayData['unpaid_first'],
        }),
        now,
      );
    expect(needs(3, 10_600)[1]).toMatchObject({ orders: 1, cents: 5800, names: ['Oona'] });
    expect(needs(2, 4800)).toHaveLength(1);
  });

  it('leaves out sessions that are over, and looks at the next open day', () => {
    const unpaid = { unpaid: 1, unpaid_cents: 2400, unpaid_names: ['Clara'] };
    const over = session('over', '17T10:00', { ...unpaid, ends_at: '2026-11-17T11:00:00Z' });
    expect(needsOf(today({ sessions: [over] }), now)).toEqual([]);
    const next = { day: '2026-11-19', sessions: [session('next', '19T10:00', unpaid)] };
    expect(needsOf(today({ next_day: next }), now)).toMatchObject([{ kind: 'unpaid' }]);
  });
});
