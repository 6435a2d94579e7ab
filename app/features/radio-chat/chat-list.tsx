// Chat messages, the newest last and widest. Scrolls to the end unless the reader has scrolled up.

import { type ReactNode, useEffect, useRef } from 'react';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import type { ChatMessage } from './open-chat.ts';

const AT_THE_END_PX = 60;

interface ChatListProps {
  messages: ChatMessage[];
  zone: string;
  /** Shown while there are no messages. */
  empty: ReactNode;
  /** Actions on a message, for hosts and staff. */
  actions?: (message: ChatMessage) => ReactNode;
}

export function ChatList({ messages, zone, empty, actions }: ChatListProps) {
  const log = useRef<HTMLDivElement>(null);
  const followsEnd = useRef(true);
  const count = messages.length;
  useEffect(() => {
    const element = log.current;
    if (element && followsEnd.current && count > 0) element.scrollTop = element.scrollHeight;
  }, [count]);
  const note = () => {
    const element = log.current;
    if (element)
      followsEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < AT_THE_END_PX;
  };
  if (count === 0) return <p className="chat-empty">{empty}</p>;
  return (
    <div
      ref={log}
      className="chat-log"
      data-slot="radio-chat"
      role="log"
      aria-label={t('shared.radio_chat.chat_messages')}
      tabIndex={0}
      onScroll={note}
    >
      <ol className="chat-list">
        {messages.map((message) => (
          <li key={message.id} data-kind={message.author_kind}>
            <time dateTime={message.sent_at}>{clockTime(new Date(message.sent_at), zone)}</time>
            <p>
              <b>{message.name}</b>
              {(message.author_kind === 'host' || message.author_kind === 'staff') && (
                <span className="chat-kind">{t(`shared.radio_chat.${message.author_kind}`)}</span>
              )}{' '}
              {message.body}
            </p>
            {actions?.(message)}
          </li>
        ))}
      </ol>
    </div>
  );
}
