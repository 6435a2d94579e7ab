// Logs rejected attempts to go live without letting a stranger fill the disk: the first few of each address one by
// one, the rest as one line for each address and window. When there are too many addresses, they share one line.
import type { ConnectionEntry } from '#radio/live/live-session.ts';
import { stationText } from '#radio/station-text.ts';

export interface RejectedConnections {
  note(entry: ConnectionEntry): void;
  /** Writes the lines of windows that are over; all of them when closing. */
  flush(options?: { isClosing: boolean }): void;
}

export interface RejectedConnectionsOptions {
  write(entry: ConnectionEntry): void;
  windowMs?: number;
  maxPerAddress?: number;
  /** Lines of all addresses together in one window. */
  maxInAll?: number;
  now?: () => number;
}

interface Window {
  startedMs: number;
  written: number;
  /** The last one that was not written. */
  left: ConnectionEntry | undefined;
  leftCount: number;
}

type SummaryCode = 'attempts_from_this_address' | 'attempts_from_other_addresses';

const MAX_ADDRESSES = 1000;

export function createRejectedConnections(options: RejectedConnectionsOptions): RejectedConnections {
  const { write, windowMs = 600_000, maxPerAddress = 10, maxInAll = 200, now = Date.now } = options;
  const windows = new Map<string, Window>();
  const newWindow = (): Window => ({ startedMs: now(), written: 0, left: undefined, leftCount: 0 });
  let all = newWindow();

  function summarize({ left, leftCount }: Window, code: SummaryCode): void {
    if (!left) return;
    const minutes = Math.max(1, Math.round(windowMs / 60_000));
    write({ ...left, reason: stationText(code, { count: leftCount, minutes, reason: left.reason }) });
  }

  function flush({ isClosing = false } = {}): void {
    const isOver = ({ startedMs }: Window) => isClosing || now() - startedMs >= windowMs;
    for (const [key, window] of windows) {
      if (!isOver(window)) continue;
      windows.delete(key);
      summarize(window, 'attempts_from_this_address');
    }
    if (!isOver(all)) return;
    summarize(all, 'attempts_from_other_addresses');
    all = newWindow();
  }

  return {
    note(entry) {
      flush();
      const key = `${entry.address} ${entry.userId ?? ''}`;
      const known = windows.get(key);
      const isCrowded = all.written >= maxInAll || (!known && windows.size >= MAX_ADDRESSES);
      if (isCrowded && !known) {
        all.left = { ...entry, address: '', client: '', userId: null };
        all.leftCount += 1;
        return;
      }
      const window = known ?? newWindow();
      windows.set(key, window);
      if (window.written < maxPerAddress && !isCrowded) {
        window.written += 1;
        all.written += 1;
        write(entry);
        return;
      }
      window.left = entry;
      window.leftCount += 1;
    },
    flush,
  };
}
