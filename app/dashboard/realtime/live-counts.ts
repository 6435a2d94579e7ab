// Notifies when a count of the sidebar may have changed, such as open messages or failed emails. One channel for all
// listeners of the window; each listener reads the counts itself.
import { backend } from '#app/backend/backend.ts';

const TOPIC = 'dashboard:counts';
const GATHER_MS = 300;

type Listener = () => void;
const listeners = new Set<Listener>();
let disconnect: (() => void) | undefined;

/** Calls back soon after changes, once for several, and after reconnecting. Returns a function that unsubscribes. */
export function subscribeToCounts(listener: Listener): () => void {
  listeners.add(listener);
  disconnect ??= connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    disconnect?.();
    disconnect = undefined;
  };
}

function connect(): () => void {
  let isCancelled = false;
  let pending: ReturnType<typeof setTimeout> | undefined;
  let removeChannel = () => {};
  const notifySoon = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      for (const listener of listeners) listener();
    }, GATHER_MS);
  };
  const open = async () => {
    const client = await backend();
    await client.realtime.setAuth();
    if (isCancelled) return;
    const channel = client
      .channel(TOPIC, { config: { private: true } })
      .on('broadcast', { event: '*' }, notifySoon)
      // Changes before connecting, or while disconnected, were missed.
      .subscribe((status) => status === 'SUBSCRIBED' && notifySoon());
    removeChannel = () => void client.removeChannel(channel);
  };
  // Without realtime the counts stay as they were loaded.
  open().catch(() => {});
  return () => {
    isCancelled = true;
    clearTimeout(pending);
    removeChannel();
  };
}
