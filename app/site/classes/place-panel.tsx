// Price, places of the next date that has any, and the booking link.

import { dateAndTime } from '#app/features/programme/date-label.ts';
import { entryPrice } from '#app/features/programme/entry-price.ts';
import type { Marks } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { phoneLine } from '#app/site/layout/phone-line.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import type { Offering } from './load-offering.ts';
import { nextPlace } from './next-place.ts';

interface PlacePanelProps {
  offering: Offering;
  now: Date;
  zone: string;
  studio: { phone: string; phone_hours: string } & Marks;
}

export function PlacePanel({ offering, now, zone, studio }: PlacePanelProps) {
  const next = nextPlace(offering, now);
  const shown = next?.session;
  const number = <>{phoneLine(studio)}</>;
  const phoneNote = rich(shown ? 'site.classes.by_phone' : 'site.classes.in_writing_or_by_phone', { number });
  return (
    <div className="place-panel">
      <p className="place-price spread">
        <b>{entryPrice(offering.price_cents, offering.currency)}</b>
        <span>{t(`site.classes.price_of_${offering.kind}`)}</span>
      </p>
      {offering.is_demo && <p className="place-note">{t('site.classes.this_is_a_sample')}</p>}
      {next && shown && (
        <p className="place-seats">
          <Seats capacity={shown.pool.capacity} taken={shown.pool.taken} />
          <span>
            {next.isFree
              ? t('site.classes.places_left', {
                  free: shown.pool.capacity - shown.pool.taken,
                  capacity: shown.pool.capacity,
                })
              : t('site.classes.every_date_is_full_for_now')}
            {next.isFree && <small>{whenLine(shown.starts_at, now, zone)}</small>}
          </span>
        </p>
      )}
      <Button asChild variant="primary" size="lg" className="place-action">
        {shown ? (
          <Link to={`/book/${shown.id}`} prefetch="intent">
            {next?.isFree ? t('site.classes.book_a_place') : t('site.classes.join_the_waiting_list')}
          </Link>
        ) : (
          <Link to="/contact">{t('site.classes.ask_about_the_next_date')}</Link>
        )}
      </Button>
      <p className="place-note">
        {shown && t('site.classes.no_account_needed_other_dates_are')} {studio.phone && phoneNote}
      </p>
    </div>
  );
}

function whenLine(startsAt: string, now: Date, zone: string): string {
  return dateAndTime(new Date(startsAt), now, zone);
}
