import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { Database } from '#contracts/studio-client.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { SaveBar } from '../forms/save-bar.tsx';
import { useFormGuard } from '../forms/use-unsaved-guard.ts';
import { Panel } from '../layout/page.tsx';

type Business = Database['public']['Tables']['business']['Row'];

interface BusinessFormProps {
  business: Business;
  onChange(): void;
  onDiscard(): void;
}

export function BusinessForm({ business, onChange, onDiscard }: BusinessFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [status, setStatus] = useState(business.vat_status);
  const { isDirty, onInput, markSaved } = useFormGuard();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: keyof Business) => String(form.get(name) ?? business[name]).trim();
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = await client
      .from('business')
      .update({
        legal_name: text('legal_name'),
        address: text('address'),
        tax_number: text('tax_number'),
        register: text('register'),
        vat_status: status,
        tax_name: text('tax_name'),
        tax_percent: Number(text('tax_percent')),
        tax_note: text('tax_note'),
        asks_buyer_details: form.has('asks_buyer_details'),
      })
      .eq('id', true);
    setBusy(false);
    if (!reportFailure(error)) return;
    markSaved();
    toastSuccess(t('dashboard.common.changes_saved'));
    onChange();
  };
  return (
    <Panel title={t('dashboard.settings.business_heading')} className="owner-fields">
      <form className="owner-form" onSubmit={save} onInput={onInput}>
        <Field label={t('dashboard.settings.legal_name')} hint={t('dashboard.settings.legal_name_hint')}>
          <Input
            name="legal_name"
            autoComplete="organization"
            maxLength={120}
            defaultValue={business.legal_name}
          />
        </Field>
        <Field label={t('dashboard.settings.business_address')}>
          <Textarea name="address" rows={3} maxLength={300} defaultValue={business.address} />
        </Field>
        <Field label={t('dashboard.settings.tax_number')}>
          <Input name="tax_number" maxLength={40} defaultValue={business.tax_number} />
        </Field>
        <Field label={t('dashboard.settings.register_entry')} optional>
          <Input name="register" maxLength={160} defaultValue={business.register} />
        </Field>
        <Field label={t('dashboard.settings.vat_status')}>
          <Select
            name="vat_status"
            value={status}
            onChange={(event) => setStatus(event.target.value as Business['vat_status'])}
            options={[
              ['unknown', t('dashboard.settings.vat_unknown')],
              ['charged', t('dashboard.settings.vat_charged')],
              ['exempt', t('dashboard.settings.vat_exempt')],
            ]}
          />
        </Field>
        {status === 'charged' && (
          <>
            <Field
              label={t('dashboard.settings.tax_name')}
              hint={t('dashboard.settings.tax_name_hint')}
              required
            >
              <Input name="tax_name" maxLength={20} defaultValue={business.tax_name} />
            </Field>
            <Field label={t('dashboard.settings.tax_percent')} required>
              <NumberInput
                name="tax_percent"
                min={0}
                max={99}
                step="0.01"
                inputMode="decimal"
                defaultValue={business.tax_percent}
              />
            </Field>
          </>
        )}
        {status === 'exempt' && (
          <Field
            label={t('dashboard.settings.tax_note')}
            hint={t('dashboard.settings.tax_note_hint')}
            optional
          >
            <Input name="tax_note" maxLength={200} defaultValue={business.tax_note} />
          </Field>
        )}
        <Checkbox
          name="asks_buyer_details"
          defaultChecked={business.asks_buyer_details}
          label={t('dashboard.settings.ask_buyer_details')}
          hint={t('dashboard.settings.ask_buyer_details_hint')}
        />
        <SaveBar isBusy={isBusy} isDirty={isDirty} onDiscard={onDiscard} />
      </form>
    </Panel>
  );
}
