// What passes there are, and what they cost.
import { type FormEvent, useState } from 'react';
import { price } from '#app/language/price.ts';
import { readCents, typedCents } from '#app/language/read-cents.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { Panel } from '../layout/page.tsx';

export interface PassType {
  id: string;
  name: string;
  entries: number;
  price_cents: number;
  currency: string;
  valid_days: number;
  is_sold: boolean;
}

export function PassTypesPanel({ types }: { types: PassType[] }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Panel title="Kinds of passes">
      {types.length === 0 && open === null && (
        <EmptyState title="The first kind begins with its name.">
          How many entries, for how long, at what price: then it can be sold, here and on the site.
        </EmptyState>
      )}
      <ul className="dash-list" hidden={types.length === 0 && open === null}>
        {types.map((type) => (
          <li key={type.id}>
            <span>
              <b>{type.name}</b>
              <span className="dash-quiet">
                {type.entries} entries, valid {type.valid_days} days
                {type.is_sold ? '' : ', not sold on the site'}
              </span>
            </span>
            <span className="desk-price">{price(type.price_cents, type.currency)}</span>
            <Button
              variant="link"
              size="sm"
              aria-label={`Change ${type.name}`}
              aria-expanded={open === type.id}
              onClick={() => setOpen(open === type.id ? null : type.id)}
            >
              Change
            </Button>
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
        <div className="desk-form-end">
          <Button variant="tertiary" size="sm" onClick={() => setOpen('')}>
            Add a kind
          </Button>
        </div>
      )}
    </Panel>
  );
}

function PassTypeForm({ type, onDone }: { type?: PassType; onDone(): void }) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const done = await call(
      'save_pass_type',
      {
        id: type?.id ?? shortName(text('name')),
        name: text('name'),
        entries: Number.parseInt(text('entries'), 10) || 0,
        price_cents: readCents(text('price')) ?? -1,
        valid_days: Number.parseInt(text('valid_days'), 10) || 0,
        is_sold: form.get('is_sold') === 'on',
      },
      { title: `${text('name')} is kept` },
    );
    if (done) onDone();
  };
  return (
    <form className="desk-form" onSubmit={save} noValidate>
      <Field label="Name" error={errorOf('name') ?? errorOf('id')} required>
        <Input name="name" defaultValue={type?.name} maxLength={80} autoComplete="off" autoFocus />
      </Field>
      <Field label="Entries" error={errorOf('entries')} required>
        <Input name="entries" type="number" min={1} max={200} defaultValue={type?.entries ?? 10} />
      </Field>
      <Field label="Price" error={errorOf('price')} required>
        <Input
          name="price"
          inputMode="decimal"
          defaultValue={type && typedCents(type.price_cents)}
          autoComplete="off"
        />
      </Field>
      <Field label="Days it is valid" error={errorOf('valid_days')} required>
        <Input name="valid_days" type="number" min={1} max={3650} defaultValue={type?.valid_days ?? 365} />
      </Field>
      <Checkbox name="is_sold" label="Sold on the site" defaultChecked={type?.is_sold ?? true} />
      <div className="desk-form-end">
        <Button variant="primary" size="sm" type="submit" busy={isBusy}>
          Keep
        </Button>
        <Button variant="link" size="sm" onClick={onDone}>
          Leave it
        </Button>
      </div>
    </form>
  );
}

function shortName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+|-+$/g, '').slice(0, 40);
}
