// Hears that a number of the desk changed: a letter came in or was answered, a mail failed or went out after all. One
// channel for everybody in the window who wants to know; which number it is now is for the listener to ask.
import { backend } from '#app/backend/backend.ts';

const TOPIC = 'desk:bell';
const GATHER_MS = 300;

type Listener = () => void;
const listeners = new Set<Listener>();
let leave: (() => void) | undefined;

/** Calls back soon after a change, once for many, and whenever the line stands again; hands back the way to stop. */
export function subscribeToCounts(listener: Listener): () => void {
  listeners.add(listener);
  leave ??= join();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    leave?.();
    leave = undefined;
  };
}

function join(): () => void {
  let isGone = false;
  let pending: ReturnType<typeof setTimeout> | undefined;
  let hangUp = () => {};
  const ring = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      for (const listener of listeners) listener();
    }, GATHER_MS);
  };
  const open = async () => {
    const client = await backend();
    await client.realtime.setAuth();
    if (isGone) return;
    const channel = client
      .channel(TOPIC, { config: { private: true } })
      .on('broadcast', { event: '*' }, ring)
      // What happened before the line stood, or while it was down, was told to nobody here.
      .subscribe((status) => status === 'SUBSCRIBED' && ring());
    hangUp = () => void client.removeChannel(channel);
  };
  // Without the line the numbers are as true as when the page was opened.
  open().catch(() => {});
  return () => {
    isGone = true;
    clearTimeout(pending);
    hangUp();
  };
}
