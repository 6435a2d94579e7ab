import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { KeptForm } from '../kept-form.tsx';
import type { Named, Show } from './shows-page.tsx';

interface ShowFormProps {
  show: Show;
  people: Named[];
  onChange(): void;
  onDeleted(): void;
}

export function ShowForm({ show, people, onChange, onDeleted }: ShowFormProps) {
  return (
    <KeptForm
      table="shows"
      id={show.id}
      read={(text) => ({
        title: text('title'),
        summary: text('summary'),
        host_id: text('host_id') || null,
      })}
      kept="The show is kept"
      deletion={{
        button: 'Delete the show',
        title: `Delete “${show.title}”?`,
        content: 'Its hours on the grid and its recordings go with it. What was played stays in the history.',
      }}
      onChange={onChange}
      onDeleted={onDeleted}
    >
      <Field label="Name" required>
        <Input name="title" defaultValue={show.title} maxLength={120} />
      </Field>
      <Field label="With" hint="Whose name stands beside it.">
        <Select name="host_id" defaultValue={show.host_id ?? ''}>
          <option value="">nobody</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="In a sentence">
        <Textarea name="summary" defaultValue={show.summary} rows={3} maxLength={500} />
      </Field>
    </KeptForm>
  );
}
