// The whole booking on one page: how many, who, the class's questions, payment. The places are held from the first thing
// that is typed.

import { useState } from 'react';
import { ruleSummary } from '#app/features/booking/cancellation-rule.ts';
import { oneTo } from '#app/features/booking/one-to.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Link } from '#app/ui/link.tsx';
import { AttendeeFields } from './attendee-fields.tsx';
import type { loadBooking } from './book-page.server.ts';
import { EmailField, NameField, PhoneField, ReceiptFields } from './contact-fields.tsx';
import { FormAlert } from './form-alert.tsx';
import { FormNotice } from './form-notice.tsx';
import { PayFields } from './pay-fields.tsx';
import { PlacesStepper } from './places-stepper.tsx';
import { PlacesText } from './places-text.tsx';
import { useBookingForm } from './use-booking-form.ts';
import type { useHeldPlaces } from './use-held-places.ts';

type BookingFormProps = Pick<
  Awaited<ReturnType<typeof loadBooking>>,
  'session' | 'settings' | 'person' | 'family' | 'passes' | 'firstClass' | 'now' | 'hold'
> & {
  held: ReturnType<typeof useHeldPlaces>;
  /** To be looked at: it cannot be sent. */
  isOff: boolean;
  counts: readonly number[];
  /** Of one place. */
  priceCents: number;
  dates: number;
  totalCents: (places: number) => number;
  takesCards: boolean;
  notice?: string;
};

export function BookingForm(props: BookingFormProps) {
  const { session, settings, person, family, passes, firstClass, held, counts, takesCards, notice } = props;
  const { priceCents, dates, totalCents } = props;
  const { Form, form, submit, isBusy, alert, onRetry, problemOf, values } = useBookingForm({
    needsBotCheck: (filled) => String(held.hold?.places) !== filled.get('places'),
    key: held.send,
  });
  const { offering } = session;
  const { currency, policy } = held.hold ?? { currency: offering.currency, policy: offering.policy };
  const [fixed] = props.hold ? counts : [];
  const defaultPlaces = Math.min(Number(values.places ?? 1) || 1, counts.length);
  const canTransfer =
    settings.transfer_account.trim() !== '' && takesTransfer(session.starts_at, new Date(props.now));
  // What was answered to a form without scripts.
  const [sentHold] = useState(values.hold ?? '');
  return (
    <Form
      ref={form}
      method="post"
      className="booking-form"
      onSubmit={submit}
      onInput={({ target }) => (target as HTMLInputElement).name !== 'places' && held.touch()}
      noValidate
    >
      <h1>{fixed ? t('site.booking.who_is_coming') : t('site.booking.how_many_people_are_coming')}</h1>
      <FormNotice isSample={props.isOff} text={notice} />
      <FormAlert message={alert} onRetry={onRetry} />
      <input type="hidden" name="hold" value={held.hold?.hold_token ?? values.hold ?? sentHold} />
      {fixed ? (
        <input type="hidden" name="places" value={fixed} />
      ) : (
        <PlacesStepper
          counts={counts}
          defaultPlaces={defaultPlaces}
          note={
            priceCents === 0
              ? t('site.booking.free_of_charge')
              : t('site.booking.price_each', { price: price(priceCents, currency) })
          }
          onChange={held.touch}
        />
      )}
      <div className="booking-part">
        <div className="booking-pair">
          <NameField
            label={t('site.booking.your_name')}
            error={problemOf('name')}
            defaultValue={values.name ?? person?.name}
          />
          <EmailField
            hint={t('site.booking.only_used_for_this_booking')}
            error={problemOf('email')}
            defaultValue={values.email ?? person?.email}
          />
        </div>
        <PhoneField
          hint={t('site.booking.only_used_if_the_date_changes')}
          error={problemOf('phone')}
          defaultValue={values.phone ?? person?.phone}
        />
        <ReceiptFields isAsked={settings.asks_buyer_details} problemOf={problemOf} values={values} />
      </div>
      <div className="attendees">
        {oneTo(Math.max(...counts)).map((place) => (
          <AttendeeFields
            key={place}
            index={place - 1}
            counts={counts}
            family={family}
            ages={{ from: offering.age_from, to: offering.age_to }}
            questions={offering.questions}
            values={values}
            problemOf={problemOf}
          />
        ))}
      </div>
      {firstClass && (
        <p className="place-note">
          {firstClass.isCertain
            ? t('site.booking.your_first_class_costs', {
                firstPrice: price(firstClass.priceCents, currency),
                usualPrice: price(priceCents, currency),
              })
            : t('site.booking.first_class_of_household_costs', {
                firstPrice: price(firstClass.priceCents, currency),
                usualPrice: price(priceCents, currency),
              })}
        </p>
      )}
      <PayFields
        totalCents={totalCents}
        counts={counts}
        currency={currency}
        takesCards={takesCards}
        takesPasses={dates === 1}
        takesTransfers={canTransfer}
        transferDays={settings.transfer_days}
        passes={passes}
        prefersPass={firstClass === null}
        values={values}
        problemOf={problemOf}
      />
      <div className="booking-part">
        <Checkbox
          name="accepts_policy"
          defaultChecked={values.accepts_policy === 'on'}
          error={problemOf('accepts_policy')}
          label={t('site.booking.i_accept_the_cancellation_policy')}
          hint={ruleSummary(policy)}
        />
        <p className="place-note">
          <Link to="/policies/privacy" prefetch="none">
            {t('site.booking.how_we_use_your_data')}
          </Link>
        </p>
      </div>
      <div className="booking-actions">
        <Button
          variant="primary"
          size="lg"
          type="submit"
          name="intent"
          value="book"
          busy={isBusy}
          disabled={props.isOff}
          className="booking-submit"
        >
          <PlacesText
            counts={counts}
            text={(places) =>
              totalCents(places) === 0 ? (
                t('site.booking.book_for_free')
              ) : (
                <>
                  <span className="pays-money">
                    {t('site.booking.book_for_price', { price: price(totalCents(places), currency) })}
                  </span>
                  {dates === 1 && (
                    <span className="pays-entries">
                      {t('site.booking.book_with_entries', { count: places })}
                    </span>
                  )}
                </>
              )
            }
          />
        </Button>
        {held.hold && (
          <Button variant="text" size="lg" type="submit" name="intent" value="release">
            {t('site.booking.release_place')}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** As in the database: a transfer needs a day to arrive. */
function takesTransfer(startsAt: string, now: Date): boolean {
  return Date.parse(startsAt) - now.getTime() >= 24 * 3_600_000;
}
