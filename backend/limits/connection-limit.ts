// Limits open connections: in total, and per sender, so that no one can take them all.
import { networkOf } from './network-of.ts';

export interface ConnectionLimit {
  /** Call the result when the connection ends; undefined when there are too many. */
  enter(address: string): (() => void) | undefined;
  readonly size: number;
}

// Behind an undeclared proxy (TRUSTED_PROXIES) everyone seems to come from this machine.
const LOOPBACK = /^(127\.|::1$|::ffff:127\.|unknown$|$)/;

export function createConnectionLimit(options: { maxPerAddress: number; maxInAll: number }): ConnectionLimit {
  const open = new Map<string, number>();
  let size = 0;
  return {
    enter(address) {
      const key = networkOf(address);
      const count = open.get(key) ?? 0;
      const isTooMany = count >= options.maxPerAddress && !LOOPBACK.test(address);
      if (size >= options.maxInAll || isTooMany) return undefined;
      open.set(key, count + 1);
      size += 1;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        size -= 1;
        const left = (open.get(key) ?? 1) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      };
    },
    get size() {
      return size;
    },
  };
}
