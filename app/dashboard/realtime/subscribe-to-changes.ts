// Notifies when rows of some tables have changed; several changes at once are reported once. The row policies decide
// who is notified.
import { onSubscribed } from '#app/backend/on-subscribed.ts';
import { joinChannel } from './join-channel.ts';

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
  return joinChannel(onChange, (client, notifySoon) => {
    const channel = client.channel(`changes:${Math.random().toString(36).slice(2)}`);
    for (const { table, filter } of tables)
      channel.on(
        'postgres_changes',
        { event: '*', schema: 'public', table, ...(filter && { filter }) },
        notifySoon,
      );
    onSubscribed(channel, notifySoon);
    return channel.subscribe((status) => {
      const isConnected = status === 'SUBSCRIBED';
      if (isConnected) notifySoon();
      onState?.(isConnected);
    });
  });
}
