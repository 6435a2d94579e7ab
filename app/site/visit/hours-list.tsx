// The week's opening hours, in the order of the language's week. Today is widest; later days are narrower, closed days are thin.

import type { CSSProperties } from 'react';
import { t } from '#app/language/messages.ts';
import { weekdayName } from '#app/language/names.ts';
import { weekdaysInOrder } from '#app/language/week-start.ts';
import { formatPeriods, type OpeningHours, periodsOf } from '#app/site/layout/opening-now.ts';

const WIDTHS = [150, 124, 110, 98, 88, 80, 74];

interface HoursListProps {
  hours: OpeningHours[];
  weekday: number;
  isClosedToday: boolean;
}

export function HoursList({ hours, weekday, isClosedToday }: HoursListProps) {
  return (
    <dl className="hours-list">
      {weekdaysInOrder().map((day) => {
        const ahead = (day - weekday + 7) % 7;
        const open = isClosedToday && ahead === 0 ? '' : formatPeriods(periodsOf(hours, day));
        return (
          <div
            key={day}
            data-today={ahead === 0 || undefined}
            data-closed={!open || undefined}
            style={{ '--near': `${WIDTHS[ahead]}%` } as CSSProperties}
          >
            <dt>
              {weekdayName(day)}
              {ahead === 0 && <small>{t('site.visit.today')}</small>}
            </dt>
            <dd>{open || t('site.visit.closed')}</dd>
          </div>
        );
      })}
    </dl>
  );
}
