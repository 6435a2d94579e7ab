// The calendar files of a booking's emails: what takes place as METHOD:PUBLISH, what no longer does as METHOD:CANCEL.
// SEQUENCE rises with every change by the studio and by the person, so that no calendar takes an update for an old one.

import { writeCalendar } from '#app/features/calendar/write-calendar.ts';
import { t } from '#app/language/messages.ts';
import type { TransactionSql } from '#backend/database/driver/sql.ts';
import type { BookingDate, OrderView } from '#contracts/booking.ts';
import { pageUrl } from '../language/page-url.ts';
import type { MailAttachment } from '../mail/mail.ts';
import type { Studio } from './email-studio.ts';
import { formatNames, placesOn } from './format-booking.ts';

interface CalendarAbout {
  order: OrderView;
  studio: Studio;
  /** Cancellations and moves of this person so far. */
  personChanges: number;
}

export async function readPersonChanges(within: TransactionSql, { buyer }: OrderView): Promise<number> {
  const [row] = await within<{ changes: number }[]>`
    select count(*)::int as changes from public.timeline t join public.orders o on o.id = t.order_id
    where lower(o.buyer_email) = lower(${buyer.email}) and t.what in ('cancelled', 'moved')`;
  return row?.changes ?? 0;
}

export function bookingCalendars(dates: BookingDate[], about: CalendarAbout): MailAttachment[] {
  const [gone, planned] = [true, false].map((isGone) =>
    dates.filter(({ status }) => (status === 'cancelled') === isGone),
  );
  return [...calendarFile(planned ?? [], 'PUBLISH', about), ...calendarFile(gone ?? [], 'CANCEL', about)];
}

/** After a cancellation: dates that no person of the booking attends any more, and those that some still attend. */
export function datesAfterCancelling(order: OrderView, bookingIds: unknown[]): BookingDate[] {
  const poolsOf = (isOne: (booking: OrderView['bookings'][number]) => boolean) =>
    new Set(order.bookings.filter(isOne).map(({ pool_id }) => pool_id));
  const touched = poolsOf(({ id }) => bookingIds.includes(id));
  const stillSeated = poolsOf(({ state }) => state === 'seated');
  return order.dates
    .filter(({ pool_id }) => touched.has(pool_id))
    .map((date) => (stillSeated.has(date.pool_id) ? date : asCancelled(date)));
}

export function asCancelled(date: BookingDate): BookingDate {
  return { ...date, status: 'cancelled' };
}

function calendarFile(
  dates: BookingDate[],
  method: 'PUBLISH' | 'CANCEL',
  { order, studio, personChanges }: CalendarAbout,
): MailAttachment[] {
  if (dates.length === 0) return [];
  const content = writeCalendar({
    name: studio.name,
    host: new URL(studio.siteUrl).hostname,
    now: new Date(),
    method,
    ...(studio.email && { organizer: { name: studio.name, email: studio.email } }),
    dates: dates.map((date) => {
      const names = formatNames(placesOn(order, [date]));
      return {
        ...date,
        sequence: date.sequence + personChanges,
        place: date.is_online
          ? t('email.booking.online')
          : [date.room, studio.address].filter(Boolean).join(', '),
        url: pageUrl(studio, `/booking/${order.order_token}`),
        ...(names && { description: names }),
      };
    }),
  });
  const suffix = method === 'CANCEL' ? '-cancelled' : '';
  return [
    {
      filename: `${studio.name}-${order.number}${suffix}.ics`,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
      content,
    },
  ];
}
