// Reads the room again when somebody else changed what it shows. Without realtime the room is as true as when opened.
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';

const GATHER_MS = 300;

/** `filter` narrows it to some rows, as in "pool_id=eq.…". */
export function useLive(table: string, filter?: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let isGone = false;
    let leave = () => {};
    let pending: ReturnType<typeof setTimeout> | undefined;
    const lookAgain = () => {
      // Many rows may change at once: the room asks once for all of them.
      pending ??= setTimeout(() => {
        pending = undefined;
        void revalidate();
      }, GATHER_MS);
    };
    const subscribe = async () => {
      const client = await backend();
      // Said before joining: a channel that joins as nobody is told nothing of the desk's tables.
      await client.realtime.setAuth();
      if (isGone) return;
      const channel = client
        .channel(`desk:${table}:${Math.random().toString(36).slice(2)}`)
        .on('postgres_changes', { event: '*', schema: 'public', table, ...(filter && { filter }) }, lookAgain)
        // What happened between reading the room and hearing of its changes, or in a gap, was told to nobody here.
        .subscribe((status) => status === 'SUBSCRIBED' && lookAgain());
      leave = () => void client.removeChannel(channel);
    };
    subscribe().catch(() => {});
    return () => {
      isGone = true;
      clearTimeout(pending);
      leave();
    };
  }, [table, filter, revalidate]);
}
