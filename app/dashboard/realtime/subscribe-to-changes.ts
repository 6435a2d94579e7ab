// Notifies when rows of some tables have changed; several changes at once are reported once. The row policies decide
// who is notified.
import { backend } from '#app/backend/backend.ts';
import { onSubscribed } from '#app/backend/on-subscribed.ts';

const GATHER_MS = 300;

export interface LiveTable {
  table: string;
  /** Limits it to some rows, as in "pool_id=eq.…". */
  filter?: string;
}

interface Listener {
  /** Something may have changed. Also called after (re)connecting, because earlier changes were missed. */
  onChange(): void;
  onState?(isConnected: boolean): void;
}

/** Returns a function that unsubscribes. */
export function subscribeToChanges(
  tables: readonly LiveTable[],
  { onChange, onState }: Listener,
): () => void {
  let isCancelled = false;
  let leave = () => {};
  let pending: ReturnType<typeof setTimeout> | undefined;
  const notifySoon = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      onChange();
    }, GATHER_MS);
  };
  const join = async () => {
    const client = await backend();
    // Before joining: an anonymous channel gets no changes of staff tables.
    await client.realtime.setAuth();
    if (isCancelled) return;
    const channel = client.channel(`changes:${Math.random().toString(36).slice(2)}`);
    for (const { table, filter } of tables)
      channel.on(
        'postgres_changes',
        { event: '*', schema: 'public', table, ...(filter && { filter }) },
        notifySoon,
      );
    onSubscribed(channel, notifySoon);
    channel.subscribe((status) => {
      const isConnected = status === 'SUBSCRIBED';
      if (isConnected) notifySoon();
      onState?.(isConnected);
    });
    leave = () => void client.removeChannel(channel);
  };
  join().catch(() => {});
  return () => {
    isCancelled = true;
    clearTimeout(pending);
    leave();
  };
}
