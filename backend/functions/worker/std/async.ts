// Waiting, as the standard library's async modules give it.
import { setTimeout as sleep } from 'node:timers/promises';

export function delay(ms: number, options: { signal?: AbortSignal } = {}): Promise<void> {
  return sleep(ms, undefined, options);
}

export function deadline<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  const limit = AbortSignal.timeout(ms);
  return new Promise((resolve, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason), { once: true });
    work.then(resolve, reject);
  });
}
