import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { useFormGuard } from '../../frame/use-unsaved-guard.ts';
import { confirmDelete, deleteRow } from '../confirm-delete.ts';
import { reportFailure } from '../report.ts';
import type { Named, Show } from './shows-page.tsx';

interface ShowFormProps {
  show: Show;
  people: Named[];
  onChange(): void;
  onDeleted(): void;
}

export function ShowForm({ show, people, onChange, onDeleted }: ShowFormProps) {
  const [isBusy, setBusy] = useState(false);
  const { onInput, markKept } = useFormGuard();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    setBusy(true);
    const client = await backend();
    const { error } = await client
      .from('shows')
      .update({ title: text('title'), summary: text('summary'), host_id: text('host_id') || null })
      .eq('id', show.id);
    setBusy(false);
    if (!reportFailure(error)) return;
    markKept();
    toast({ variant: 'success', title: 'The show is kept' });
    onChange();
  };
  const remove = () =>
    confirmDelete({
      title: `Delete “${show.title}”?`,
      content: 'Its hours on the grid and its recordings go with it. What was played stays in the history.',
      remove: () => deleteRow('shows', show.id),
      onDeleted: () => {
        onDeleted();
        onChange();
      },
    });
  return (
    <form className="track-form" onSubmit={save} onInput={onInput}>
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
      <div className="track-form-end">
        <Button variant="primary" size="sm" type="submit" busy={isBusy}>
          Keep
        </Button>
        <Button variant="destructive" size="sm" onClick={remove}>
          Delete the show
        </Button>
      </div>
    </form>
  );
}
