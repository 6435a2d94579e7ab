// The steps of a booking; the current one is wide.
import { t } from '#app/language/messages.ts';

const STEPS = ['places', 'people', 'done'] as const;

export function BookingSteps({ current }: { current: (typeof STEPS)[number] }) {
  return (
    <ol className="booking-steps" aria-label={t('shared.booking.steps')}>
      {STEPS.map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {t(`shared.booking.step_${step}`)}
        </li>
      ))}
    </ol>
  );
}
