// Types of passes and their prices.

import { type FormEvent, useState } from 'react';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { readCents, typedCents } from '#app/language/read-cents.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import type { Json } from '#contracts/database.types.ts';
import type { Translations } from '#contracts/translations.ts';
import { FormActions } from '../forms/form-actions.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { InLanguages } from '../languages/in-languages.tsx';
import { NAME_TEXTS } from '../languages/text-fields.ts';
import { Panel } from '../layout/page.tsx';

export interface PassType {
  id: string;
  name: string;
  entries: number;
  price_cents: number;
  currency: string;
  valid_days: number;
  is_sold: boolean;
  translations: Translations;
}

export function PassTypesPanel({ types }: { types: PassType[] }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Panel title={t('dashboard.payments.pass_types')}>
      {types.length === 0 && open === null && (
        <EmptyState title={t('dashboard.payments.no_pass_types_yet')}>
          {t('dashboard.payments.add_one_with_a_number_of')}
        </EmptyState>
      )}
      <ul className="dash-list" hidden={types.length === 0 && open === null}>
        {types.map((type) => (
          <li key={type.id}>
            <RowText title={type.name}>
              {type.is_sold
                ? t('dashboard.payments.pass_type_details', {
                    entries: type.entries,
                    days: type.valid_days,
                  })
                : t('dashboard.payments.pass_type_details_not_sold', {
                    entries: type.entries,
                    days: type.valid_days,
                  })}
            </RowText>
            <span className="dash-amount">{price(type.price_cents, type.currency)}</span>
            <LinkButton
              aria-label={t('dashboard.payments.edit_name', { name: type.name })}
              aria-expanded={open === type.id}
              onClick={() => setOpen(open === type.id ? null : type.id)}
            >
              {t('dashboard.common.edit')}
            </LinkButton>
            {open === type.id && <PassTypeForm type={type} onDone={() => setOpen(null)} />}
          </li>
        ))}
        {open === '' && (
          <li>
            <PassTypeForm onDone={() => setOpen(null)} />
          </li>
        )}
      </ul>
      {open !== '' && (
        <div className="dash-form-actions">
          <Button variant="tertiary" size="sm" onClick={() => setOpen('')}>
            {t('dashboard.payments.add_pass_type')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function PassTypeForm({ type, onDone }: { type?: PassType; onDone(): void }) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const [translations, setTranslations] = useState(type?.translations ?? {});
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const done = await call(
      'save_pass_type',
      {
        id: type?.id ?? slugOf(text('name')),
        name: text('name'),
        entries: Number.parseInt(text('entries'), 10) || 0,
        price_cents: readCents(text('price')) ?? -1,
        valid_days: Number.parseInt(text('valid_days'), 10) || 0,
        is_sold: form.get('is_sold') === 'on',
        translations: translations as Json,
      },
      { title: t('dashboard.payments.pass_type_saved') },
    );
    if (done) onDone();
  };
  return (
    <form className="dash-form" onSubmit={save} noValidate>
      <InLanguages
        row={type ?? {}}
        fields={NAME_TEXTS}
        translations={translations}
        error={errorOf('translations')}
        onChange={setTranslations}
      >
        <Field label={t('dashboard.common.name')} error={errorOf('name') ?? errorOf('id')} required>
          <Input name="name" defaultValue={type?.name} maxLength={80} autoComplete="off" autoFocus />
        </Field>
        <Field label={t('dashboard.payments.entries')} error={errorOf('entries')} required>
          <NumberInput name="entries" min={1} max={200} defaultValue={type?.entries ?? 10} />
        </Field>
        <Field label={t('dashboard.common.price')} error={errorOf('price')} required>
          <Input
            name="price"
            inputMode="decimal"
            defaultValue={type && typedCents(type.price_cents)}
            autoComplete="off"
          />
        </Field>
        <Field label={t('dashboard.payments.valid_for_days')} error={errorOf('valid_days')} required>
          <NumberInput name="valid_days" min={1} max={3650} defaultValue={type?.valid_days ?? 365} />
        </Field>
        <Checkbox
          name="is_sold"
          label={t('dashboard.payments.sold_on_the_website')}
          defaultChecked={type?.is_sold ?? true}
        />
      </InLanguages>
      <FormActions submit={t('dashboard.payments.save_pass_type')} isBusy={isBusy} onCancel={onDone} />
    </form>
  );
}

function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+|-+$/g, '').slice(0, 40);
}
