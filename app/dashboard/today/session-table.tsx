// Current and upcoming sessions: the current one is wide on a green tint, later rows get narrower.

import type { CSSProperties } from 'react';
import { ColumnTable } from '#app/dashboard/layout/column-table.tsx';
import { nearDay } from '#app/features/programme/date-label.ts';
import { sessionPlace } from '#app/features/programme/session-place.ts';
import { offeringPath, placesLine, type UpcomingSession } from '#app/features/programme/upcoming-session.ts';
import { contentText } from '#app/language/content-text.ts';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import { TableCell, TableRow } from '#app/ui/table.tsx';

const MAX_WIDTH = 118;
const STEP = 7;
const MIN_WIDTH = 72;

interface SessionTableProps {
  sessions: UpcomingSession[];
  now: Date;
  zone: string;
}

export function SessionTable({ sessions, now, zone }: SessionTableProps) {
  if (sessions.length === 0) {
    return (
      <EmptyState
        title={t('dashboard.today.no_sessions_yet')}
        action={<Link to="/timetable">{t('dashboard.today.view_timetable')}</Link>}
      >
        {t('dashboard.today.planned_sessions_appear_here')}
      </EmptyState>
    );
  }
  return (
    <ColumnTable
      label={t('dashboard.today.next_sessions')}
      className="dash-sessions"
      columns={[
        t('dashboard.common.when'),
        t('dashboard.today.session'),
        { wide: t('dashboard.today.where') },
        t('dashboard.common.places_2'),
      ]}
    >
      {sessions.map((session, index) => (
        <SessionRow key={session.id} session={session} index={index} now={now} zone={zone} />
      ))}
    </ColumnTable>
  );
}

interface SessionRowProps {
  session: UpcomingSession;
  index: number;
  now: Date;
  zone: string;
}

function SessionRow({ session, index, now, zone }: SessionRowProps) {
  const startsAt = new Date(session.starts_at);
  const isOn = startsAt <= now;
  const width = Math.max(MIN_WIDTH, MAX_WIDTH - index * STEP);
  return (
    <TableRow current={isOn} style={{ '--near': `${width}%` } as CSSProperties}>
      <TableCell className="dash-when">
        <b>{clockTime(startsAt, zone)}</b>{' '}
        <span className="dash-quiet">{isOn ? t('dashboard.today.now') : nearDay(startsAt, now, zone)}</span>
      </TableCell>
      <TableCell className="dash-title">
        <Link to={offeringPath(session.offering)} prefetch="intent">
          {contentText(session.offering, 'title')}
        </Link>
      </TableCell>
      <TableCell className="dash-wide dash-quiet">
        {session.teacher && `${session.teacher.name.split(' ')[0]}, `}
        {sessionPlace(session)}
      </TableCell>
      <TableCell className="dash-places">
        <Seats capacity={session.pool.capacity} taken={session.pool.taken} />
        <span>{placesLine(session.pool)}</span>
      </TableCell>
    </TableRow>
  );
}
