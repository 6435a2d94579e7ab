// Columns that several lists have.
import type { ReactNode } from 'react';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import type { ListColumn } from './list-column.ts';

export function whenColumn<Row>(
  phone: ListColumn<Row>['phone'],
  cell: (row: Row) => string,
): ListColumn<Row> {
  return {
    id: 'when',
    label: t('dashboard.common.when'),
    width: 'when',
    phone,
    className: 'dash-quiet',
    cell,
  };
}

/** When a session starts: the time, and the day in the words of the list. */
export function startColumn<Row extends { starts_at: string }>(
  width: ListColumn<Row>['width'],
  zone: string,
  day: (starts: Date) => string,
): ListColumn<Row> {
  return {
    id: 'when',
    label: t('dashboard.common.when'),
    width,
    phone: 'detail',
    cell: ({ starts_at }) => (
      <>
        <b>{clockTime(new Date(starts_at), zone)}</b>{' '}
        <span className="dash-quiet list-day">{day(new Date(starts_at))}</span>
      </>
    ),
  };
}

export function statusColumn<Row>(cell: (row: Row) => ReactNode): ListColumn<Row> {
  return { id: 'status', label: t('dashboard.common.status'), width: 'state', phone: 'end-detail', cell };
}
