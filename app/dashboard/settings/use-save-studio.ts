// Keeps changes of the studio's row. When somebody else changed it since it was read it asks first, and what was typed
// stays where it is.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Database } from '#contracts/database.types.ts';

export type StudioChanges = Database['public']['Tables']['studio']['Update'];

export function useSaveStudio(updatedAt: string) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const save = async (changes: StudioChanges, done: string): Promise<boolean> => {
    setBusy(true);
    try {
      if (!(await update(changes, updatedAt)) && !(await replaceTheirs(changes))) return false;
      toast({ variant: 'success', title: done, description: 'It is on the public pages now.' });
      await revalidate();
      return true;
    } catch (reason) {
      toast({ variant: 'destructive', title: 'That was not kept', description: describeReason(reason) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { save, isBusy };
}

/** False when the row is not as it was then. */
async function update(changes: StudioChanges, updatedAt: string): Promise<boolean> {
  const client = await backend();
  const { data, error } = await client
    .from('studio')
    .update(changes)
    .eq('id', true)
    .eq('updated_at', updatedAt)
    .select('updated_at');
  if (error) throw error;
  return data.length > 0;
}

async function replaceTheirs(changes: StudioChanges): Promise<boolean> {
  const client = await backend();
  const { data, error } = await client.from('studio').select('updated_at').single<{ updated_at: string }>();
  if (error) throw error;
  const isWanted = await confirm({
    title: 'Somebody else changed this meanwhile',
    content:
      'What you typed is still here. Keeping it replaces theirs; to see theirs first, open the settings in another tab.',
    confirmText: 'Keep mine',
    cancelText: 'Not now',
  });
  if (!isWanted) return false;
  if (await update(changes, data.updated_at)) return true;
  throw new Error('It was changed once more. Keep yours again.');
}
