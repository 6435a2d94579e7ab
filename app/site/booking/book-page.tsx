import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { HoldClock } from '#app/features/booking/hold-clock.tsx';
import { oneTo } from '#app/features/booking/one-to.ts';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { contentText } from '#app/language/content-text.ts';
import { t } from '#app/language/messages.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/pages/booking.css?url';
import type { HoldView } from '#contracts/booking.ts';
import type { Route } from './+types/book-page.ts';
import { actOnBooking, loadBooking } from './book-page.server.ts';
import { BookingForm } from './booking-form.tsx';
import { ClosedSession } from './closed-session.tsx';
import { SessionSummary, whenLine } from './session-summary.tsx';
import { stayOnPage } from './use-booking-form.ts';
import { useHeldPlaces } from './use-held-places.ts';
import { WaitlistForm } from './waitlist-form.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export function loader({ context, params, url }: Route.LoaderArgs) {
  return loadBooking(context.get(siteContext), params.id, url.searchParams.get('hold'));
}

export function action({ context, request, params }: Route.ActionArgs) {
  return actOnBooking(context.get(siteContext), request, params.id);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnPage(serverAction);
}

export const meta = siteMeta<typeof loader>((_root, { loaderData }) => {
  if (!loaderData) return;
  const { offering } = loaderData.session;
  return {
    title: t('site.booking.book_page_title', { title: offering.title }),
    description: t('site.booking.a_place_in_title', { title: offering.title }),
    path: offeringPath(offering),
    noindex: true,
  };
});

export default function BookPage({ loaderData }: Route.ComponentProps) {
  const { session, hold, settings, person, firstClass } = loaderData;
  const { studio, settings: site } = useRootData();
  const { revalidate } = useRevalidator();
  const held = useHeldPlaces(hold, { isOff: loaderData.isClosedSample });
  const { end } = held;
  const refresh = useCallback(() => {
    end();
    void revalidate();
  }, [end, revalidate]);
  const now = new Date(loaderData.now);
  const { pool, offering } = session;
  const dates = held.hold?.dates ?? loaderData.dates;
  const priceCents = held.hold?.price_cents ?? offering.price_cents * dates;
  const discountCents = firstClass?.isCertain ? priceCents - firstClass.priceCents : 0;
  const free = pool.capacity - pool.taken + (held.hold?.places ?? 0);
  const counts = hold ? [hold.places] : oneTo(Math.min(free, settings.max_places));
  const notice = loaderData.isHoldLost ? t('site.booking.your_place_is_no_longer_held') : undefined;
  if (session.status === 'cancelled' || new Date(session.starts_at) <= now)
    return <ClosedSession session={session} />;
  const isBookable = held.hold !== null || pool.taken < pool.capacity;
  return (
    <main id="main" className="wrap booking">
      <div className="grid-12 booking-body">
        <div className="booking-main">
          <p className="booking-what">
            <b>{contentText(offering, 'title')}</b>
            {whenLine(session, now, dates)}
          </p>
          {isBookable ? (
            <BookingForm
              {...loaderData}
              held={held}
              isOff={loaderData.isClosedSample}
              counts={counts}
              priceCents={priceCents}
              dates={dates}
              totalCents={(places) => priceCents * places - discountCents}
              takesCards={site.takesCards}
              notice={notice}
            />
          ) : (
            <WaitlistForm
              isOff={loaderData.isClosedSample}
              session={session}
              settings={settings}
              person={person}
              notice={notice}
            />
          )}
        </div>
        <aside className="booking-aside" aria-label={t('site.booking.booking_summary')}>
          <SessionSummary
            session={session}
            now={now}
            dates={dates}
            address={studio.address}
            priceCents={priceCents}
            discountCents={discountCents}
            counts={isBookable ? counts : []}
            policy={held.hold?.policy ?? offering.policy}
          />
          {held.hold ? (
            <HoldClock
              key={held.hold.hold_token + held.hold.expires_at}
              label={holdLabel(held.hold, held.isOver)}
              secondsLeft={held.hold.state === 'live' ? held.hold.seconds_left : 0}
              totalSeconds={(Date.parse(held.hold.expires_at) - Date.parse(held.hold.created_at)) / 1000}
              note={
                held.isOver
                  ? t('site.booking.the_time_ran_out_and_others')
                  : t('site.booking.when_the_time_runs_out_others')
              }
              onOver={refresh}
            />
          ) : (
            isBookable &&
            !loaderData.isClosedSample && (
              <p className="place-note">
                {t('site.booking.held_while_you_tell_us', { minutes: settings.hold_min })}
              </p>
            )
          )}
        </aside>
      </div>
    </main>
  );
}

function holdLabel({ places }: HoldView, isOver: boolean): string {
  if (isOver) return t('site.booking.time_has_run_out');
  return t('site.booking.your_places_are_held_for', { places });
}
