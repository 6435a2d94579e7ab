// Subscribes to the radio's chat while it is wanted: new and removed messages, opening and closing. The database sends
// them on a private channel that only it can write to.
import type { RealtimeChannel } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { type ChatMessage, type OpenChat, readOpenChat, withMessage, withoutMessage } from './open-chat.ts';

const TOPIC = 'radio:chat';

/** `isWanted` avoids open connections of visitors while there is no live show. */
export function useRadioChat(
  initial: OpenChat | null,
  { isWanted }: { isWanted: boolean },
): { chat: OpenChat | null; look(): void } {
  const [chat, setChat] = useState(initial);
  useEffect(() => setChat(initial), [initial]);
  useEffect(() => {
    if (!isWanted) return;
    let isCancelled = false;
    let leave = () => {};
    const follow = async () => {
      const client = await backend();
      await client.realtime.setAuth();
      if (isCancelled) return;
      const read = () =>
        void readOpenChat(client).then(
          (found) => !isCancelled && setChat(found),
          () => {},
        );
      const change = (id: string, next: (open: OpenChat) => OpenChat) =>
        setChat((open) => (open?.id === id ? next(open) : open));
      const channel: RealtimeChannel = client
        .channel(TOPIC, { config: { private: true } })
        .on('broadcast', { event: 'said' }, ({ payload }) =>
          change(String(payload.chat_id), (open) => withMessage(open, payload as ChatMessage)),
        )
        .on('broadcast', { event: 'removed' }, ({ payload }) =>
          change(String(payload.chat_id), (open) => withoutMessage(open, String(payload.id))),
        )
        .on('broadcast', { event: 'paused' }, ({ payload }) =>
          change(String(payload.id), (open) => ({ ...open, isPaused: payload.is_paused === true })),
        )
        .on('broadcast', { event: 'opened' }, read)
        .on('broadcast', { event: 'closed' }, ({ payload }) =>
          setChat((open) => (open?.id === payload.id ? null : open)),
        )
        // Messages from before the subscription, or from a lost connection, are read again.
        .subscribe((state) => state === 'SUBSCRIBED' && read());
      leave = () => void client.removeChannel(channel);
    };
    follow().catch(() => {});
    return () => {
      isCancelled = true;
      leave();
    };
  }, [isWanted]);
  const look = () =>
    void backend()
      .then(readOpenChat)
      .then(setChat, () => {});
  return { chat, look };
}
