// What a visitor can do now: the state of the class in its first line, the price, the places, and one action.

import type { ReactNode } from 'react';
import { dateAndTime, dateLabel } from '#app/features/programme/date-label.ts';
import { entryPrice } from '#app/features/programme/entry-price.ts';
import { formatMinutes } from '#app/language/format-minutes.ts';
import { clockTime } from '#app/language/format-time.ts';
import type { Marks } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { phoneLine } from '#app/site/layout/phone-line.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import type { Offering, OfferingDate } from './load-offering.ts';
import type { PlaceState } from './next-place.ts';
import { RunningPile } from './running-pile.tsx';

interface PlacePanelProps {
  offering: Offering;
  state: PlaceState;
  now: Date;
  zone: string;
  /** How long an offer of the waiting list is held. */
  offerMin: number;
  studio: { phone: string; phone_hours: string } & Marks;
}

export function PlacePanel(props: PlacePanelProps) {
  const { offering, state } = props;
  const priceNote =
    state.kind === 'full' && offering.price_cents > 0
      ? t('site.classes.pay_when_you_get_a_place')
      : t(`site.classes.price_of_${offering.kind}`);
  return (
    <div className="place-panel" data-state={state.kind}>
      <StateLine {...props} />
      {state.kind === 'full' && state.next && <SeatsLine session={state.next} />}
      <p className="place-price spread">
        <b>{entryPrice(offering.price_cents, offering.currency)}</b>
        <span>{priceNote}</span>
      </p>
      <PlaceAction {...props} />
    </div>
  );
}

/** Wide, above the price; an open class needs none. */
function StateLine({ state: { kind, running, next }, now, zone }: PlacePanelProps) {
  if (kind === 'sample')
    return (
      <p className="place-state place-sample">
        <b>{t('shared.programme.sample')}</b>
        <span>{t('site.classes.sample_shows_how_a_page_looks')}</span>
      </p>
    );
  if (kind === 'full' && next)
    return (
      <p className="place-state">
        <b>{t('shared.programme.full')}</b>
        <span>{dayAndTime(next, now, zone)}</span>
      </p>
    );
  if (!running) return null;
  return (
    <>
      <p className="place-state">
        <b>{t('site.classes.began_at', { time: clockTime(new Date(running.starts_at), zone) })}</b>
        <span>
          {t('site.classes.until_time_booking_is_closed', {
            time: clockTime(new Date(running.ends_at), zone),
          })}
        </span>
      </p>
      <RunningPile startsAt={running.starts_at} endsAt={running.ends_at} now={now} />
    </>
  );
}

function PlaceAction({ offering, state, now, zone, offerMin, studio }: PlacePanelProps) {
  const { kind, next, alternative } = state;
  const number = <>{phoneLine(studio)}</>;
  const byPhone = (name: 'by_phone' | 'in_writing_or_by_phone') =>
    studio.phone && rich(`site.classes.${name}`, { number });
  if (kind === 'sample')
    return (
      <>
        {next && (
          <Button asChild size="lg" className="place-action place-closed">
            <Link to={`/book/${next.id}`}>{t('site.classes.see_the_booking_form')}</Link>
          </Button>
        )}
        <Note>
          {rich('site.classes.sending_is_off_for_samples', {
            link: (text) => <Link to="/classes">{text}</Link>,
          })}
        </Note>
      </>
    );
  if (!next)
    return (
      <>
        <Action to="/contact">{t('site.classes.ask_about_the_next_date')}</Action>
        <Note>{byPhone('in_writing_or_by_phone')}</Note>
      </>
    );
  if (!state.isFree)
    return (
      <>
        {kind === 'running' && <SeatsLine session={next} when={dayAndTime(next, now, zone)} />}
        <Action to={`/book/${next.id}`}>{t('site.classes.join_the_waiting_list')}</Action>
        <Note>
          {t('site.classes.your_number_on_the_list', {
            position: next.pool.waiting + 1,
            time: formatMinutes(offerMin),
          })}
        </Note>
        {alternative && <Alternative session={alternative} now={now} zone={zone} />}
      </>
    );
  return (
    <>
      {kind === 'running' && (
        <p className="place-next">
          <span>{t('site.classes.next_date')}</span>
          <b>{dayAndTime(next, now, zone)}</b>
        </p>
      )}
      <SeatsLine session={next} when={kind === 'open' ? dayAndTime(next, now, zone) : undefined} />
      <Action to={`/book/${next.id}`}>
        {kind === 'running'
          ? t('site.classes.book_day', { day: dateLabel(new Date(next.starts_at), now, zone, true) })
          : t('site.classes.book_a_place')}
      </Action>
      <Note>
        {offering.sessions.length > 1 && t('site.classes.no_account_needed_other_dates_are')}{' '}
        {byPhone('by_phone')}
      </Note>
    </>
  );
}

function Alternative({ session, now, zone }: { session: OfferingDate; now: Date; zone: string }) {
  const day = dateLabel(new Date(session.starts_at), now, zone);
  return (
    <div className="place-next place-alternative">
      <p>
        <span>{t('site.classes.dates_with_places')}</span>
        <b>{dayAndTime(session, now, zone)}</b>
      </p>
      <Button asChild variant="tertiary">
        <Link to={`/book/${session.id}`} prefetch="intent">
          <span>
            {rich('shared.programme.book_for_date', {
              day,
              hidden: (text) => <span className="sr-only">{text}</span>,
            })}
          </span>
        </Link>
      </Button>
    </div>
  );
}

function SeatsLine({ session: { pool }, when }: { session: OfferingDate; when?: string | undefined }) {
  const free = pool.capacity - pool.taken;
  return (
    <p className="place-seats">
      <Seats capacity={pool.capacity} taken={pool.taken} />
      <span>
        {free > 0
          ? t('site.classes.places_left', { free, capacity: pool.capacity })
          : t('site.classes.all_places_taken', { capacity: pool.capacity, waiting: pool.waiting })}
        {when && <small>{when}</small>}
      </span>
    </p>
  );
}

function Action({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild variant="primary" size="lg" className="place-action">
      <Link to={to} prefetch="intent">
        {children}
      </Link>
    </Button>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="place-note">{children}</p>;
}

function dayAndTime({ starts_at }: OfferingDate, now: Date, zone: string): string {
  return dateAndTime(new Date(starts_at), now, zone);
}
