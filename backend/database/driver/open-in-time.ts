// Opens a connection within a time limit. A server that hangs up may be starting or stopping: it is tried again until then.
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionLost } from '../wire/open-socket.ts';
import { DriverError } from './driver-error.ts';
import type { Session } from './open-session.ts';

/** `opening` can be aborted by others, too. */
export async function openInTime(
  open: (signal: AbortSignal) => Promise<Session>,
  limitMs: number,
  opening: AbortController,
): Promise<Session> {
  const { signal } = opening;
  const timer = setTimeout(() => opening.abort(new DriverError('CONNECT_TIMEOUT')), limitMs);
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        const session = await open(signal);
        if (!signal.aborted) return session;
        session.destroy();
      } catch (error) {
        if (!signal.aborted && !isHangUp(error)) throw error;
      }
      await sleep(pauseMs(tries), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw signal.reason;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** How long to wait before a connection is tried again. */
export function pauseMs(tries: number): number {
  return Math.min(20 * 2 ** tries, 1000);
}

function isHangUp(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
