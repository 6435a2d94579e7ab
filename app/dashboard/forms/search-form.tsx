// The search above a list: words go into the address, and the loader reads them there.
import type { ComponentProps } from 'react';
import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

interface SearchFormProps extends Pick<ComponentProps<typeof Form>, 'onSubmit'> {
  /** What is looked through: "Find by name or email". */
  label: string;
  /** What the list answers to now. */
  words: string;
  maxLength?: number;
  /** Another choice about the list, which the search keeps. */
  kept?: { name: string; value: string | null };
}

export function SearchForm({ label, words, maxLength, kept, onSubmit }: SearchFormProps) {
  return (
    <Form className="dash-search" role="search" onSubmit={onSubmit}>
      {kept?.value && <input type="hidden" name={kept.name} value={kept.value} />}
      <Field label={label}>
        <Input
          key={words}
          name="search"
          type="search"
          defaultValue={words}
          maxLength={maxLength}
          autoComplete="off"
        />
      </Field>
      <Button variant="tertiary" type="submit">
        Find
      </Button>
    </Form>
  );
}
