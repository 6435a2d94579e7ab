// The row above the calendar: step through time, choose a view, group and filter, and what the colours mean.

import { memo } from 'react';
import { useSearchParams } from 'react-router';
import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { DisciplineLegend } from '#app/features/programme/discipline-legend.tsx';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { Segments } from '../../layout/segments.tsx';
import { ChoiceFilter } from '../../list/filters.tsx';
import { withQuery } from '../../pagination/read-query.ts';
import type { BoardSession } from '../sessions/board-session.ts';
import type { BoardProps } from './board.ts';
import { stepDay, VIEWS, type View } from './plan-board.ts';

interface CalendarToolbarProps {
  view: View;
  day: string;
  sessions: readonly BoardSession[];
  catalogue: BoardProps['catalogue'];
}

const VIEW_LABELS = {
  day: 'dashboard.common.day',
  week: 'dashboard.programme.week',
  month: 'dashboard.programme.month',
} as const satisfies Record<View, string>;

/** Memoized: a dialog opens without rendering the choices of rooms and teachers again. */
export const CalendarToolbar = memo(function CalendarToolbar({
  view,
  day,
  sessions,
  catalogue,
}: CalendarToolbarProps) {
  const [query] = useSearchParams();
  const shown = new Set(sessions.map(({ offering }) => offering.discipline));
  const disciplines = useDisciplines().filter(({ slug }) => shown.has(slug));
  return (
    <div className="calendar-tools">
      <nav className="segments" aria-label={t('dashboard.programme.calendar_dates')}>
        <ul>
          <StepLink to={withQuery(query, { day: stepDay(view, day, -1) })} rel="prev" />
          <li>
            <Link to={withQuery(query, { day: null })} preventScrollReset>
              {t('dashboard.programme.today')}
            </Link>
          </li>
          <StepLink to={withQuery(query, { day: stepDay(view, day, 1) })} rel="next" />
        </ul>
      </nav>
      <Segments
        label={t('dashboard.programme.view_noun')}
        choices={VIEWS.map((one) => ({
          to: withQuery(query, { view: one === 'week' ? null : one }),
          label: t(VIEW_LABELS[one]),
          isChosen: one === view,
        }))}
      />
      {view !== 'month' && (
        <ChoiceFilter
          label={t('dashboard.programme.group_by')}
          name="by"
          any={t('dashboard.programme.hour')}
          choices={[
            { value: 'room', label: t('dashboard.programme.room') },
            { value: 'teacher', label: t('dashboard.programme.teacher') },
          ]}
        />
      )}
      <ChoiceFilter
        label={t('dashboard.programme.room')}
        name="room"
        choices={catalogue.rooms.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ChoiceFilter
        label={t('dashboard.programme.teacher')}
        name="teacher"
        choices={catalogue.people.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {disciplines.length > 0 && <DisciplineLegend className="calendar-legend" disciplines={disciplines} />}
    </div>
  );
});

function StepLink({ to, rel }: { to: string; rel: 'prev' | 'next' }) {
  return (
    <li>
      <Link
        to={to}
        rel={rel}
        aria-label={rel === 'prev' ? t('dashboard.common.previous') : t('dashboard.common.next')}
        preventScrollReset
      >
        <span className="pointing" aria-hidden="true">
          {rel === 'prev' ? '←' : '→'}
        </span>
      </Link>
    </li>
  );
}
