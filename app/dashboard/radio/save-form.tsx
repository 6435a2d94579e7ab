// The form of a playlist or show: saves changes, asks before deleting. Its fields are children.

import { clsx } from 'clsx';
import type { FormEvent, ReactNode } from 'react';
import { backend } from '#app/backend/backend.ts';
import { Button } from '#app/ui/button.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { useBusy } from '../forms/use-busy.ts';
import { useFormGuard } from '../forms/use-unsaved-guard.ts';
import { confirmDelete, deleteRow } from './confirm-delete.ts';
import { FormEnd } from './form-end.tsx';

interface SaveFormProps {
  table: 'radio_playlists' | 'shows';
  id: string;
  /** The row to save, from the form's fields; `text` reads one trimmed. */
  read(text: (name: string) => string, form: FormData): object;
  /** Runs after saving, with the form's fields; an error is shown. */
  afterwards?(
    text: (name: string) => string,
    client: StudioClient,
  ): Promise<Parameters<typeof reportFailure>[0]>;
  /** Title of the toast after saving. */
  saved: string;
  deletion: { button: string; title: string; content: string };
  onChange(): void;
  onDeleted(): void;
  className?: string;
  children: ReactNode;
}

export function SaveForm(props: SaveFormProps) {
  const { table, id, read, afterwards, saved, deletion, onChange, onDeleted, className, children } = props;
  const [isBusy, run] = useBusy();
  const { onInput, markSaved } = useFormGuard();
  const save = async (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const row = read(text, form);
    const client = await backend();
    const { error } = await client.from(table).update(row).eq('id', id);
    if (!reportFailure(error ?? (await afterwards?.(text, client)) ?? null)) return;
    markSaved();
    toastSuccess(saved);
    onChange();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void run(() => save(form));
  };
  const remove = () =>
    confirmDelete({
      title: deletion.title,
      content: deletion.content,
      remove: () => deleteRow(table, id),
      onDeleted: () => {
        onDeleted();
        onChange();
      },
    });
  return (
    <form className={clsx('track-form', className)} onSubmit={submit} onInput={onInput}>
      {children}
      <FormEnd isBusy={isBusy}>
        <Button variant="destructive" size="sm" onClick={remove}>
          {deletion.button}
        </Button>
      </FormEnd>
    </form>
  );
}
