// Shows in the terminal what the start is doing: one line per step, with its duration when it took a while, and a line
// every few seconds, so that no wait is silent. Not a logger.
import type { Progress } from '#contracts/progress.ts';

const SIGN_OF_LIFE_MS = 5000;
const WORTH_TELLING_MS = 1000;

export function createTerminalProgress(write: (text: string) => void): Progress {
  let current: { message: string; startedMs: number; timer: NodeJS.Timeout } | undefined;
  const seconds = (startedMs: number) => `${((Date.now() - startedMs) / 1000).toFixed(1)} s`;
  const finish = () => {
    const finished = current;
    if (finished) clearInterval(finished.timer);
    current = undefined;
    return finished;
  };
  return {
    step(message) {
      finish();
      write(`  ${message}\n`);
      const startedMs = Date.now();
      const timer = setInterval(() => write(`    still running (${seconds(startedMs)})\n`), SIGN_OF_LIFE_MS);
      // The timer must not keep the process alive.
      timer.unref();
      current = { message, startedMs, timer };
    },
    done(message) {
      const finished = finish();
      const isSlow = finished && Date.now() - finished.startedMs >= WORTH_TELLING_MS;
      if (message) write(`    ${message}\n`);
      else if (isSlow) write(`    done in ${seconds(finished.startedMs)}\n`);
    },
  };
}
