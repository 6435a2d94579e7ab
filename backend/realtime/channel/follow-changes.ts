// The table changes that one channel asked for: subscribed to, and again as long as the channel lives.
import { FeedUnavailable } from '../changes/change-feed.ts';
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
  /** Says to the client how it went. */
  say(status: 'ok' | 'error', message: string): void;
}) {
  const { parts, subscriber, isClosed, say } = options;
  let retry: NodeJS.Timeout | undefined;

  /** Settles when they are subscribed to; throws when that takes too long. */
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
      else say('ok', 'Subscribed to PostgreSQL');
    } catch (error) {
      if (isClosed()) return;
      const isKnown = error instanceof BadSubscription || error instanceof FeedUnavailable;
      if (!isKnown) parts.onError('table changes could not be subscribed to', error);
      say('error', isKnown ? error.message : errors.databaseAway().message);
      // What was asked for wrongly stays wrong.
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
