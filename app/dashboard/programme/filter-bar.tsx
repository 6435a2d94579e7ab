// Questions above a long list, kept in the address: a choice is asked at once, what is typed on Find.
import type { ReactNode } from 'react';
import { Form, useSearchParams, useSubmit } from 'react-router';
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
        Find
      </Button>
    </Form>
  );
}

interface ChoiceFilterProps {
  label: string;
  /** In the address. */
  name: string;
  /** What no choice is called. */
  any: string;
  choices: { value: string; words: string }[];
}

export function ChoiceFilter({ label, name, any, choices }: ChoiceFilterProps) {
  const [query] = useSearchParams();
  return (
    <Field label={label}>
      <Select name={name} defaultValue={query.get(name) ?? ''}>
        <option value="">{any}</option>
        {choices.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  );
}
