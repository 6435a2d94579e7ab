// The form of a room or a cancellation policy: its texts in the studio's languages, save, add, remove. Its fields are
// children.

import { clsx } from 'clsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Translations } from '#contracts/translations.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { InLanguages } from '../../languages/in-languages.tsx';
import type { TextField } from '../../languages/text-fields.ts';

type Answer = PromiseLike<{ error: { code: string } | null }>;

interface Removal {
  title: string;
  content: string;
  button: string;
  /** The error when something refers to it. */
  stillUsed: string;
}

interface CatalogueFormProps {
  table: 'rooms' | 'cancellation_policies';
  /** Null: the form adds one. */
  item: { id: string; translations: Translations } | null;
  texts: readonly TextField[];
  /** Writes the row; `text` reads one field, trimmed. */
  save(client: StudioClient, text: (name: string) => string, translations: Translations): Answer;
  /** Label of the button that adds one, and the toast that follows. */
  add: string;
  added: string;
  /** The error when there is one of this name. */
  nameTaken?: string;
  /** Absent if the item cannot be removed. */
  removal?: Removal | false | null;
  className?: string;
  onDone(): void;
  children: ReactNode;
}

export function CatalogueForm(props: CatalogueFormProps) {
  const { table, item, texts, add, added, nameTaken, removal, className, onDone, children } = props;
  const [translations, setTranslations] = useState(item?.translations ?? {});
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const text = (name: string) => String(given.get(name) ?? '').trim();
    // The browser lets a name of spaces pass.
    if (!text('name')) return;
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = await props.save(client, text, translations);
    setBusy(false);
    if (error) return reportFailure(error.code === '23505' && nameTaken ? nameTaken : error);
    toastSuccess(item ? t('dashboard.common.changes_saved') : added);
    if (!item) form.reset();
    onDone();
  };
  const remove = ({ id }: { id: string }, { title, content, button, stillUsed }: Removal) =>
    confirm({
      title,
      content,
      type: 'destructive',
      confirmText: button,
      onConfirm: async () => {
        const client = await backend();
        const { error } = await client.from(table).delete().eq('id', id);
        if (error) throw error.code === '23503' ? new Error(stillUsed) : error;
        onDone();
      },
    });
  return (
    <form className={clsx('span-form', className)} onSubmit={save}>
      <InLanguages row={item ?? {}} fields={texts} translations={translations} onChange={setTranslations}>
        {children}
      </InLanguages>
      <span className="dash-row-actions">
        <Button variant={item ? 'primary' : 'tertiary'} size="sm" type="submit" busy={isBusy}>
          {item ? t('dashboard.common.save_changes') : add}
        </Button>
        {item && removal && (
          <LinkButton onClick={() => void remove(item, removal)}>{t('dashboard.common.remove')}</LinkButton>
        )}
      </span>
    </form>
  );
}
