import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { HoldClock } from '#app/features/booking/hold-clock.tsx';
import { BookingSteps } from '#app/features/booking/steps.tsx';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
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
    title: `book ${offering.title.toLowerCase()}`,
    description: `A place in ${offering.title}.`,
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
  const notice = loaderData.isHoldLost
    ? 'Your place is no longer held. You can start your booking again.'
    : undefined;
  if (isOver)
    return (
      <main id="main" className="wrap page booking">
        <h1>{session.status === 'cancelled' ? 'This date was cancelled' : 'This date has started'}</h1>
        <EmptyState
          level={2}
          title={`${offering.title} has other dates.`}
          action={
            <Button asChild variant="primary">
              <Link to={offeringPath(offering)}>See other dates</Link>
            </Button>
          }
        />
      </main>
    );
  return (
    <main id="main" className="wrap booking">
      <BookingSteps current={hold ? 'Who is coming' : 'Places'} />
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
        <aside className="booking-aside" aria-label="Booking summary">
          {hold && (
            <HoldClock
              key={hold.hold_token + hold.expires_at}
              label={holdLabel(hold)}
              secondsLeft={hold.state === 'live' ? hold.seconds_left : 0}
              totalSeconds={(Date.parse(hold.expires_at) - Date.parse(hold.created_at)) / 1000}
              note={
                hold.state === 'live'
                  ? 'When the time runs out, others can book the place. Reloading does not reset the time.'
                  : 'The time ran out and others can book the place now. If it is still free, you can still book it.'
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
            policyText={(hold?.policy ?? offering.policy).summary}
          />
        </aside>
      </div>
    </main>
  );
}

function holdLabel({ state, places }: HoldView): string {
  if (state !== 'live') return 'Time has run out';
  return places === 1 ? 'Your place is held for' : `Your ${places} places are held for`;
}
