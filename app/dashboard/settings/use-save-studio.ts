// Keeps changes of the studio's row, unless somebody else changed it since it was read: then it says so and keeps nothing.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Database } from '#contracts/database.types.ts';

export type StudioChanges = Database['public']['Tables']['studio']['Update'];

export function useSaveStudio(updatedAt: string) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const save = async (changes: StudioChanges, done: string): Promise<boolean> => {
    setBusy(true);
    try {
      const client = await backend();
      const { data, error } = await client
        .from('studio')
        .update(changes)
        .eq('id', true)
        .eq('updated_at', updatedAt)
        .select('updated_at');
      if (error) throw error;
      if (data.length === 0) {
        toast({
          variant: 'destructive',
          title: 'Somebody else changed this meanwhile',
          description: 'Nothing of yours was kept. Look at what stands here now, then keep yours again.',
          durationMs: 15_000,
        });
        await revalidate();
        return false;
      }
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
