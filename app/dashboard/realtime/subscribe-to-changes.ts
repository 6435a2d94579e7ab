// Tells when rows of some tables have changed; several changes at once are told once. Whoever may not see a change is
// not told of it. Without realtime nothing is told, and what is on the screen is as true as when it was read.
import { backend } from '#app/backend/backend.ts';
import { whenFollowing } from '#app/backend/when-following.ts';

const GATHER_MS = 300;

export interface LiveTable {
  table: string;
  /** Narrows it to some rows, as in "pool_id=eq.…". */
  filter?: string;
}

interface Listener {
  /** Something may have changed. Also when hearing begins, again too: what happened before was told to nobody here. */
  onChange(): void;
  onState?(isHearing: boolean): void;
}

/** Begins to listen, and answers how to end it. */
export function subscribeToChanges(
  tables: readonly LiveTable[],
  { onChange, onState }: Listener,
): () => void {
  let isGone = false;
  let leave = () => {};
  let pending: ReturnType<typeof setTimeout> | undefined;
  const tellSoon = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      onChange();
    }, GATHER_MS);
  };
  const join = async () => {
    const client = await backend();
    // Said before joining: a channel that joins as nobody is told nothing of the desk's tables.
    await client.realtime.setAuth();
    if (isGone) return;
    const channel = client.channel(`room:${Math.random().toString(36).slice(2)}`);
    for (const { table, filter } of tables)
      channel.on(
        'postgres_changes',
        { event: '*', schema: 'public', table, ...(filter && { filter }) },
        tellSoon,
      );
    whenFollowing(channel, tellSoon);
    channel.subscribe((status) => {
      const isHearing = status === 'SUBSCRIBED';
      if (isHearing) tellSoon();
      onState?.(isHearing);
    });
    leave = () => void client.removeChannel(channel);
  };
  join().catch(() => {});
  return () => {
    isGone = true;
    clearTimeout(pending);
    leave();
  };
}
