// What happens next, in order: until when it can be cancelled, when it begins and ends. The nearer, the wider.

import type { CSSProperties } from 'react';
import { dateLabel } from '#app/features/programme/date-label.ts';
import { capitalised } from '#app/language/capitalised.ts';
import { contentText } from '#app/language/content-text.ts';
import { clockTime } from '#app/language/format-time.ts';
import { rich, t } from '#app/language/messages.ts';
import { PageSection } from '#app/site/layout/page-section.tsx';
import type { BookingDate, OrderView } from '#contracts/booking.ts';

const WIDTHS = [138, 116, 96, 80];
const HOUR_MS = 3_600_000;

export function NextSteps({ order, first, now }: { order: OrderView; first: BookingDate; now: Date }) {
  const startsAt = new Date(first.starts_at);
  const fullUntilH = order.bookings[0]?.policy.full_until_h ?? 0;
  const cancelUntil = new Date(startsAt.getTime() - fullUntilH * HOUR_MS);
  const room = contentText(first, 'room', capitalised);
  const steps = [
    { at: cancelUntil, text: t('site.booking.until_then_cancel_free_of_charge') },
    {
      at: startsAt,
      text: first.is_online
        ? t('site.booking.it_begins_listen_on_this_page')
        : first.teacher
          ? rich('site.booking.it_begins_in_room_with', { room, teacher: first.teacher })
          : rich('site.booking.it_begins_in_room', { room }),
    },
    { at: new Date(first.ends_at), text: t('site.booking.it_ends') },
  ].filter(({ at }) => at > now);
  if (steps.length === 0) return null;
  return (
    <PageSection id="booking-next" title={t('site.booking.what_happens_next')} className="no-print">
      <ol className="next-steps">
        {steps.map(({ at, text }, index) => (
          <li key={at.toISOString()} style={{ '--near': `${WIDTHS[index]}%` } as CSSProperties}>
            <b>{clockTime(at, first.zone)}</b>
            <span>
              <small>{dateLabel(at, now, first.zone)}</small> {text}
            </span>
          </li>
        ))}
      </ol>
    </PageSection>
  );
}
