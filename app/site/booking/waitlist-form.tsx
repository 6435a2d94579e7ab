// Shown when every place is taken: the form to join the waiting list.

import { oneTo } from '#app/features/booking/one-to.ts';
import { formatMinutes } from '#app/language/format-minutes.ts';
import { t } from '#app/language/messages.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { EmailField, NameField, PhoneField } from './contact-fields.tsx';
import { FormAlert } from './form-alert.tsx';
import { FormNotice } from './form-notice.tsx';
import type { BookableSession, BookingSettings } from './load-session.ts';
import { useBookingForm } from './use-booking-form.ts';

interface WaitlistFormProps {
  /** To be looked at: it cannot be sent. */
  isOff: boolean;
  session: BookableSession;
  settings: BookingSettings;
  person: { name: string; email: string; phone: string } | null;
  notice?: string;
}

export function WaitlistForm({ isOff, session, settings, person, notice }: WaitlistFormProps) {
  const { Form, form, submit, isBusy, alert, onRetry, problemOf, values } = useBookingForm({
    needsBotCheck: true,
  });
  const { settings: site } = useRootData();
  const { waiting, capacity } = session.pool;
  const maxPlaces = Math.min(capacity, settings.max_places);
  return (
    <Form ref={form} method="post" className="booking-form" onSubmit={submit} noValidate>
      <h1>{t('site.booking.join_the_waiting_list')}</h1>
      <FormNotice isSample={isOff} text={notice} />
      <p className="lead">
        {waiting > 0
          ? t('site.booking.all_places_are_taken_and_waiting', { capacity, waiting })
          : t('site.booking.all_places_are_taken', { capacity })}{' '}
        {t('site.booking.how_a_free_place_is_offered', { time: formatMinutes(settings.offer_min) })}
      </p>
      <NameField error={problemOf('name')} defaultValue={values.name ?? person?.name} />
      <EmailField
        hint={
          site.sendsMail
            ? t('site.booking.we_email_you_when_a_place')
            : t('site.booking.the_next_page_shows_your_offer')
        }
        error={problemOf('email')}
        defaultValue={values.email ?? person?.email}
      />
      <div className="booking-pair">
        <Field
          label={t('site.booking.places')}
          hint={t('site.booking.you_get_all_of_them_together')}
          error={problemOf('places')}
        >
          <Select
            name="places"
            defaultValue={values.places ?? '1'}
            options={oneTo(maxPlaces).map((count) => [count, count])}
          />
        </Field>
        <PhoneField error={problemOf('phone')} defaultValue={values.phone ?? person?.phone} />
      </div>
      <FormAlert message={alert} onRetry={onRetry} />
      <div className="booking-actions">
        <Button
          variant="primary"
          size="lg"
          type="submit"
          name="intent"
          value="wait"
          busy={isBusy}
          disabled={isOff}
        >
          {t('site.booking.join_the_waiting_list')}
        </Button>
      </div>
    </Form>
  );
}
