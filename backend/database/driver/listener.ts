// Listens to notifications on a connection of its own, and listens again after each lost one.
import { setTimeout as sleep } from 'node:timers/promises';
import { DriverError } from './driver-error.ts';
import { pauseMs } from './open-in-time.ts';
import type { Session } from './open-session.ts';
import { runText } from './transaction.ts';

interface Subscription {
  channel: string;
  onNotification(payload: string): void;
  onListen?(): void;
}

export interface Listener {
  listen(subscription: Subscription): Promise<{ unlisten(): Promise<void> }>;
  end(): Promise<void>;
}

type OpenListening = (
  onNotification: (channel: string, payload: string) => void,
  opening: AbortController,
) => Promise<Session>;

export function createListener(open: OpenListening): Listener {
  const subscriptions = new Set<Subscription>();
  const ending = new AbortController();
  let opening: Promise<Session> | undefined;
  let attempt: AbortController | undefined;

  function receive(channel: string, payload: string): void {
    for (const one of [...subscriptions]) if (one.channel === channel) one.onNotification(payload);
  }

  /** The connection, opened if there is none; who asks meanwhile shares it. */
  function connect(): Promise<Session> {
    if (opening) return opening;
    attempt = new AbortController();
    const own = open(receive, attempt).then((session) => {
      session.onClosed(() => {
        opening = undefined;
        void listenAgain();
      });
      return session;
    });
    own.catch(() => {
      opening = undefined;
    });
    opening = own;
    return own;
  }

  async function listenAgain(): Promise<void> {
    for (let tries = 0; subscriptions.size > 0 && !ending.signal.aborted; tries += 1) {
      try {
        const session = await connect();
        const again = [...subscriptions];
        for (const channel of new Set(again.map((one) => one.channel))) await start(session, channel);
        for (const one of again) if (subscriptions.has(one)) one.onListen?.();
        return;
      } catch {
        // Closed while it was listening again: its own end has started the next round.
        if (opening) return;
        await sleep(pauseMs(tries), undefined, { ref: false, signal: ending.signal }).catch(() => undefined);
      }
    }
  }

  return {
    async listen(subscription) {
      if (ending.signal.aborted) throw new DriverError('CONNECTION_ENDED');
      const session = await connect();
      await start(session, subscription.channel);
      // From here on it is listened to again after a lost connection.
      subscriptions.add(subscription);
      subscription.onListen?.();
      return {
        async unlisten() {
          if (!subscriptions.delete(subscription)) return;
          const isUsed = [...subscriptions].some(({ channel }) => channel === subscription.channel);
          if (isUsed || !opening) return;
          await runText(await opening, `unlisten ${quote(subscription.channel)}`);
        },
      };
    },
    async end() {
      ending.abort();
      attempt?.abort(new DriverError('CONNECTION_ENDED'));
      await opening?.then(
        (session) => session.end(),
        () => undefined,
      );
    },
  };
}

async function start(session: Session, channel: string): Promise<void> {
  await runText(session, `listen ${quote(channel)}`);
}

function quote(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`;
}
