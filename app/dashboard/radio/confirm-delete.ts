import { backend } from '#app/backend/backend.ts';
import { confirm } from '#app/ui/confirm/confirm-store.ts';

type Table = 'radio_playlists' | 'shows' | 'radio_episodes';

interface Deletion {
  /** With its name in it: "Delete “Harbour”?" */
  title: string;
  /** What goes with it, and what stays. */
  content: string;
  remove(): Promise<unknown>;
  onDeleted(): void;
}

/** Asks first, deletes, and says in the dialog why it did not work. */
export function confirmDelete({ title, content, remove, onDeleted }: Deletion) {
  return confirm({
    title,
    content,
    type: 'destructive',
    confirmText: 'Delete it',
    onConfirm: async () => {
      await remove();
      onDeleted();
    },
  });
}

export async function deleteRow(table: Table, id: string): Promise<void> {
  const client = await backend();
  const { error } = await client.from(table).delete().eq('id', id);
  if (error) throw error;
}
