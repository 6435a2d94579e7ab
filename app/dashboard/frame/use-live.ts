// Reads the room again when somebody else changed what it shows; several changes at once are one reading.
// Without realtime the room is as true as when it was opened.
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';

const GATHER_MS = 300;

export interface LiveTable {
  table: string;
  /** Narrows it to some rows, as in "pool_id=eq.…". */
  filter?: string;
}

export function useLive(...tables: LiveTable[]): void {
  const { revalidate } = useRevalidator();
  const key = JSON.stringify(tables);
  useEffect(() => {
    const wanted = JSON.parse(key) as LiveTable[];
    if (wanted.length === 0) return;
    let isGone = false;
    let leave = () => {};
    let pending: ReturnType<typeof setTimeout> | undefined;
    const lookAgain = () => {
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
      const channel = client.channel(`room:${Math.random().toString(36).slice(2)}`);
      for (const { table, filter } of wanted)
        channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table, ...(filter && { filter }) },
          lookAgain,
        );
      // What happened between reading the room and hearing of its changes, or in a gap, was told to nobody here.
      channel.subscribe((status) => status === 'SUBSCRIBED' && lookAgain());
      leave = () => void client.removeChannel(channel);
    };
    subscribe().catch(() => {});
    return () => {
      isGone = true;
      clearTimeout(pending);
      leave();
    };
  }, [key, revalidate]);
}
