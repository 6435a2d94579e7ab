// The first step of a booking: how many places to hold. Everything else is asked afterwards.

import { oneTo } from '#app/features/booking/one-to.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import { Seats } from '#app/ui/seats.tsx';
import { FormAlert } from './form-alert.tsx';
import type { BookableSession, BookingSettings } from './load-session.ts';
import { useBookingForm } from './use-booking-form.ts';

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
      <h1>{t('site.booking.how_many_people_are_coming')}</h1>
      {notice && (
        <p className="booking-notice" role="status">
          {notice}
        </p>
      )}
      <p className="place-seats">
        <Seats capacity={session.pool.capacity} taken={session.pool.taken} />
        <span>{t('site.booking.places_left', { free, capacity: session.pool.capacity })}</span>
      </p>
      <RadioGroup
        legend={t('site.booking.places')}
        name="places"
        defaultValue={values.places ?? '1'}
        className="places-choice"
      >
        {oneTo(maxPlaces).map((count) => (
          <RadioOption
            key={count}
            value={String(count)}
            label={t('site.booking.number_of_places', { count })}
          />
        ))}
      </RadioGroup>
      <FormAlert message={alert} onRetry={onRetry} />
      <div className="booking-actions">
        <Button variant="primary" size="lg" type="submit" name="intent" value="hold" busy={isBusy}>
          {t('site.booking.hold_places')}
        </Button>
        <p className="place-note">
          {t('site.booking.held_while_you_tell_us', { minutes: settings.hold_min })}
        </p>
      </div>
    </Form>
  );
}
