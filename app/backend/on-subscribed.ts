// Says when table changes begin to arrive on a channel: at first, and again after every lost connection. What was
// committed before that is told to nobody, and a channel that is joined may still wait for its changes.
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
