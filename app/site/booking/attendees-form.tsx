// The second step of a booking: who is coming, the class's questions, payment. The place is held meanwhile.

import { oneTo } from '#app/features/booking/one-to.ts';
import { contentText } from '#app/language/content-text.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Link } from '#app/ui/link.tsx';
import type { HoldView } from '#contracts/booking.ts';
import { AttendeeFields } from './attendee-fields.tsx';
import type { loadBooking } from './book-page.server.ts';
import { EmailField, NameField, PhoneField } from './contact-fields.tsx';
import { FormAlert } from './form-alert.tsx';
import { PayFields } from './pay-fields.tsx';
import { useBookingForm } from './use-booking-form.ts';

type AttendeesFormProps = Pick<
  Awaited<ReturnType<typeof loadBooking>>,
  'session' | 'settings' | 'person' | 'family' | 'passes' | 'firstClass' | 'now'
> & {
  hold: HoldView;
  takesCards: boolean;
};

export function AttendeesForm(props: AttendeesFormProps) {
  const { session, settings, person, family, passes, firstClass, hold, takesCards } = props;
  const { Form, form, submit, isBusy, alert, onRetry, problemOf, values } = useBookingForm();
  const { offering } = session;
  const discountCents = firstClass ? hold.price_cents - firstClass.priceCents : 0;
  const totalCents = hold.price_cents * hold.places - (firstClass?.isCertain ? discountCents : 0);
  const canTransfer =
    settings.transfer_account.trim() !== '' && takesTransfer(session.starts_at, new Date(props.now));
  return (
    <Form ref={form} method="post" className="booking-form" onSubmit={submit} noValidate>
      <h1>{t('site.booking.who_is_coming')}</h1>
      <FormAlert message={alert} onRetry={onRetry} />
      <div className="booking-part">
        <NameField
          label={t('site.booking.your_name')}
          error={problemOf('name')}
          defaultValue={values.name ?? person?.name}
        />
        <div className="booking-pair">
          <EmailField
            hint={t('site.booking.only_used_for_this_booking')}
            error={problemOf('email')}
            defaultValue={values.email ?? person?.email}
          />
          <PhoneField
            hint={t('site.booking.only_used_if_the_date_changes')}
            error={problemOf('phone')}
            defaultValue={values.phone ?? person?.phone}
          />
        </div>
      </div>
      {oneTo(hold.places).map((place) => (
        <AttendeeFields
          key={place}
          index={place - 1}
          count={hold.places}
          family={family}
          ages={{ from: offering.age_from, to: offering.age_to }}
          questions={offering.questions}
          values={values}
          problemOf={problemOf}
        />
      ))}
      {firstClass && (
        <p className="place-note">
          {firstClass.isCertain
            ? t('site.booking.your_first_class_costs', {
                firstPrice: price(firstClass.priceCents, hold.currency),
                usualPrice: price(hold.price_cents, hold.currency),
              })
            : t('site.booking.first_class_of_household_costs', {
                firstPrice: price(firstClass.priceCents, hold.currency),
                usualPrice: price(hold.price_cents, hold.currency),
              })}
        </p>
      )}
      <PayFields
        totalCents={totalCents}
        currency={hold.currency}
        places={hold.places}
        takesCards={takesCards}
        takesPasses={hold.dates === 1}
        takesTransfers={canTransfer}
        transferDays={settings.transfer_days}
        passes={passes}
        values={values}
        problemOf={problemOf}
      />
      <div className="booking-part">
        <Checkbox
          name="accepts_policy"
          defaultChecked={values.accepts_policy === 'on'}
          error={problemOf('accepts_policy')}
          label={t('site.booking.i_accept_the_cancellation_policy')}
          hint={contentText(hold.policy, 'summary')}
        />
        <p className="place-note">
          <Link to="/policies/privacy" prefetch="none">
            {t('site.booking.how_we_use_your_data')}
          </Link>
        </p>
      </div>
      <div className="booking-actions">
        <Button variant="primary" size="lg" type="submit" name="intent" value="book" busy={isBusy}>
          {totalCents === 0
            ? t('site.booking.book_for_free')
            : t('site.booking.book_for_price', { price: price(totalCents, hold.currency) })}
        </Button>
        <Button variant="text" size="lg" type="submit" name="intent" value="release">
          {t('site.booking.release_place')}
        </Button>
      </div>
    </Form>
  );
}

/** As in the database: a transfer needs a day to arrive. */
function takesTransfer(startsAt: string, now: Date): boolean {
  return Date.parse(startsAt) - now.getTime() >= 24 * 3_600_000;
}
