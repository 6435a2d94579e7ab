// Notifies when a count of the sidebar may have changed, such as open messages or failed emails. One channel for all
// listeners of the window; each listener reads the counts itself.
import { joinChannel } from './join-channel.ts';

const TOPIC = 'dashboard:counts';

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
  const notifyAll = () => {
    for (const listener of listeners) listener();
  };
  return joinChannel(notifyAll, (client, notifySoon) =>
    client
      .channel(TOPIC, { config: { private: true } })
      .on('broadcast', { event: '*' }, notifySoon)
      // Changes before connecting, or while disconnected, were missed.
      .subscribe((status) => status === 'SUBSCRIBED' && notifySoon()),
  );
}
