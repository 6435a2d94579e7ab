import { type ReactNode, useCallback } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { ruleSummary } from '#app/features/booking/cancellation-rule.ts';
import { HoldClock } from '#app/features/booking/hold-clock.tsx';
import { type Fact, Facts } from '#app/features/facts/facts.tsx';
import { dateAndTime } from '#app/features/programme/date-label.ts';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { capitalised } from '#app/language/capitalised.ts';
import { commaSeparated, contentText } from '#app/language/content-text.ts';
import { shortDate } from '#app/language/format-time.ts';
import { localPath } from '#app/language/language-path.ts';
import { joinItems } from '#app/language/list.ts';
import { rich, t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { phoneNumber } from '#app/site/layout/phone-line.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/pages/booking.css?url';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import type { OrderView } from '#contracts/booking.ts';
import type { Route } from './+types/booking-page.ts';
import { BookedPlaces } from './booked-places.tsx';
import { actOnOrder, loadOrder } from './booking-page.server.ts';
import { formatLinkNote, formatStatus, headline } from './format-booking.ts';
import { NextSteps } from './next-steps.tsx';
import { OrderAudio } from './order-audio.tsx';
import { OrderReceipts } from './order-receipts.tsx';
import { PrintButton } from './print-button.tsx';
import { Ticket } from './ticket.tsx';
import { stayOnPage } from './use-booking-form.ts';
import { useGoAndPay, useMoneyArrives } from './use-payment.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export function loader({ context, params }: Route.LoaderArgs) {
  return loadOrder(context.get(siteContext), params.token);
}

export function action({ context, request, params }: Route.ActionArgs) {
  return actOnOrder(context.get(siteContext), request, params.token);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnPage(serverAction);
}

export const meta = siteMeta<typeof loader>((_root, { loaderData }) => {
  if (!loaderData) return;
  return {
    title: t('site.booking.booking_page_title', { number: loaderData.order.number }),
    description: t('site.booking.your_booking_description'),
    path: '/classes',
    noindex: true,
  };
});

export default function BookingPage({ loaderData }: Route.ComponentProps) {
  const { order, otherDates, settings, owner, qr, receipts } = loaderData;
  const { studio, settings: site } = useRootData();
  const [search] = useSearchParams();
  const now = new Date(loaderData.now);
  const isWaitingForMoney = order.state === 'pending';
  const [first] = order.dates;
  useMoneyArrives(isWaitingForMoney && search.get('paid') === '1');
  useGoAndPay(isWaitingForMoney && search.get('pay') === '1' && site.takesCards, order.order_token);
  const isTicket = order.state === 'confirmed' && order.kind === 'booking' && first !== undefined;
  return (
    <main id="main" className="booking-page">
      {isTicket && <Ticket order={order} first={first} now={now} studio={studio} qr={qr} />}
      <div className="wrap booking">
        <p className="booking-imprint">
          {joinItems([studio.address, phoneNumber(studio.phone), studio.email])}
        </p>
        {isTicket && (
          <div className="booking-actions ticket-actions">
            <Button asChild variant="primary">
              <a href={localPath(`/booking/${order.order_token}/calendar.ics`)}>
                {t('site.booking.add_to_calendar')}
              </a>
            </Button>
            <PrintButton />
            {!first.is_online && (
              <Button asChild variant="text">
                <Link to="/visit">{t('site.booking.get_directions')}</Link>
              </Button>
            )}
            <Button asChild variant="text">
              <a href="#booked-who">{t('site.booking.change_or_cancel')}</a>
            </Button>
          </div>
        )}
        {owner && (
          <p className="booking-back no-print">
            <Link to="/dashboard/bookings">{t('site.booking.your_bookings')}</Link>
            <span>{t('site.booking.signed_in_as_owner', { owner })}</span>
          </p>
        )}
        <div className="grid-12 booking-body">
          <div className="booking-main">
            <div className="booked-lead">
              {!isTicket && <h1>{headline(order)}</h1>}
              <p className="lead">
                {formatStatus(order, {
                  transferBy: formatDue(order, now, studio.zone),
                  sendsMail: site.sendsMail,
                })}
              </p>
              {order.state === 'confirmed' &&
                order.method === 'transfer' &&
                order.total_cents > order.paid_cents && (
                  <TransferText order={order} account={settings.transfer_account} />
                )}
              {isWaitingForMoney && (
                <PayNow order={order} isUnreachable={search.get('card') === 'unreachable'} />
              )}
              {!isTicket && (
                <div className="booking-actions">
                  <PrintButton />
                  {first && order.state !== 'confirmed' && (
                    <Button asChild variant="secondary">
                      <Link to={offeringPath(first)}>{t('site.booking.other_dates')}</Link>
                    </Button>
                  )}
                </div>
              )}
            </div>
            {isTicket && <OrderAudio order={order} now={now} />}
            {isTicket && <NextSteps order={order} first={first} now={now} />}
            {order.kind === 'booking' && <BookedPlaces order={order} otherDates={otherDates} now={now} />}
            <BackText order={order} />
            <OrderReceipts token={order.order_token} receipts={receipts} />
            {order.state === 'confirmed' && (
              <p className="booked-part place-note no-print">
                {formatLinkNote(order, { sendsMail: site.sendsMail, isOwner: owner !== null })}
              </p>
            )}
          </div>
          <aside className="booking-aside" aria-label={t('site.booking.booking_summary')}>
            {isWaitingForMoney && order.hold_expires_at && <PaymentClock order={order} now={now} />}
            <section className="booking-summary" aria-label={t('site.booking.details')}>
              <div className="section-head ruled">
                <h2>
                  {contentText(first, 'title') ||
                    contentText(order.passes[0], 'name') ||
                    t('site.booking.voucher')}
                </h2>
              </div>
              <Facts facts={factsOf(order, now, studio)} />
              <p className="booking-total">
                <span>
                  {order.paid_cents >= order.total_cents && order.total_cents > 0
                    ? t('site.booking.paid')
                    : t('site.booking.to_pay')}
                </span>
                <b>{price(Math.max(order.total_cents, 0), order.currency)}</b>
              </p>
            </section>
          </aside>
        </div>
      </div>
    </main>
  );
}

