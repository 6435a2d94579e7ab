// Filters above a long list, stored in the URL: selects apply at once, typed text on submit.

import type { ReactNode } from 'react';
import { Form, useSearchParams, useSubmit } from 'react-router';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';

export function FilterBar({ children }: { children: ReactNode }) {
  const [query] = useSearchParams();
  const submit = useSubmit();
  return (
    <Form
      className="dash-search filter-bar"
      role="search"
      key={query.toString()}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) void submit(event.currentTarget);
      }}
    >
      {children}
      <Button variant="tertiary" type="submit">
        {t('dashboard.programme.search_verb')}
      </Button>
    </Form>
  );
}

interface ChoiceFilterProps {
  label: string;
  /** Name of the query parameter. */
  name: string;
  /** Label of no choice. */
  any: string;
  choices: { value: string; label: string }[];
}

export function ChoiceFilter({ label, name, any, choices }: ChoiceFilterProps) {
  const [query] = useSearchParams();
  return (
    <Field label={label}>
      <Select
        name={name}
        defaultValue={query.get(name) ?? ''}
        options={choices.map(({ value, label: text }) => [value, text])}
        none={any}
      />
    </Field>
  );
}
