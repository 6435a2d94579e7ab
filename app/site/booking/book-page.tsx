import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { HoldClock } from '#app/features/booking/hold-clock.tsx';
import { BookingSteps } from '#app/features/booking/steps.tsx';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { contentText } from '#app/language/content-text.ts';
import { rich, t } from '#app/language/messages.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/pages/booking.css?url';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { HoldView } from '#contracts/booking.ts';
import type { Route } from './+types/book-page.ts';
import { AttendeesForm } from './attendees-form.tsx';
import { actOnBooking, loadBooking } from './book-page.server.ts';
import { PlacesStep } from './places-step.tsx';
import { SessionSummary } from './session-summary.tsx';
import { stayOnPage } from './use-booking-form.ts';
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
  const { session, hold, dates, settings, person } = loaderData;
  const { studio, settings: site } = useRootData();
  const { revalidate } = useRevalidator();
  const refresh = useCallback(() => void revalidate(), [revalidate]);
  const now = new Date(loaderData.now);
  const { pool, offering } = session;
  const isOver = session.status === 'cancelled' || new Date(session.starts_at) <= now;
  const notice = loaderData.isHoldLost ? t('site.booking.your_place_is_no_longer_held') : undefined;
  if (isOver)
    return (
      <main id="main" className="wrap page booking">
        <h1>
          {session.status === 'cancelled'
            ? t('site.booking.this_date_was_cancelled')
            : t('site.booking.this_date_has_started')}
        </h1>
        <EmptyState
          level={2}
          title={rich('site.booking.title_has_other_dates', { title: contentText(offering, 'title') })}
          action={
            <Button asChild variant="primary">
              <Link to={offeringPath(offering)}>{t('site.booking.see_other_dates')}</Link>
            </Button>
          }
        />
      </main>
    );
  return (
    <main id="main" className="wrap booking">
      <BookingSteps current={hold ? 'people' : 'places'} />
      <div className="grid-12 booking-body">
        <div className="booking-main">
          {hold ? (
            <AttendeesForm {...loaderData} hold={hold} takesCards={site.takesCards} />
          ) : pool.taken < pool.capacity ? (
            <PlacesStep session={session} settings={settings} notice={notice} />
          ) : (
            <WaitlistForm session={session} settings={settings} person={person} notice={notice} />
          )}
        </div>
        <aside className="booking-aside" aria-label={t('site.booking.booking_summary')}>
          {hold && (
            <HoldClock
              key={hold.hold_token + hold.expires_at}
              label={holdLabel(hold)}
              secondsLeft={hold.state === 'live' ? hold.seconds_left : 0}
              totalSeconds={(Date.parse(hold.expires_at) - Date.parse(hold.created_at)) / 1000}
              note={
                hold.state === 'live'
                  ? t('site.booking.when_the_time_runs_out_others')
                  : t('site.booking.the_time_ran_out_and_others')
              }
              onOver={refresh}
            />
          )}
          <SessionSummary
            session={session}
            now={now}
            dates={hold?.dates ?? dates}
            address={studio.address}
            priceCents={hold?.price_cents ?? offering.price_cents * dates}
            places={hold?.places}
            policy={hold?.policy ?? offering.policy}
          />
        </aside>
      </div>
    </main>
  );
}

function holdLabel({ state, places }: HoldView): string {
  if (state !== 'live') return t('site.booking.time_has_run_out');
  return t('site.booking.your_places_are_held_for', { places });
}