/** When a transfer must have arrived: never after the first date has begun. */
function formatDue({ due_at, dates }: OrderView, now: Date, studioZone: string): string | null {
  if (!due_at) return null;
  const zone = dates[0]?.zone ?? studioZone;
  const due = new Date(due_at);
  return dateAndTime(due, now, zone);
}

function PaymentClock({ order, now }: { order: OrderView; now: Date }) {
  const { revalidate } = useRevalidator();
  const refresh = useCallback(() => void revalidate(), [revalidate]);
  const left = (Date.parse(order.hold_expires_at ?? '') - now.getTime()) / 1000;
  return (
    <HoldClock
      key={order.hold_expires_at}
      label={t('site.booking.time_left_to_pay')}
      secondsLeft={Math.max(0, Math.floor(left))}
      totalSeconds={35 * 60}
      note={t('site.booking.if_your_payment_arrives_later_and')}
      onOver={refresh}
    />
  );
}

function PayNow({ order, isUnreachable }: { order: OrderView; isUnreachable: boolean }) {
  return (
    <>
      {isUnreachable && (
        <p className="form-error" role="alert">
          {t('site.booking.the_card_service_cannot_be_reached')}
        </p>
      )}
      <div className="booking-actions">
        <Button asChild variant="primary" size="lg">
          <a href={`/api/payments/checkout/${order.order_token}`}>
            {t('site.booking.pay_price_by_card', {
              price: price(order.total_cents - order.paid_cents, order.currency),
            })}
          </a>
        </Button>
      </div>
    </>
  );
}

function TransferText({ order, account }: { order: OrderView; account: string }) {
  const values = {
    amount: price(order.total_cents - order.paid_cents, order.currency),
    number: order.number,
    code: codeLine,
  };
  return (
    <p>
      {account
        ? rich('site.booking.send_amount_to_account', { ...values, account })
        : rich('site.booking.send_amount_to_studio', values)}
    </p>
  );
}

function codeLine(text: ReactNode) {
  return (
    <>
      <br />
      <b className="booked-number">{text}</b>
    </>
  );
}

function BackText({ order }: { order: OrderView }) {
  const back = order.refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const codes = [
    ...order.credits.map(({ code, balance_cents }) => ({
      code,
      value: price(balance_cents, order.currency),
    })),
    ...order.passes
      .filter(({ is_active }) => is_active)
      .map(({ code, entries }) => ({ code, value: t('site.booking.entries', { count: entries }) })),
  ];
  if (back === 0 && codes.length === 0) return null;
  return (
    <section className="booked-part" aria-labelledby="booked-back">
      <h2 id="booked-back" className="booking-list-head">
        {order.kind === 'booking' ? t('site.booking.refunds_and_credit') : t('site.booking.your_code')}
      </h2>
      {back > 0 && (
        <p>{t('site.booking.price_is_refunded_the_way_you', { price: price(back, order.currency) })}</p>
      )}
      {codes.map(({ code, value }) => (
        <p key={code}>{rich('site.booking.code_worth', { worth: value, number: code, code: codeLine })}</p>
      ))}
    </section>
  );
}

function factsOf(order: OrderView, now: Date, studio: { address: string; name: string }): Fact[] {
  const [first] = order.dates;
  const planned = order.dates.filter(({ status }) => status === 'planned');
  const when = first && dateAndTime(new Date(first.starts_at), now, first.zone, new Date(first.ends_at));
  return [
    [
      t('site.booking.when_term'),
      planned.length > 1
        ? t('site.booking.when_and_more', { when: when ?? '', count: planned.length - 1 })
        : when,
    ],
    [
      t('site.booking.where_term'),
      first?.is_online
        ? t('site.booking.online_in_your_browser')
        : first && commaSeparated([contentText(first, 'room', capitalised), studio.address]),
    ],
    [t('site.booking.bring_term'), contentText(first, 'bring')],
    [t('site.booking.number_term'), order.number],
    [t('site.booking.for_term'), order.buyer.name],
    [t('site.booking.booked_term'), shortDate(new Date(order.created_at), first?.zone ?? 'UTC')],
    [t('site.booking.cancellation'), ruleSummary(order.bookings[0]?.policy)],
  ];
}
