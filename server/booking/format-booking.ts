// Formats dates, places, people and amounts for emails about bookings.
import { shortDayOfYear } from '#app/language/format-day.ts';
import { clockTime, localDay, localWeekday } from '#app/language/format-time.ts';
import { shortWeekday } from '#app/language/names.ts';
import { price } from '#app/language/price.ts';
import type { BookingDate, OrderView } from '#contracts/booking.ts';

/** "Tue 17 Nov 2026, 18:00 to 19:30" */
export function formatWhen({
  starts_at,
  ends_at,
  zone,
}: Pick<BookingDate, 'starts_at' | 'ends_at' | 'zone'>): string {
  const from = new Date(starts_at);
  const day = `${shortWeekday(localWeekday(from, zone))} ${shortDayOfYear(localDay(from, zone))}`;
  return `${day}, ${clockTime(from, zone)} to ${clockTime(new Date(ends_at), zone)}`;
}

const listFormat = new Intl.ListFormat('en-GB');

/** "Clara, Tomás and Ama" */
export function formatList(names: string[]): string {
  return listFormat.format(names);
}

export function formatSeatedNames(order: OrderView): string {
  return formatList(order.bookings.filter(({ state }) => state === 'seated').map(({ name }) => name));
}

export function upcomingDates(order: OrderView): BookingDate[] {
  const pools = new Set(
    order.bookings.filter(({ state }) => state === 'seated').map(({ pool_id }) => pool_id),
  );
  return order.dates.filter(({ pool_id, status }) => pools.has(pool_id) && status === 'planned');
}

export function formatDates(dates: BookingDate[]): string {
  const [first] = dates;
  if (!first) return '';
  return dates.length === 1 ? formatWhen(first) : `${formatWhen(first)}, and ${dates.length - 1} more`;
}

export function formatTitle(order: OrderView): string {
  return formatList([...new Set(order.dates.map(({ title }) => title))]);
}

export function formatRooms(dates: BookingDate[], address: string): string {
  const rooms = formatList([...new Set(dates.map(({ room }) => room))]);
  const room = rooms.charAt(0).toUpperCase() + rooms.slice(1);
  return address ? `${room}, ${address}` : room;
}

export function formatPayment(order: OrderView): string {
  const { total_cents, paid_cents, currency, method } = order;
  const owed = total_cents - paid_cents;
  if (method === 'pass') return 'Paid with your pass';
  if (total_cents === 0) return 'Nothing to pay';
  if (owed <= 0) return `${price(total_cents, currency)}, paid`;
  return method === 'transfer'
    ? `${price(owed, currency)} by bank transfer`
    : `${price(owed, currency)} at the studio, before the start`;
}
