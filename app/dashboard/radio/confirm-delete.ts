import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { confirm } from '#app/ui/confirm/confirm-store.ts';

type Table = 'radio_playlists' | 'shows' | 'radio_episodes';

interface Deletion {
  /** "Delete “Harbour”?" */
  title: string;
  /** What else is deleted, and what is not. */
  content: string;
  remove(): Promise<unknown>;
  onDeleted(): void;
}

/** Asks for confirmation, deletes, and shows an error in the dialog. */
export function confirmDelete({ title, content, remove, onDeleted }: Deletion) {
  return confirm({
    title,
    content,
    type: 'destructive',
    confirmText: t('dashboard.common.delete'),
    onConfirm: async () => {
      await remove();
      onDeleted();
    },
  });
}

export async function deleteRow(table: Table, id: string): Promise<void> {
  const client = await backend();
  await dataOf(client.from(table).delete().eq('id', id));
}
