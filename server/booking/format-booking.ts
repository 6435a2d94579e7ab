// Formats dates, places, people and amounts for emails about bookings.
import { capitalised } from '#app/language/capitalised.ts';
import { shortDayOfYear, span } from '#app/language/format-day.ts';
import { clockTime, localDay, localWeekday } from '#app/language/format-time.ts';
import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { shortWeekday } from '#app/language/names.ts';
import { price } from '#app/language/price.ts';
import type { BookedPlace, BookingDate, OrderView } from '#contracts/booking.ts';

/** "Tue 17 Nov 2026, 18:00 to 19:30" */
export function formatWhen({
  starts_at,
  ends_at,
  zone,
}: Pick<BookingDate, 'starts_at' | 'ends_at' | 'zone'>): string {
  const from = new Date(starts_at);
  const times = span(clockTime(from, zone), clockTime(new Date(ends_at), zone));
  return t('email.dates.day_and_times', { day: formatDay(from, zone), times });
}

/** "Tue 17 Nov 2026, 18:00" */
export function formatMoment(moment: string, zone: string): string {
  const at = new Date(moment);
  return t('email.dates.day_and_times', { day: formatDay(at, zone), times: clockTime(at, zone) });
}

/** "18:00 on Tue 17 Nov 2026" */
export function formatTimeOnDay(moment: string, zone: string): string {
  const at = new Date(moment);
  return t('email.dates.time_on_day', { time: clockTime(at, zone), day: formatDay(at, zone) });
}

function formatDay(moment: Date, zone: string): string {
  const weekday = shortWeekday(localWeekday(moment, zone));
  return t('email.dates.weekday_date', { weekday, date: shortDayOfYear(localDay(moment, zone)) });
}

/** Who has a place on one of these dates. */
export function placesOn({ bookings }: OrderView, dates: Pick<BookingDate, 'pool_id'>[]): BookedPlace[] {
  const pools = new Set(dates.map(({ pool_id }) => pool_id));
  return bookings.filter(({ state, pool_id }) => state === 'seated' && pools.has(pool_id));
}

export function formatNames(places: BookedPlace[]): string {
  return formatList(places.map(({ name }) => name));
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
  return dates.length === 1
    ? formatWhen(first)
    : t('email.dates.first_and_more', { first: formatWhen(first), count: dates.length - 1 });
}

export function formatTitle(order: OrderView): string {
  return formatList([...new Set(order.dates.map(({ title }) => title))]);
}

export function formatRooms(dates: BookingDate[], address: string): string {
  if (dates.length > 0 && dates.every(({ is_online }) => is_online)) return t('email.booking.online_place');
  const rooms = formatList([...new Set(dates.map(({ room }) => room))]);
  const room = capitalised(rooms);
  return address ? t('email.booking.room_and_address', { room, address }) : room;
}

export function formatPayment(order: OrderView): string {
  const { total_cents, paid_cents, currency, method } = order;
  const owed = total_cents - paid_cents;
  if (method === 'pass') return t('email.booking.paid_with_pass');
  if (total_cents === 0) return t('email.booking.nothing_to_pay');
  if (owed <= 0) return t('email.booking.paid', { amount: price(total_cents, currency) });
  const amount = price(owed, currency);
  return method === 'transfer'
    ? t('email.booking.owed_by_transfer', { amount })
    : t('email.booking.owed_at_studio', { amount });
}
