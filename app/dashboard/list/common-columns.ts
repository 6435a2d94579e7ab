// Columns that several lists have.
import type { ReactNode } from 'react';
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

export function statusColumn<Row>(cell: (row: Row) => ReactNode): ListColumn<Row> {
  return { id: 'status', label: t('dashboard.common.status'), width: 'state', phone: 'end-detail', cell };
}
