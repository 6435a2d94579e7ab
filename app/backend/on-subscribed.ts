// Calls back when table changes begin to arrive on a channel: at first, and after every lost connection. Earlier
// changes are not delivered, and a joined channel may still be waiting for its changes.
import type { RealtimeChannel } from '@supabase/supabase-js';

interface SystemMessage {
  extension?: string;
  status?: string;
}

export function onSubscribed(channel: RealtimeChannel, listener: (isAgain: boolean) => void): void {
  let isAgain = false;
  channel.on('system', {}, ({ extension, status }: SystemMessage) => {
    if (extension !== 'postgres_changes' || status !== 'ok') return;
    listener(isAgain);
    isAgain = true;
  });
}
