// Saves changes of the studio's settings. If someone else changed them meanwhile, it asks first and keeps what was
// typed.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { questionText, t } from '#app/language/messages.ts';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { Database } from '#contracts/database.types.ts';

export type StudioChanges = Database['public']['Tables']['studio']['Update'];

export function useSaveStudio(updatedAt: string) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  /** `showSaved` shows the page with what was saved: by default its data is loaded again. */
  const save = async (
    changes: StudioChanges,
    done: string,
    showSaved: () => Promise<void> = revalidate,
  ): Promise<boolean> => {
    setBusy(true);
    try {
      if (!(await update(changes, updatedAt)) && !(await replaceTheirs(changes))) return false;
      toastSuccess(done, t('dashboard.settings.the_public_pages_show_them_now'));
      await showSaved();
      return true;
    } catch (reason) {
      toastError(t('dashboard.settings.changes_not_saved'), describeReason(reason));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { save, isBusy };
}

/** False if the row has changed since it was loaded. */
async function update(changes: StudioChanges, updatedAt: string): Promise<boolean> {
  const client = await backend();
  const data = await dataOf(
    client.from('studio').update(changes).eq('id', true).eq('updated_at', updatedAt).select('updated_at'),
  );
  return data.length > 0;
}

async function replaceTheirs(changes: StudioChanges): Promise<boolean> {
  const client = await backend();
  const data = await dataOf(client.from('studio').select('updated_at').single());
  const isWanted = await confirm({
    ...questionText('dashboard.settings.save_mine'),
    cancelText: t('dashboard.common.cancel'),
  });
  if (!isWanted) return false;
  if (await update(changes, data.updated_at)) return true;
  throw new Error(t('dashboard.settings.changed_again'));
}
