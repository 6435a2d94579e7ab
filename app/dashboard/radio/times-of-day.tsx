import { t } from '#app/language/messages.ts';
import { TimeInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';

interface TimesOfDayProps {
  className: string;
  of: { from_time: string | null; to_time: string | null };
}

/** The part of the day in which something may be played. */
export function TimesOfDay({ className, of }: TimesOfDayProps) {
  return (
    <>
      <Field className={className} label={t('dashboard.radio.from_time')} optional>
        <TimeInput name="from_time" defaultValue={of.from_time?.slice(0, 5) ?? ''} />
      </Field>
      <Field className={className} label={t('dashboard.radio.until_time')} optional>
        <TimeInput name="to_time" defaultValue={of.to_time?.slice(0, 5) ?? ''} />
      </Field>
    </>
  );
}
