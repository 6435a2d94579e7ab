// The first step of a booking: how many places to hold. Everything else is asked afterwards.
import { oneTo } from '#app/features/booking/one-to.ts';
import { Button } from '#app/ui/button.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import { Seats } from '#app/ui/seats.tsx';
import { FormAlert } from './form-alert.tsx';
import type { BookableSession, BookingSettings } from './load-session.ts';
import { useBookingForm } from './use-booking-form.ts';

const NUMBERS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

interface PlacesStepProps {
  session: BookableSession;
  settings: BookingSettings;
  notice?: string;
}

export function PlacesStep({ session, settings, notice }: PlacesStepProps) {
  const { Form, form, submit, isBusy, alert, onRetry, values } = useBookingForm({ needsBotCheck: true });
  const free = session.pool.capacity - session.pool.taken;
  const maxPlaces = Math.min(free, settings.max_places);
  return (
    <Form ref={form} method="post" className="booking-form" onSubmit={submit}>
      <h1>How many people are coming?</h1>
      {notice && (
        <p className="booking-notice" role="status">
          {notice}
        </p>
      )}
      <p className="place-seats">
        <Seats capacity={session.pool.capacity} taken={session.pool.taken} />
        <span>
          {free} of {session.pool.capacity} places left
        </span>
      </p>
      <RadioGroup legend="Places" name="places" defaultValue={values.places ?? '1'} className="places-choice">
        {oneTo(maxPlaces).map((count) => (
          <RadioOption key={count} value={String(count)} label={NUMBERS[count - 1] ?? String(count)} />
        ))}
      </RadioGroup>
      <FormAlert message={alert} onRetry={onRetry} />
      <div className="booking-actions">
        <Button variant="primary" size="lg" type="submit" name="intent" value="hold" busy={isBusy}>
          Hold places
        </Button>
        <p className="place-note">
          Held for {settings.hold_min} minutes while you tell us who is coming. You pay nothing yet, and need
          no account.
        </p>
      </div>
    </Form>
  );
}
