// What is checked again and again during a live show. Each returns a function that ends it.
import type { Host } from './live-session.ts';

const SOURCE_MS = 250;

/** Whether the source still sends. */
export function watchSource(options: { silentMs(): number; maxMs: number; onSilent(): void }): () => void {
  const timer = setInterval(() => {
    if (options.silentMs() > options.maxMs) options.onSilent();
  }, SOURCE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Whether the host still has access. An error, such as an unavailable database, changes nothing. */
export function watchHost(options: {
  findAgain: () => Promise<Host | undefined>;
  everyMs: number;
  onFound(host: Host | undefined): void;
}): () => void {
  let isStopped = false;
  const timer = setInterval(() => {
    options.findAgain().then(
      (host) => {
        if (!isStopped) options.onFound(host);
      },
      () => undefined,
    );
  }, options.everyMs);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
