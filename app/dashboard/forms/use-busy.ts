import { useRef, useState } from 'react';

/** One piece of work at a time, and whether it is running: for the busy state of the button that began it. */
export function useBusy(): [isBusy: boolean, run: (work: () => Promise<unknown>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  // Not the state: a second press may come before it is on the screen.
  const isRunning = useRef(false);
  const run = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return [isBusy, run];
}
