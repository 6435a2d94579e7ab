// The status label of a session today, and how wide its title is set: the sooner, the wider.

import { t } from '#app/language/messages.ts';
import type { TodaySession } from '#contracts/overview.ts';
export function sessionStatus(session: TodaySession, now: Date): { label: string; isUrgent: boolean } {
  const [starts, ends] = [new Date(session.starts_at), new Date(session.ends_at)];
  const missing = session.seats - session.marked;
  if (session.status === 'cancelled') return { label: t('dashboard.common.cancelled'), isUrgent: false };
  if (session.is_looked_for) return { label: t('dashboard.today.substitute_needed'), isUrgent: true };
  if (!session.teacher && ends > now) return { label: t('dashboard.today.no_teacher'), isUrgent: true };
  if (ends <= now && missing > 0)
    return {
      label:
        session.marked === 0
          ? t('dashboard.today.not_marked')
          : t('dashboard.today.count_not_marked', { count: missing }),
      isUrgent: true,
    };
  if (ends <= now) return { label: t('dashboard.today.closed'), isUrgent: false };
  if (session.unpaid > 0)
    return { label: t('dashboard.today.count_unpaid', { count: session.unpaid }), isUrgent: true };
  if (starts <= now) return { label: t('dashboard.today.in_progress'), isUrgent: false };
  return {
    label: session.waiting > 0 ? t('dashboard.common.waiting_waiting', { waiting: session.waiting }) : '',
    isUrgent: false,
  };
}

const MAX_WIDTH = 118;
const MIN_WIDTH = 68;
const HOURS_PER_STEP = 6;

export function widthOf(session: Pick<TodaySession, 'starts_at' | 'ends_at'>, now: Date): number {
  const [starts, ends] = [Date.parse(session.starts_at), Date.parse(session.ends_at)];
  const at = now.getTime();
  if (at >= ends) return MIN_WIDTH;
  const hours = Math.max(0, (starts - at) / 3_600_000);
  return Math.round(Math.max(MIN_WIDTH + 8, MAX_WIDTH - hours * HOURS_PER_STEP));
}
