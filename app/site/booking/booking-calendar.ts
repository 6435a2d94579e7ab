// The dates of one booking as a calendar file.

import { writeCalendar } from '#app/features/calendar/write-calendar.ts';
import { joinItems } from '#app/language/list.ts';
import { currentLanguages, t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import type { Route } from './+types/booking-calendar.ts';
import { readOrder } from './booking-page.server.ts';
import { calendarHeaders, readCatalogue } from './calendar-answer.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { backend, settings, now } = context.get(siteContext);
  const [order, studio] = await Promise.all([readOrder(backend, params.token), readCatalogue(backend)]);
  const seated = new Set(
    order.bookings.filter(({ state }) => state === 'seated').map(({ pool_id }) => pool_id),
  );
  const text = writeCalendar({
    name: studio.name,
    host: new URL(settings.siteUrl).hostname,
    now,
    dates: order.dates.map((date) => ({
      ...date,
      status: seated.has(date.pool_id) ? date.status : 'cancelled',
      place: date.is_online ? t('shared.programme.online') : joinItems([date.room, studio.address]),
      description: date.bring ? t('site.booking.what_to_bring', { things: date.bring }) : '',
      url: `${settings.siteUrl}${currentLanguages().base}/booking/${order.order_token}`,
    })),
  });
  return new Response(text, { headers: calendarHeaders(`${studio.name}-${order.number}`) });
}
