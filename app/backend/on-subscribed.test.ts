import type { RealtimeChannel } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import { onSubscribed } from './on-subscribed.ts';

test('a page is notified when changes begin to arrive, and after each lost connection, but of nothing else', () => {
  let say: (message: object) => void = () => undefined;
  const channel = {
    on(type: string, _filter: object, listener: (message: object) => void) {
      if (type === 'system') say = listener;
      return channel;
    },
  };
  const listener = vi.fn();
  onSubscribed(channel as unknown as RealtimeChannel, listener);
  say({ extension: 'system', status: 'ok', message: 'Replication connection established' });
  say({ extension: 'postgres_changes', status: 'error' });
  expect(listener).not.toHaveBeenCalled();
  say({ extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' });
  say({ extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' });
  expect(listener.mock.calls).toEqual([[false], [true]]);
});
