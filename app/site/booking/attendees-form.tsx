// The second step of a booking: who is coming, the class's questions, payment. The place is held meanwhile.
import { oneTo } from '#app/features/booking/one-to.ts';
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
      <h1>Who is coming?</h1>
      <FormAlert message={alert} onRetry={onRetry} />
      <div className="booking-part">
        <NameField label="Your name" error={problemOf('name')} defaultValue={values.name ?? person?.name} />
        <div className="booking-pair">
          <EmailField
            hint="Only used for this booking."
            error={problemOf('email')}
            defaultValue={values.email ?? person?.email}
          />
          <PhoneField
            hint="Only used if the date changes at short notice."
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
            ? `Your first class here: one place costs ${price(firstClass.priceCents, hold.currency)} instead of ${price(hold.price_cents, hold.currency)}.`
            : `If no one in your household has been to a class here yet, one place costs ${price(firstClass.priceCents, hold.currency)} instead of ${price(hold.price_cents, hold.currency)}. The discount is applied when you book.`}
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
          label="I accept the cancellation policy"
          hint={hold.policy.summary}
        />
        <p className="place-note">
          <Link to="/policies/privacy" prefetch="none">
            How we use your data
          </Link>
        </p>
      </div>
      <div className="booking-actions">
        <Button variant="primary" size="lg" type="submit" name="intent" value="book" busy={isBusy}>
          {totalCents === 0 ? 'Book for free' : `Book for ${price(totalCents, hold.currency)}`}
        </Button>
        <Button variant="text" size="lg" type="submit" name="intent" value="release">
          Release place
        </Button>
      </div>
    </Form>
  );
}

/** As in the database: a transfer needs a day to arrive. */
function takesTransfer(startsAt: string, now: Date): boolean {
  return Date.parse(startsAt) - now.getTime() >= 24 * 3_600_000;
}
