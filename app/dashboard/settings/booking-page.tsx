// What holds for booking: how long places are held, how much at once, how transfers are paid. Changes hold for the
// next booking. What people get back is said elsewhere, by policies.
import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { useFormGuard } from '../forms/use-unsaved-guard.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import { reportFailure } from '../radio/report.ts';
import type { Route } from './+types/booking-page.ts';

interface Rules {
  hold_min: number;
  card_hold_min: number;
  offer_min: number;
  most_places: number;
  transfer_days: number;
  transfer_account: string;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend: client } = context.get(siteContext);
  const { data, error } = await client
    .from('booking_settings')
    .select('hold_min,card_hold_min,offer_min,most_places,transfer_days,transfer_account')
    .single<Rules>();
  if (error) throw error;
  return { rules: data };
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'booking settings');
}

export default function BookingSettings({ loaderData }: Route.ComponentProps) {
  const { rules } = loaderData;
  const { revalidate } = useRevalidator();
  return (
    <>
      <PageHeader title="Booking">
        What holds for the next booking; those that are made keep what they had.
      </PageHeader>
      <div className="dash-columns">
        <RulesForm rules={rules} onChange={() => void revalidate()} />
        <Panel title="If somebody cannot come">
          <div className="panel-foot">
            <p>What people get back, and until when, is said by policies; each class goes by one of them.</p>
            <Link to="/dashboard/policies">Look at the policies</Link>
          </div>
        </Panel>
      </div>
    </>
  );
}

const NUMBERS: {
  name: Exclude<keyof Rules, 'transfer_account'>;
  label: string;
  hint: string;
  min: number;
  max: number;
}[] = [
  {
    name: 'hold_min',
    label: 'A place is held for',
    hint: 'minutes, while somebody fills in the form',
    min: 1,
    max: 60,
  },
  {
    name: 'card_hold_min',
    label: 'While a card is paid',
    hint: 'minutes; the payment page itself needs 30',
    min: 31,
    max: 120,
  },
  {
    name: 'offer_min',
    label: 'An offered place waits',
    hint: 'minutes, before it goes to the next in the queue',
    min: 5,
    max: 2880,
  },
  { name: 'most_places', label: 'Places at once', hint: 'at most, in one booking', min: 1, max: 20 },
  { name: 'transfer_days', label: 'A transfer may take', hint: 'days', min: 1, max: 60 },
];

function RulesForm({ rules, onChange }: { rules: Rules; onChange(): void }) {
  const [isBusy, setBusy] = useState(false);
  const { onInput, markSaved } = useFormGuard();
  const keep = async (event: FormEvent<HTMLFormElement>) => {
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
    toast({ variant: 'success', title: 'Kept', description: 'It holds from the next booking on.' });
    onChange();
  };
  return (
    <Panel title="Time and places" className="owner-fields">
      <form className="owner-form" onSubmit={keep} onInput={onInput}>
        {NUMBERS.map(({ name, label, hint, min, max }) => (
          <Field key={name} label={label} hint={hint} required>
            <Input name={name} type="number" min={min} max={max} step={1} defaultValue={rules[name]} />
          </Field>
        ))}
        <Field label="Account for transfers" hint="Stands on the receipt of who pays by transfer.">
          <Textarea name="transfer_account" defaultValue={rules.transfer_account} maxLength={300} rows={2} />
        </Field>
        <div className="owner-end">
          <Button variant="primary" type="submit" busy={isBusy}>
            Keep the rules
          </Button>
        </div>
      </form>
    </Panel>
  );
}
