// The upcoming sessions of one offering, and the form to add more.

import { useState } from 'react';
import { dateLabel } from '#app/features/programme/date-label.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Catalogue } from '../catalogue/load-catalogue.server.ts';
import type { OfferingDate } from '../offerings/load-offering.server.ts';
import type { WholeOffering } from '../offerings/offering.ts';
import { newPlan } from './plan.ts';
import { PlanForm } from './plan-form.tsx';

interface PlannedSessionsProps {
  offering: WholeOffering;
  isDraft: boolean;
  dates: OfferingDate[];
  /** The number of upcoming sessions; the list shows the first of them. */
  total: number;
  catalogue: Catalogue;
  now: Date;
  zone: string;
  onChange(): void;
}

const SHOWN = 8;

export function PlannedSessions({
  offering,
  isDraft,
  dates,
  total,
  catalogue,
  now,
  zone,
  onChange,
}: PlannedSessionsProps) {
  const isEmpty = dates.length === 0;
  const [isPlanning, setPlanning] = useState(isEmpty);
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? dates : dates.slice(0, SHOWN);
  return (
    <Panel
      title={t('dashboard.common.sessions')}
      className="planned-sessions"
      id="sessions"
      aside={
        total > 0 && (
          <Link to={`/dashboard/sessions?offering=${offering.id}`}>
            {t('dashboard.programme.all_upcoming', { count: total })}
          </Link>
        )
      }
    >
      {isEmpty && !isPlanning && (
        <p className="dash-quiet">{t('dashboard.programme.no_upcoming_sessions')}</p>
      )}
      <ul className="dash-list date-rows">
        {shown.map((date) => {
          const startsAt = new Date(date.starts_at);
          return (
            <li key={date.id} data-cancelled={date.status === 'cancelled' || undefined}>
              <span>
                <Link to={`/dashboard/sessions/${date.id}`} prefetch="intent">
                  <b>
                    {dateLabel(startsAt, now, zone)}, {clockTime(startsAt, zone)}
                  </b>
                </Link>
                <span className="dash-quiet">
                  {[date.room.name, date.teacher?.name].filter(Boolean).join(', ')}
                </span>
              </span>
              <span>
                {date.status === 'cancelled'
                  ? t('dashboard.programme.session_cancelled')
                  : `${date.pool.seats}/${date.pool.capacity}`}
              </span>
            </li>
          );
        })}
      </ul>
      <div className="panel-foot">
        {isDraft && !isEmpty && <Link to="#save">{t('dashboard.programme.next_publish')}</Link>}
        {!showsAll && dates.length > SHOWN && (
          <LinkButton onClick={() => setShowsAll(true)}>
            {t('dashboard.programme.show_more', { count: dates.length - SHOWN })}
          </LinkButton>
        )}
        {!isPlanning && offering.archived_at === null && (
          <Button variant={isEmpty ? 'primary' : 'tertiary'} size="sm" onClick={() => setPlanning(true)}>
            {t('dashboard.programme.add_sessions')}
          </Button>
        )}
      </div>
      {isPlanning && offering.archived_at === null && (
        <PlanForm
          offeringId={offering.id}
          start={newPlan(localDay(now, zone), {
            rooms: catalogue.rooms.filter(({ is_in_use }) => is_in_use),
            teacher: offering.teacher_id,
            capacity: offering.usual_capacity,
          })}
          catalogue={catalogue}
          zone={zone}
          onMade={() => {
            setPlanning(false);
            onChange();
          }}
          onClose={isEmpty ? undefined : () => setPlanning(false)}
        />
      )}
    </Panel>
  );
}
