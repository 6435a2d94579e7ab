// What a date of today says in a word, and how wide it stands: the nearer, the wider. Pure.
import type { TodaySession } from './load-today.server.ts';

export function wordOf(session: TodaySession, now: Date): { words: string; isHot: boolean } {
  const [starts, ends] = [new Date(session.starts_at), new Date(session.ends_at)];
  const missing = session.seats - session.marked;
  if (session.status === 'cancelled') return { words: 'Cancelled', isHot: false };
  if (session.is_looked_for) return { words: 'Somebody is needed', isHot: true };
  if (!session.teacher && ends > now) return { words: 'Nobody teaches', isHot: true };
  if (ends <= now && missing > 0)
    return { words: session.marked === 0 ? 'Not marked' : `${missing} not marked`, isHot: true };
  if (ends <= now) return { words: 'Closed', isHot: false };
  if (session.unpaid > 0) return { words: `${session.unpaid} unpaid`, isHot: true };
  if (starts <= now) return { words: 'In progress', isHot: false };
  return { words: session.waiting > 0 ? `${session.waiting} waiting` : '', isHot: false };
}

const WIDEST = 118;
const NARROWEST = 68;
const HOURS_PER_STEP = 6;

export function widthOf(session: Pick<TodaySession, 'starts_at' | 'ends_at'>, now: Date): number {
  const [starts, ends] = [Date.parse(session.starts_at), Date.parse(session.ends_at)];
  const at = now.getTime();
  if (at >= ends) return NARROWEST;
  const hours = Math.max(0, (starts - at) / 3_600_000);
  return Math.round(Math.max(NARROWEST + 8, WIDEST - hours * HOURS_PER_STEP));
}
