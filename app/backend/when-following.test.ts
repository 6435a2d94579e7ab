import type { RealtimeChannel } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import { whenFollowing } from './when-following.ts';

test('a page hears when changes begin to arrive, and again after each lost connection, but of nothing else', () => {
  let say: (message: object) => void = () => undefined;
  const channel = {
    on(type: string, _filter: object, listener: (message: object) => void) {
      if (type === 'system') say = listener;
      return channel;
    },
  };
  const tell = vi.fn();
  whenFollowing(channel as unknown as RealtimeChannel, tell);
  say({ extension: 'system', status: 'ok', message: 'Replication connection established' });
  say({ extension: 'postgres_changes', status: 'error' });
  expect(tell).not.toHaveBeenCalled();
  say({ extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' });
  say({ extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' });
  expect(tell.mock.calls).toEqual([[false], [true]]);
});
