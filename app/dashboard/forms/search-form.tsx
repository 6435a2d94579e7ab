// The search above a list: the query goes into the address, where the loader reads it.

import type { ComponentProps } from 'react';
import { Form } from 'react-router';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

interface SearchFormProps extends Pick<ComponentProps<typeof Form>, 'onSubmit'> {
  /** What is searched: "Find by name or email". */
  label: string;
  /** The current search. */
  query: string;
  maxLength?: number;
  /** Another filter of the list that the search preserves. */
  filter?: { name: string; value: string | null };
}

export function SearchForm({ label, query, maxLength, filter, onSubmit }: SearchFormProps) {
  return (
    <Form className="dash-search" role="search" onSubmit={onSubmit}>
      {filter?.value && <input type="hidden" name={filter.name} value={filter.value} />}
      <Field label={label}>
        <Input
          key={query}
          name="search"
          type="search"
          defaultValue={query}
          maxLength={maxLength}
          autoComplete="off"
        />
      </Field>
      <Button variant="tertiary" type="submit">
        {t('dashboard.common.find')}
      </Button>
    </Form>
  );
}
