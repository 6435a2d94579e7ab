// Today's sessions for staff: teacher, room, places, attendance and status.

import type { CSSProperties } from 'react';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import { Table, TableBody, TableCell, TableRow } from '#app/ui/table.tsx';
import type { TodaySession } from '#contracts/overview.ts';
import { Columns } from '../layout/columns.tsx';
import { useStudio } from '../use-studio.ts';
import { sessionStatus, widthOf } from './session-status.ts';

export function TodaySessions({ sessions, now }: { sessions: TodaySession[]; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Table label={t('dashboard.today.todays_sessions')} className="dash-sessions">
      <Columns
        of={[
          t('dashboard.today.time'),
          t('dashboard.today.session'),
          { wide: t('dashboard.today.where') },
          t('dashboard.common.places_2'),
          { end: t('dashboard.today.present') },
          { wideEnd: t('dashboard.common.status') },
        ]}
      />
      <TableBody>
        {sessions.map((session) => {
          const { label, isUrgent } = sessionStatus(session, now);
          const isOn =
            session.status === 'planned' &&
            new Date(session.starts_at) <= now &&
            now < new Date(session.ends_at);
          return (
            <TableRow
              key={session.id}
              current={isOn}
              style={{ '--near': `${widthOf(session, now)}%` } as CSSProperties}
            >
              <TableCell className="dash-when">
                <b>{clockTime(new Date(session.starts_at), zone)}</b>
              </TableCell>
              <TableCell className="dash-title">
                <Link to={`/dashboard/teach/${session.id}`} prefetch="intent">
                  {session.title}
                </Link>
                <span className="dash-narrow dash-quiet today-state" data-hot={isUrgent || undefined}>
                  {label}
                </span>
              </TableCell>
              <TableCell className="dash-wide dash-quiet">
                {session.teacher && `${session.teacher.split(' ')[0]}, `}
                {session.room}
              </TableCell>
              <TableCell className="dash-places">
                <Seats capacity={session.capacity} taken={session.seats} />
                <span>
                  {session.seats}/{session.capacity}
                </span>
              </TableCell>
              <TableCell align="end">{session.marked > 0 ? session.here : ''}</TableCell>
              <TableCell align="end" className="dash-wide today-state" data-hot={isUrgent || undefined}>
                {label}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
