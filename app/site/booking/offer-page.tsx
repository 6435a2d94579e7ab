import { useCallback, useEffect } from 'react';
import { data, redirect, useRevalidator } from 'react-router';
import { readApiError } from '#app/features/booking/api-error.ts';
import { HoldClock } from '#app/features/booking/hold-clock.tsx';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { formatMinutes } from '#app/language/format-minutes.ts';
import { t } from '#app/language/messages.ts';
import { unlistedMeta } from '#app/site/document/site-meta.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/pages/booking.css?url';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import type { WaitView } from '#contracts/waitlist.ts';
import type { Route } from './+types/offer-page.ts';
import { FormAlert } from './form-alert.tsx';
import { countDates, loadSession, loadSettings } from './load-session.ts';
import { SessionSummary } from './session-summary.tsx';
import { stayOnPage, useBookingForm } from './use-booking-form.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { backend, now } = context.get(siteContext);
  const answer = await backend.rpc('waitlist_status', { waitlist_token: params.token });
  if (answer.status === 404) throw data(null, { status: 404 });
  if (answer.error) throw answer.error;
  const wait = answer.data;
  const [session, settings] = await Promise.all([
    loadSession(backend, wait.session_id),
    loadSettings(backend),
  ]);
  return { wait, session, settings, dates: await countDates(backend, session, now), now: now.toISOString() };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { backend } = context.get(siteContext);
  const intent = (await request.formData()).get('intent');
  // A broken form must not take anyone off the waiting list.
  if (intent !== 'accept' && intent !== 'leave') throw data(null, { status: 400 });
  const name = intent === 'accept' ? 'accept_offer' : 'leave_waitlist';
  const answer = await backend.rpc(name, { waitlist_token: params.token });
  if (answer.error) return data({ error: readApiError(answer.error), values: {} }, { status: answer.status });
  const wait = answer.data;
  return intent === 'accept' && wait.hold_token
    ? redirect(`/book/${wait.session_id}?hold=${wait.hold_token}`)
    : redirect(`/offer/${encodeURIComponent(params.token)}`);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnPage(serverAction);
}

export const meta = unlistedMeta('/classes', () => [
  t('site.booking.waiting_list_page_title'),
  t('site.booking.your_position_description'),
]);

const LOOK_EVERY_MS = 20_000;

export default function OfferPage({ loaderData }: Route.ComponentProps) {
  const { wait, session, settings, dates } = loaderData;
  const { studio, settings: site } = useRootData();
  const { revalidate } = useRevalidator();
  const refresh = useCallback(() => void revalidate(), [revalidate]);
  const { Form, form, submit, isBusy, alert, onRetry } = useBookingForm();
  const isOpen = wait.state === 'waiting' || wait.state === 'offered';
  const [headline, lead] = formatStatus(wait, {
    offerMin: settings.offer_min,
    sendsMail: site.sendsMail,
  });
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOpen, refresh]);
  return (
    <main id="main" className="wrap booking">
      <div className="grid-12 booking-body">
        <div className="booking-main">
          <Form ref={form} method="post" className="booking-form" onSubmit={submit}>
            <h1>{headline}</h1>
            {wait.state === 'waiting' && (
              <p>
                <b className="waitlist-position" aria-hidden="true">
                  {wait.position}
                </b>
                <span className="sr-only">
                  {t('site.booking.position', { position: wait.position ?? '' })}
                </span>
              </p>
            )}
            <p className="lead">{lead}</p>
            <FormAlert message={alert} onRetry={onRetry} />
            <div className="booking-actions">
              {wait.state === 'offered' && (
                <Button variant="primary" size="lg" type="submit" name="intent" value="accept" busy={isBusy}>
                  {t('site.booking.accept_the_places', { places: wait.places })}
                </Button>
              )}
              {isOpen && (
                <Button variant="text" size="lg" type="submit" name="intent" value="leave">
                  {wait.state === 'offered'
                    ? t('site.booking.decline_offer')
                    : t('site.booking.leave_the_waiting_list')}
                </Button>
              )}
              {wait.state === 'accepted' && wait.hold_token && (
                <Button asChild variant="primary" size="lg">
                  <Link to={`/book/${wait.session_id}?hold=${wait.hold_token}`}>
                    {t('site.booking.continue_booking')}
                  </Link>
                </Button>
              )}
              {!isOpen && (
                <Button asChild variant="secondary" size="lg">
                  <Link to={offeringPath(session.offering)}>{t('site.booking.see_other_dates')}</Link>
                </Button>
              )}
            </div>
          </Form>
        </div>
        <aside className="booking-aside" aria-label={t('site.booking.waiting_list_summary')}>
          {wait.state === 'offered' && (
            <HoldClock
              key={wait.offer_ends_at}
              label={t('site.booking.held_for_you_for')}
              secondsLeft={wait.seconds_left ?? 0}
              totalSeconds={settings.offer_min * 60}
              note={t('site.booking.until_then_no_one_else_can')}
              onOver={refresh}
            />
          )}
          <SessionSummary
            session={session}
            now={new Date(loaderData.now)}
            dates={dates}
            address={studio.address}
            priceCents={session.offering.price_cents * dates}
            counts={[wait.places]}
            policy={session.offering.policy}
          />
        </aside>
      </div>
    </main>
  );
}

function formatStatus(
  { state, places, waiting, email }: WaitView,
  { offerMin, sendsMail }: { offerMin: number; sendsMail: boolean },
): [headline: string, lead: string] {
  const time = formatMinutes(offerMin);
  switch (state) {
    case 'waiting':
      return [
        t('site.booking.your_position_on_the_waiting_list'),
        `${t('site.booking.people_are_waiting', { waiting })} ${
          sendsMail
            ? t('site.booking.we_email_when_it_is_your_turn', { email, time })
            : t('site.booking.this_page_says_when_it_is_your_turn', { time })
        }`,
      ];
    case 'offered':
      return [
        t('site.booking.places_are_free', { places }),
        t('site.booking.accept_the_offer_or_decline_it'),
      ];
    case 'accepted':
      return [t('site.booking.offer_accepted'), t('site.booking.tell_us_who_is_coming_to')];
    case 'expired':
      return [t('site.booking.the_offer_has_expired'), t('site.booking.the_offer_ran_out_and_the')];
    case 'closed':
      return [t('site.booking.this_waiting_list_is_closed'), t('site.booking.the_date_was_cancelled_or_has')];
    default:
      return [t('site.booking.you_left_the_waiting_list'), t('site.booking.thank_you_others_move_up')];
  }
}
