// The table changes that one channel requested: subscribed to, and again as long as the channel is open.
import { FeedUnavailable } from '../changes/feed-failure.ts';
import { BadSubscription, type ChangeRequest, type Subscriber } from '../changes/subscriptions.ts';
import { errors } from '../errors.ts';
import type { ChannelParts } from './channel-parts.ts';

export interface WantedChange {
  id: number;
  request: ChangeRequest;
}

const retryMs = 5_000;

export function createChangesFollower(options: {
  parts: ChannelParts;
  subscriber: Subscriber;
  isClosed(): boolean;
  /** Reports the result to the client. */
  report(status: 'ok' | 'error', message: string): void;
}) {
  const { parts, subscriber, isClosed, report } = options;
  let retry: NodeJS.Timeout | undefined;

  /** Resolves when subscribed; throws when that takes too long. */
  async function wait(wanted: WantedChange[], waitMs: number): Promise<void> {
    const deadline = Date.now() + waitMs;
    for (;;) {
      try {
        await parts.changes.subscribe(subscriber, wanted);
        return;
      } catch (error) {
        if (error instanceof BadSubscription) throw errors.changesUnavailable(error.message);
        if (Date.now() >= deadline || isClosed()) throw errors.changesTimeout(waitMs);
        await new Promise((resolve) => setTimeout(resolve, 500).unref());
      }
    }
  }

  async function follow(wanted: WantedChange[]): Promise<void> {
    clearTimeout(retry);
    try {
      await parts.changes.subscribe(subscriber, wanted);
      if (isClosed()) parts.changes.unsubscribe(subscriber);
      else report('ok', 'Subscribed to PostgreSQL');
    } catch (error) {
      if (isClosed()) return;
      const isKnown = error instanceof BadSubscription || error instanceof FeedUnavailable;
      if (!isKnown) parts.onError('table changes could not be subscribed to', error);
      report('error', isKnown ? error.message : errors.databaseAway().message);
      // An invalid request stays invalid.
      if (error instanceof BadSubscription) return;
      retry = setTimeout(() => void follow(wanted), retryMs).unref();
    }
  }

  return {
    wait,
    follow,
    stop() {
      clearTimeout(retry);
      parts.changes.unsubscribe(subscriber);
    },
  };
}
