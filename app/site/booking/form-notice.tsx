// Above a booking form: that its class is a sample, or what happened to the held place.
import { t } from '#app/language/messages.ts';

export function FormNotice({ isSample, text }: { isSample: boolean; text: string | undefined }) {
  if (isSample)
    return (
      <p className="place-state place-sample">
        <b>{t('shared.programme.sample')}</b>
        <span>{t('site.booking.samples_cannot_be_booked')}</span>
      </p>
    );
  return (
    text && (
      <p className="booking-notice" role="status">
        {text}
      </p>
    )
  );
}
