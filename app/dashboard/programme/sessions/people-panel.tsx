// The bookings and the waiting list of a session.

import { ColumnTable } from '#app/dashboard/layout/column-table.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { answerLines } from '#app/features/booking/answers.ts';
import { formatEmail } from '#app/language/format-email.ts';
import { t } from '#app/language/messages.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { TableCell, TableRow } from '#app/ui/table.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Seat, Waiting } from './load-session.server.ts';

export function PeoplePanel({ bookings, waiting }: { bookings: Seat[]; waiting: Waiting[] }) {
  return (
    <>
      <Panel title={t('dashboard.common.bookings')} aside={bookings.length > 0 && `${bookings.length}`}>
        {bookings.length === 0 ? (
          <EmptyState title={t('dashboard.common.no_bookings_yet')}>
            {t('dashboard.programme.bookings_appear_here_when_someone')}
          </EmptyState>
        ) : (
          <ColumnTable
            label={t('dashboard.programme.booked_places')}
            columns={[
              t('dashboard.common.name'),
              { wide: t('dashboard.programme.booked_by') },
              { end: t('dashboard.common.order') },
            ]}
          >
            {bookings.map(({ id, name, state, note, answers, is_outside_age, order }) => (
              <TableRow key={id}>
                <TableCell>
                  <b>{name}</b>
                  {state === 'pending' && (
                    <span className="dash-quiet"> {t('dashboard.programme.not_confirmed')}</span>
                  )}
                  {is_outside_age && (
                    <span className="dash-quiet"> {t('dashboard.programme.outside_the_age_range')}</span>
                  )}
                  {[note, ...answerLines(answers).map(({ question, answer }) => `${question} ${answer}`)]
                    .filter(Boolean)
                    .map((text) => (
                      <span key={text} className="dash-quiet seat-text">
                        {text}
                      </span>
                    ))}
                </TableCell>
                <TableCell className="dash-wide dash-quiet">
                  {order.buyer_name}, {formatEmail(order.buyer_email)}
                </TableCell>
                <TableCell align="end">
                  <Link to={`/dashboard/orders/${order.id}`} prefetch="intent">
                    {order.number}
                  </Link>
                </TableCell>
              </TableRow>
            ))}
          </ColumnTable>
        )}
      </Panel>
      {waiting.length > 0 && (
        <Panel title={t('dashboard.programme.waiting_list')} aside={`${waiting.length}`}>
          <ol className="dash-list">
            {waiting.map(({ id, name, places, state }) => (
              <li key={id}>
                <RowText title={name}>{t('dashboard.common.places', { places })}</RowText>
                {state === 'offered' && <span>{t('dashboard.programme.place_offered')}</span>}
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </>
  );
}
