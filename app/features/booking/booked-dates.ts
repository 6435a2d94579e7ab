// The dates of an order that someone still has a place on. An order keeps its cancelled places, and their dates with them.
import type { OrderView } from '#contracts/booking.ts';

/** Of an order without any place left, all that it had. */
export function bookedDates({ bookings, dates }: Pick<OrderView, 'bookings' | 'dates'>): OrderView['dates'] {
  const pools = new Set(
    bookings.filter(({ state }) => state === 'seated' || state === 'pending').map(({ pool_id }) => pool_id),
  );
  const booked = dates.filter(({ pool_id, status }) => pools.has(pool_id) && status === 'planned');
  return booked.length > 0 ? booked : dates;
}
