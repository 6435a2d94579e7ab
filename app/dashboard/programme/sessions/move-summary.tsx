// Where a dropped session comes from and where it goes.

import { Fact } from '#app/dashboard/layout/fact.tsx';
import { weekdayAndShortDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import type { Catalogue } from '../catalogue/load-catalogue.server.ts';
import type { MoveTarget } from './move-target.ts';

interface MoveSummaryProps {
  from: MoveTarget;
  to: MoveTarget;
  catalogue: Catalogue;
}

export function MoveSummary({ from, to, catalogue }: MoveSummaryProps) {
  const place = (target: MoveTarget) =>
    [
      weekdayAndShortDay(target.local_date),
      target.local_time,
      from.room_id !== to.room_id && catalogue.rooms.find(({ id }) => id === target.room_id)?.name,
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <dl className="move-summary">
      <Fact name={t('dashboard.programme.moved_from')}>{place(from)}</Fact>
      <Fact name={t('dashboard.programme.moved_to')}>
        <b>{place(to)}</b>
      </Fact>
    </dl>
  );
}
