// Reads the room anew as soon as somebody else changes what it shows. Several changes at once are one reading.
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';

const GATHER_MS = 300;

export interface LiveTable {
  table: string;
  filter?: string;
}

export function useLiveTables(tables: LiveTable[]): void {
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
    const join = async () => {
      const client = await backend();
      await client.realtime.setAuth();
      if (isGone) return;
      const channel = client.channel(`programme:${Math.random().toString(36).slice(2)}`);
      for (const { table, filter } of wanted)
        channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table, ...(filter && { filter }) },
          lookAgain,
        );
      channel.subscribe();
      leave = () => void client.removeChannel(channel);
    };
    // Without the channel the room is as true as when it was opened.
    join().catch(() => {});
    return () => {
      isGone = true;
      clearTimeout(pending);
      leave();
    };
  }, [key, revalidate]);
}
