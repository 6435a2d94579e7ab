// Subscribes to the radio's chat while it is wanted: new and removed messages, opening and closing. The database sends
// them on a private channel that only it can write to.
import type { RealtimeChannel } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { createChatFeed } from './chat-feed.ts';
import { type ChatMessage, type OpenChat, readOpenChat } from './open-chat.ts';

const TOPIC = 'radio:chat';

/** `isWanted` avoids open connections of visitors while there is no live show. */
export function useRadioChat(
  initial: OpenChat | null,
  { isWanted }: { isWanted: boolean },
): { chat: OpenChat | null } {
  const [chat, setChat] = useState(initial);
  const [feed] = useState(() => createChatFeed({ read: () => backend().then(readOpenChat), show: setChat }));
  useEffect(() => feed.load(initial), [feed, initial]);
  useEffect(() => {
    if (!isWanted) return;
    let isCancelled = false;
    let leave = () => {};
    const follow = async () => {
      const client = await backend();
      await client.realtime.setAuth();
      if (isCancelled) return;
      // What cannot be read now is read when the channel is joined again or the page is reloaded.
      const read = () => void feed.refresh().catch(() => {});
      const channel: RealtimeChannel = client
        .channel(TOPIC, { config: { private: true } })
        .on('broadcast', { event: 'said' }, ({ payload }) =>
          feed.receive({
            type: 'said',
            chatId: String(payload.chat_id),
            message: payload as ChatMessage,
          }),
        )
        .on('broadcast', { event: 'removed' }, ({ payload }) =>
          feed.receive({
            type: 'removed',
            chatId: String(payload.chat_id),
            messageId: String(payload.id),
          }),
        )
        .on('broadcast', { event: 'paused' }, ({ payload }) =>
          feed.receive({
            type: 'paused',
            chatId: String(payload.id),
            isPaused: payload.is_paused === true,
          }),
        )
        .on('broadcast', { event: 'opened' }, read)
        .on('broadcast', { event: 'closed' }, ({ payload }) =>
          feed.receive({ type: 'closed', chatId: String(payload.id) }),
        )
        .subscribe((state) => (state === 'SUBSCRIBED' ? read() : feed.lose()));
      leave = () => void client.removeChannel(channel);
    };
    follow().catch(() => {});
    return () => {
      isCancelled = true;
      feed.lose();
      leave();
    };
  }, [feed, isWanted]);
  return { chat };
}
