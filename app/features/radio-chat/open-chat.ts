// The chat that is open now, as row policies show it: the newest messages, oldest first.
import { dataOf } from '#app/backend/data-of.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

export interface ChatMessage {
  id: string;
  author_kind: 'guest' | 'member' | 'host' | 'staff';
  name: string;
  body: string;
  sent_at: string;
}

export interface OpenChat {
  id: string;
  showTitle: string | null;
  /** A host has paused the chat: listeners cannot write. */
  isPaused: boolean;
  messages: ChatMessage[];
}

const SELECT =
  'id,paused_at,show:shows(title),messages:radio_chat_messages(id,author_kind,name,body,sent_at)';
const MAX_READ = 60;
export const MAX_SHOWN = 200;

/** Null while there is no live show. */
export async function readOpenChat(client: StudioClient): Promise<OpenChat | null> {
  const data = await dataOf(
    client
      .from('radio_chats')
      .select(SELECT)
      .is('closed_at', null)
      .is('messages.removed_at', null)
      .order('opened_at', { ascending: false })
      .limit(1)
      .order('sent_at', { referencedTable: 'messages', ascending: false })
      .order('id', { referencedTable: 'messages' })
      .limit(MAX_READ, { referencedTable: 'messages' }),
  );
  const row = data[0];
  if (!row) return null;
  const { id, show, paused_at, messages } = row;
  return { id, showTitle: show?.title ?? null, isPaused: paused_at !== null, messages: messages.reverse() };
}

/** With one more message in order of time; a known message is not added twice. */
export function withMessage(chat: OpenChat, message: ChatMessage): OpenChat {
  if (chat.messages.some(({ id }) => id === message.id)) return chat;
  const later = chat.messages.findIndex(({ sent_at }) => Date.parse(sent_at) > Date.parse(message.sent_at));
  const at = later < 0 ? chat.messages.length : later;
  return { ...chat, messages: chat.messages.toSpliced(at, 0, message).slice(-MAX_SHOWN) };
}

export function withoutMessage(chat: OpenChat, removedId: string): OpenChat {
  return { ...chat, messages: chat.messages.filter(({ id }) => id !== removedId) };
}
