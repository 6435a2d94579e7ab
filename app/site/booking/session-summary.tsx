// The booked session beside the form: what, when, where, cancellation policy, price.

import { ruleSummary } from '#app/features/booking/cancellation-rule.ts';
import { type Fact, Facts } from '#app/features/facts/facts.tsx';
import { dateAndTime } from '#app/features/programme/date-label.ts';
import { entryPrice } from '#app/features/programme/entry-price.ts';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { capitalised } from '#app/language/capitalised.ts';
import { commaSeparated, contentText } from '#app/language/content-text.ts';
import type { Marks } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import type { BookableSession } from './load-session.ts';
import { PlacesText } from './places-text.tsx';

interface SessionSummaryProps {
  session: BookableSession;
  now: Date;
  dates: number;
  address: string;
  /** Of one place; the total depends on the number of places. */
  priceCents: number;
  /** Less for a first class. */
  discountCents?: number;
  /** How many places can be chosen; none: there is nothing to pay yet. */
  counts?: readonly number[];
  policy: { summary: string; full_until_h: number; late_credit_percent: number } & Marks;
}

export function SessionSummary({
  session,
  now,
  dates,
  address,
  priceCents,
  discountCents = 0,
  counts = [],
  policy,
}: SessionSummaryProps) {
  const { offering } = session;
  const facts: Fact[] = [
    [t('site.booking.when_term'), whenLine(session, now, dates)],
    [
      t('site.booking.where_term'),
      session.is_online
        ? t('site.booking.online_in_your_browser')
        : commaSeparated([contentText(session.room, 'name', capitalised), address]),
    ],
    [t('site.booking.with_term'), session.teacher?.name],
    [t('site.booking.cancellation'), ruleSummary(policy)],
  ];
  return (
    <section className="booking-summary" aria-labelledby="booking-what">
      <div className="section-head ruled">
        <h2 id="booking-what">
          <Link to={offeringPath(offering)} prefetch="none">
            {contentText(offering, 'title')}
          </Link>
        </h2>
      </div>
      <p className="place-seats">
        <Seats capacity={session.pool.capacity} taken={session.pool.taken} />
        <span>
          {t('site.booking.places_left', {
            free: session.pool.capacity - session.pool.taken,
            capacity: session.pool.capacity,
          })}
        </span>
      </p>
      <Facts facts={facts} />
      {counts.length > 0 && priceCents > 0 && (
        <dl className="booking-lines">
          <div>
            <dt>
              <PlacesText
                counts={counts}
                text={(places) =>
                  t('site.booking.places_times_price', {
                    places,
                    price: price(priceCents, offering.currency),
                  })
                }
              />
            </dt>
            <dd>
              <PlacesText counts={counts} text={(places) => price(priceCents * places, offering.currency)} />
            </dd>
          </div>
          {discountCents > 0 && (
            <div>
              <dt>{t('site.booking.first_class')}</dt>
              <dd>{price(-discountCents, offering.currency)}</dd>
            </div>
          )}
        </dl>
      )}
      <p className="booking-total">
        <span>
          {counts.length > 0
            ? t('site.booking.total')
            : dates > 1
              ? t('site.booking.number_of_dates', { count: dates })
              : t('site.booking.price')}
        </span>
        <b>
          {counts.length > 0 ? (
            <PlacesText
              counts={counts}
              text={(places) => entryPrice(priceCents * places - discountCents, offering.currency)}
            />
          ) : (
            entryPrice(priceCents, offering.currency)
          )}
        </b>
      </p>
    </section>
  );
}

export function whenLine(session: BookableSession, now: Date, dates: number): string {
  const isCourse = dates > 1;
  const [start, end] = [new Date(session.starts_at), new Date(session.ends_at)];
  const date = dateAndTime(start, now, session.zone, end, isCourse);
  return isCourse ? t('site.booking.from_date_number_of_dates', { date, count: dates }) : date;
}
