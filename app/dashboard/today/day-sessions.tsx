// The sessions of a day by time: past ones thin on one line, the running one wide on green, later ones narrower with
// distance.

import type { CSSProperties } from 'react';
import { placeOf } from '#app/features/programme/session-place.ts';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { SeatCount } from '../layout/seat-count.tsx';
import { useStudio } from '../use-studio.ts';
import { RunningSession } from './running-session.tsx';
import { type DaySession, isRunning, sessionStatus, widthOf } from './session-status.ts';

export function DaySessions({ sessions, now }: { sessions: DaySession[]; now: Date }) {
  return (
    <ol className="day-sessions">
      {sessions.map((session) =>
        isRunning(session, now) ? (
          <RunningSession key={session.id} session={session} now={now} />
        ) : (
          <SessionLine key={session.id} session={session} now={now} />
        ),
      )}
    </ol>
  );
}

function SessionLine({ session, now }: { session: DaySession; now: Date }) {
  const { zone } = useStudio().studio;
  const { label, isUrgent } = sessionStatus(session, now);
  const [from, to] = [new Date(session.starts_at), new Date(session.ends_at)];
  const isPast = to <= now;
  return (
    <li
      data-past={isPast || undefined}
      data-cancelled={session.status === 'cancelled' || undefined}
      style={{ '--near': `${widthOf(session, now)}%` } as CSSProperties}
    >
      <span className="day-time">
        {clockTime(from, zone)}
        <small>{t('dashboard.today.to_time', { time: clockTime(to, zone) })}</small>
      </span>
      <h3>
        <Link to={`/dashboard/teach/${session.id}`} prefetch="intent">
          {session.title}
        </Link>
      </h3>
      <span className="day-where">
        <span>{isPast ? session.teacher?.split(' ')[0] : session.teacher}</span>{' '}
        <span>{placeOf(session)}</span>
      </span>
      <SeatCount className="day-places" session={session} />
      <span className="day-state" data-hot={isUrgent || undefined}>
        {label}
      </span>
    </li>
  );
}
