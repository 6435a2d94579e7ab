// The people of one booking, each with the option to cancel or change date.

import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import { dateAndTime, dateLabel } from '#app/features/programme/date-label.ts';
import { clockTime } from '#app/language/format-time.ts';
import { rich, t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import type { BookedPlace, OrderView } from '#contracts/booking.ts';
import type { OtherDate } from './booking-page.server.ts';
import type { BookingResult } from './use-booking-form.ts';

export function BookedPlaces({
  order,
  otherDates,
  now,
}: {
  order: OrderView;
  otherDates: OtherDate[];
  now: Date;
}) {
  const movable = order.bookings.filter(
    ({ state, gets_back }) => state === 'seated' && gets_back === 'everything',
  );
  const cancellable = order.bookings.filter(
    ({ state, gets_back }) => state === 'seated' && gets_back !== 'nothing',
  );
  return (
    <section className="booked-part" aria-labelledby="booked-who">
      <h2 id="booked-who" className="booking-list-head">
        {t('site.booking.your_places', { count: order.bookings.length })}
      </h2>
      <ul className="booked-list">
        {order.bookings.map((place) => (
          <PlaceRow key={place.id} place={place} order={order} now={now} />
        ))}
      </ul>
      {cancellable.length > 1 && <CancelAll places={cancellable} order={order} />}
      {otherDates.length > 0 && movable.length > 0 && (
        <MoveForm places={movable} otherDates={otherDates} now={now} />
      )}
    </section>
  );
}

function PlaceRow({ place, order, now }: { place: BookedPlace; order: OrderView; now: Date }) {
  const fetcher = useFetcher<BookingResult>();
  const dates = order.dates.filter(
    ({ pool_id, status }) => pool_id === place.pool_id && status === 'planned',
  );
  const [first] = dates;
  const when = first && dateAndTime(new Date(first.starts_at), now, first.zone);
  const canCancel = place.state === 'seated' && place.gets_back !== 'nothing';
  const ask = async () => {
    const isSure = await confirm({
      type: 'destructive',
      title: t('site.booking.cancel_the_booking_for_name', { name: place.name }),
      content: formatRefund(place, order),
      confirmText: t('site.booking.cancel_booking'),
      cancelText: t('site.booking.keep_booking'),
    });
    if (!isSure) return;
    const form = new FormData();
    form.set('intent', 'cancel');
    form.set('booking', place.id);
    await fetcher.submit(form, { method: 'post' });
  };
  return (
    <li data-state={place.state}>
      <span>
        <b>{place.name}</b>
        <small>
          {place.state === 'seated'
            ? when
            : place.state === 'pending'
              ? t('site.booking.waiting_for_payment')
              : formatState(place)}
        </small>
        {place.is_outside_age && place.state === 'seated' && (
          <small>{t('site.booking.outside_the_usual_age_we_ask')}</small>
        )}
        {fetcher.data?.error && (
          <small className="form-error" role="alert">
            {fetcher.data.error.message}
          </small>
        )}
      </span>
      <span className="booked-price">
        {place.by_pass
          ? t('site.booking.entries', { count: 1 })
          : price(place.price_cents - place.voucher_cents, order.currency)}
      </span>
      {canCancel && (
        <fetcher.Form
          method="post"
          data-program=""
          onSubmit={(event) => {
            event.preventDefault();
            void ask();
          }}
        >
          <input type="hidden" name="booking" value={place.id} />
          <CancelButton isBusy={fetcher.state !== 'idle'}>
            {rich('site.booking.cancel_booking_for_name', {
              name: place.name,
              span: (text) => <span className="sr-only">{text}</span>,
            })}
          </CancelButton>
        </fetcher.Form>
      )}
    </li>
  );
}

/** Cancels all places at once; each place also has its own button. */
function CancelAll({ places, order }: { places: BookedPlace[]; order: OrderView }) {
  const fetcher = useFetcher<BookingResult>();
  const ask = async (form: HTMLFormElement) => {
    const isSure = await confirm({
      type: 'destructive',
      title: t('site.booking.cancel_all_bookings_question', { count: places.length }),
      content: [...new Set(places.map((place) => formatRefund(place, order)))].join(' '),
      confirmText: t('site.booking.cancel_all_bookings'),
      cancelText: t('site.booking.keep_bookings'),
    });
    if (!isSure) return;
    const sent = new FormData(form);
    sent.set('intent', 'cancel');
    await fetcher.submit(sent, { method: 'post' });
  };
  return (
    <fetcher.Form
      method="post"
      data-program=""
      className="no-print"
      onSubmit={(event) => {
        event.preventDefault();
        void ask(event.currentTarget);
      }}
    >
      {places.map(({ id }) => (
        <input key={id} type="hidden" name="booking" value={id} />
      ))}
      <CancelButton isBusy={fetcher.state !== 'idle'}>{t('site.booking.cancel_all_bookings')}</CancelButton>
      {fetcher.data?.error && (
        <small className="form-error" role="alert">
          {fetcher.data.error.message}
        </small>
      )}
    </fetcher.Form>
  );
}

function MoveForm({
  places,
  otherDates,
  now,
}: {
  places: BookedPlace[];
  otherDates: OtherDate[];
  now: Date;
}) {
  const fetcher = useFetcher<BookingResult>();
  const [only] = places;
  return (
    <details className="later-dates no-print">
      <summary>{t('site.booking.change_date')}</summary>
      <fetcher.Form method="post" data-program="" className="booked-move">
        {places.length === 1 && only ? (
          <input type="hidden" name="booking" value={only.id} />
        ) : (
          <Field label={t('site.booking.change_the_date_for')}>
            <Select name="booking" options={places.map(({ id, name }) => [id, name])}>
              <option value={places.map(({ id }) => id).join(',')}>
                {t('site.booking.all_people', { count: places.length })}
              </option>
            </Select>
          </Field>
        )}
        <Field label={t('site.booking.new_date')} error={fetcher.data?.error?.message}>
          <Select name="to">
            {otherDates.map((date) => (
              <option key={date.id} value={date.id}>
                {dateLabel(new Date(date.starts_at), now, date.zone)},{' '}
                {clockTime(new Date(date.starts_at), date.zone)}
              </option>
            ))}
          </Select>
        </Field>
        <Button variant="secondary" type="submit" name="intent" value="move" busy={fetcher.state !== 'idle'}>
          {t('site.booking.change_date')}
        </Button>
      </fetcher.Form>
    </details>
  );
}

function formatState({ state, cancelled_by }: BookedPlace): string {
  if (state === 'lapsed') return t('site.booking.expired_not_paid_in_time');
  return cancelled_by === 'studio' ? t('site.booking.cancelled_by_the_studio') : t('site.common.cancelled');
}

function formatRefund(place: BookedPlace, order: OrderView): string {
  if (place.gets_back === 'everything') {
    if (place.by_pass) return t('site.booking.the_entry_goes_back_on_your');
    return order.paid_cents > 0
      ? t('site.booking.you_get_a_full_refund')
      : t('site.booking.you_will_not_be_charged');
  }
  const half = price((place.price_cents * place.policy.late_credit_percent) / 100, order.currency);
  return order.paid_cents > 0
    ? t('site.booking.late_cancellation_credit', { credit: half })
    : t('site.booking.late_cancellation_due', {
        price: price(
          place.price_cents - (place.price_cents * place.policy.late_credit_percent) / 100,
          order.currency,
        ),
      });
}

function CancelButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <Button variant="tertiary" size="sm" type="submit" name="intent" value="cancel" busy={isBusy}>
      {children}
    </Button>
  );
}
