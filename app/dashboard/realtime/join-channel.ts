// A realtime channel with the rights of the person who is signed in, and changes that are reported once for several.
import type { RealtimeChannel } from '@supabase/supabase-js';
import { backend } from '#app/backend/backend.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

const GATHER_MS = 300;

/** Returns a function that leaves the channel. Without realtime nothing is reported. */
export function joinChannel(
  onChange: () => void,
  open: (client: StudioClient, notifySoon: () => void) => RealtimeChannel,
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
    const channel = open(client, notifySoon);
    leave = () => void client.removeChannel(channel);
  };
  join().catch(() => {});
  return () => {
    isCancelled = true;
    clearTimeout(pending);
    leave();
  };
}
