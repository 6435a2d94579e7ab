// What needs attention, ordered by when it matters: card payments and emails that failed at once, sessions by their
// start and radio shows without a recording by theirs, other unpaid orders last.

import type { TodaySession } from '#contracts/overview.ts';
import type { TodayData } from './load-today.server.ts';

export type Need =
  | { kind: 'mismatch'; at: null; mismatch: TodayData['mismatches'][number] }
  | { kind: 'email'; at: null; email: TodayData['failedEmails'][number] }
  | { kind: 'more_emails'; at: null; count: number }
  | { kind: 'unpaid'; at: Date; session: TodaySession }
  | { kind: 'full'; at: Date; session: TodaySession }
  | { kind: 'gap'; at: Date; gap: TodayData['gaps'][number] }
  | { kind: 'episode'; at: Date; episode: TodayData['missingEpisodes'][number] }
  | { kind: 'more_unpaid'; at: null; orders: number; cents: number; names: string[] };

export function needsOf(today: TodayData, now: Date): Need[] {
  const coming = [...today.sessions, ...(today.next_day?.sessions ?? [])].filter(
    ({ status, ends_at }) => status === 'planned' && new Date(ends_at) > now,
  );
  const timed: Exclude<Need, { at: null }>[] = [
    ...coming
      .filter(({ unpaid }) => unpaid > 0)
      .map((session) => ({ kind: 'unpaid' as const, at: new Date(session.starts_at), session })),
    ...coming
      .filter(({ waiting, seats, capacity }) => waiting > 0 && seats >= capacity)
      .map((session) => ({ kind: 'full' as const, at: new Date(session.starts_at), session })),
    ...today.gaps.map((gap) => ({ kind: 'gap' as const, at: new Date(gap.starts_at), gap })),
    ...today.missingEpisodes.map((episode) => ({
      kind: 'episode' as const,
      at: new Date(episode.starts_at),
      episode,
    })),
  ];
  const moreEmails = today.failedCount - today.failedEmails.length;
  return [
    ...today.mismatches.map((mismatch): Need => ({ kind: 'mismatch', at: null, mismatch })),
    ...today.failedEmails.map((email): Need => ({ kind: 'email', at: null, email })),
    ...(moreEmails > 0 ? [{ kind: 'more_emails', at: null, count: moreEmails } as const] : []),
    ...timed.sort((one, other) => one.at.getTime() - other.at.getTime()),
    ...otherUnpaid(today, coming),
  ];
}

/** Unpaid orders that no coming session has named yet; the newest are named. */
function otherUnpaid(today: TodayData, coming: readonly TodaySession[]): Need[] {
  const named = coming.reduce(
    (sum, { unpaid, unpaid_cents }) => ({ orders: sum.orders + unpaid, cents: sum.cents + unpaid_cents }),
    { orders: 0, cents: 0 },
  );
  const orders = today.unpaid.orders - named.orders;
  if (orders <= 0) return [];
  const shown = new Set(coming.flatMap(({ unpaid_names }) => unpaid_names));
  const names = today.unpaid_first.map(({ buyer }) => buyer).filter((name) => !shown.has(name));
  return [
    {
      kind: 'more_unpaid',
      at: null,
      orders,
      cents: Math.max(0, today.unpaid.cents - named.cents),
      names: [...new Set(names)].slice(0, 3),
    },
  ];
}
