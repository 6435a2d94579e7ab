// Settings for bookings: how long places are held, the maximum per booking, bank transfers. Changes apply to new
// bookings. Refunds are set by cancellation policies.

import { type FormEvent, startTransition, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Field } from '#app/ui/field.tsx';
import { NumberInput } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { SaveBar } from '../forms/save-bar.tsx';
import { useFormGuard } from '../forms/use-unsaved-guard.ts';
import { requireRole } from '../guard.server.ts';
import { ColumnsPage, Panel } from '../layout/page.tsx';
import type { Route } from './+types/booking-page.ts';

interface Rules {
  hold_min: number;
  card_hold_min: number;
  offer_min: number;
  max_places: number;
  transfer_days: number;
  transfer_account: string;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend: client } = context.get(siteContext);
  const data = await dataOf(
    client
      .from('booking_settings')
      .select('hold_min,card_hold_min,offer_min,max_places,transfer_days,transfer_account')
      .single(),
  );
  return { rules: data };
}

export const meta = dashboardMeta(() => t('dashboard.settings.booking_page_title'));

export default function BookingSettings({ loaderData }: Route.ComponentProps) {
  const { rules } = loaderData;
  const { revalidate } = useRevalidator();
  const [round, setRound] = useState(0);
  return (
    <ColumnsPage
      title={t('dashboard.settings.booking_heading')}
      lead={t('dashboard.settings.changes_apply_to_new_bookings_existing')}
    >
      <RulesForm
        key={round}
        rules={rules}
        onChange={() => void revalidate()}
        onDiscard={() => startTransition(() => setRound(round + 1))}
      />
      <Panel title={t('dashboard.settings.cancellation')}>
        <div className="panel-foot">
          <p>{t('dashboard.settings.refunds_are_set_by_cancellation')}</p>
          <Link to="/dashboard/policies">{t('dashboard.settings.open_cancellation_policies')}</Link>
        </div>
      </Panel>
    </ColumnsPage>
  );
}

const NUMBERS = [
  {
    name: 'hold_min',
    label: 'dashboard.settings.hold_a_place_for',
    hint: 'dashboard.settings.hold_a_place_hint',
    min: 1,
    max: 60,
  },
  {
    name: 'card_hold_min',
    label: 'dashboard.settings.hold_during_card_payment',
    hint: 'dashboard.settings.hold_during_card_payment_hint',
    min: 31,
    max: 120,
  },
  {
    name: 'offer_min',
    label: 'dashboard.settings.hold_an_offered_place_for',
    hint: 'dashboard.settings.hold_an_offered_place_hint',
    min: 5,
    max: 2880,
  },
  {
    name: 'max_places',
    label: 'dashboard.settings.maximum_places',
    hint: 'dashboard.settings.maximum_places_hint',
    min: 1,
    max: 20,
  },
  {
    name: 'transfer_days',
    label: 'dashboard.settings.wait_for_a_bank_transfer',
    hint: 'dashboard.settings.wait_for_a_bank_transfer_hint',
    min: 1,
    max: 60,
  },
] as const satisfies readonly { name: keyof Rules; [detail: string]: unknown }[];

interface RulesFormProps {
  rules: Rules;
  onChange(): void;
  onDiscard(): void;
}

function RulesForm({ rules, onChange, onDiscard }: RulesFormProps) {
  const [isBusy, setBusy] = useState(false);
  const { isDirty, onInput, markSaved } = useFormGuard();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = await client
      .from('booking_settings')
      .update({
        ...Object.fromEntries(NUMBERS.map(({ name }) => [name, Number(form.get(name))])),
        transfer_account: String(form.get('transfer_account') ?? '').trim(),
      })
      .eq('id', true);
    setBusy(false);
    if (!reportFailure(error)) return;
    markSaved();
    toastSuccess(t('dashboard.common.changes_saved'), t('dashboard.settings.they_apply_to_new_bookings'));
    onChange();
  };
  return (
    <Panel title={t('dashboard.settings.holds_and_limits')} className="owner-fields">
      <form className="owner-form" onSubmit={save} onInput={onInput}>
        {NUMBERS.map(({ name, label, hint, min, max }) => (
          <Field key={name} label={t(label)} hint={t(hint)} required>
            <NumberInput name={name} min={min} max={max} step={1} defaultValue={rules[name]} />
          </Field>
        ))}
        <Field
          label={t('dashboard.settings.bank_account_for_transfers')}
          hint={t('dashboard.settings.shown_on_receipts_for_bank_transfers')}
        >
          <Textarea name="transfer_account" defaultValue={rules.transfer_account} maxLength={300} rows={2} />
        </Field>
        <SaveBar isBusy={isBusy} isDirty={isDirty} onDiscard={onDiscard} />
      </form>
    </Panel>
  );
}
