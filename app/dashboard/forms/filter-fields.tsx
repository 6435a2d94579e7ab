// Fields of the filters above a list of orders or payments.
import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

export function OrderSearchField({ query }: { query: string }) {
  return (
    <Field label={t('dashboard.forms.find_by_name_email_or_number')}>
      <Input name="search" type="search" defaultValue={query} maxLength={200} autoComplete="off" />
    </Field>
  );
}

interface DayRangeProps {
  from: string | null | undefined;
  to: string | null | undefined;
  fromLabel?: string;
  toLabel?: string;
}

export function DayRangeFields({
  from,
  to,
  fromLabel = t('dashboard.common.from_day'),
  toLabel = t('dashboard.common.until'),
}: DayRangeProps) {
  return (
    <>
      <Field label={fromLabel}>
        <Input name="from" type="date" defaultValue={from ?? ''} />
      </Field>
      <Field label={toLabel}>
        <Input name="to" type="date" defaultValue={to ?? ''} />
      </Field>
    </>
  );
}
