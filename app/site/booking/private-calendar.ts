// A member's calendar at its secret address: what they booked, and what they teach. In the language that they chose,
// otherwise in that of the address.

import { data } from 'react-router';
import { writeCalendar } from '#app/features/calendar/write-calendar.ts';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { localized } from '#app/language/in-language.ts';
import { joinItems } from '#app/language/list.ts';
import { currentLanguage, currentLanguages, t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import type { Route } from './+types/private-calendar.ts';
import { calendarHeaders, readCatalogue } from './calendar-answer.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { backend, settings, now, inLanguage } = context.get(siteContext);
  const token = params.file.replace(/\.ics$/, '');
  const [language, dates] = await Promise.all([
    backend.rpc('calendar_language', { calendar_token: token, page_language: currentLanguage().code }),
    backend.rpc('get_calendar', { calendar_token: token }),
  ]);
  if (language.error) throw language.error;
  if (dates.error) throw dates.error;
  if (!language.data) throw data(t('site.booking.calendar_not_found'), { status: 404 });
  return inLanguage(language.data, async () => {
    const studio = await readCatalogue(backend);
    const text = writeCalendar({
      name: t('site.booking.my_bookings_calendar', { studio: studio.name }),
      host: new URL(settings.siteUrl).hostname,
      now,
      dates: localized(dates.data).map((date) => ({
        ...date,
        title: date.names ? `${date.title} (${date.names})` : date.title,
        place: date.is_online ? t('shared.programme.online') : joinItems([date.room, studio.address]),
        url: `${settings.siteUrl}${currentLanguages().base}${offeringPath(date)}`,
      })),
    });
    return new Response(text, { headers: calendarHeaders(`${studio.name}-bookings`) });
  });
}
