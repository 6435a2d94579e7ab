// Regularly rechecks whether the live host still may be. An error, such as an unavailable database, changes nothing.
import type { Host } from './live-session.ts';

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
