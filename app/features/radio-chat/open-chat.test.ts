import { expect, it } from 'vitest';
import { type ChatMessage, MAX_SHOWN, type OpenChat, withMessage, withoutMessage } from './open-chat.ts';

const message = (id: string, minute: number): ChatMessage => ({
  id,
  author_kind: 'guest',
  name: 'Rui',
  body: id,
  sent_at: new Date(Date.UTC(2026, 10, 15, 12, minute)).toISOString(),
});
const chatOf = (...messages: ChatMessage[]): OpenChat => ({
  id: 'c',
  showTitle: null,
  isPaused: false,
  messages,
});
const ids = ({ messages }: OpenChat) => messages.map(({ id }) => id);

it('a message is listed by its time, however late it arrives, and once, however often', () => {
  const chat = chatOf(message('a', 1), message('c', 3));
  expect(ids(withMessage(chat, message('b', 2)))).toEqual(['a', 'b', 'c']);
  expect(ids(withMessage(chat, message('d', 4)))).toEqual(['a', 'c', 'd']);
  expect(ids(withMessage(chat, message('c', 9)))).toEqual(['a', 'c']);
});

it('what was taken out is gone; of a long evening the newest stay', () => {
  expect(ids(withoutMessage(chatOf(message('a', 1), message('b', 2)), 'a'))).toEqual(['b']);
  const full = chatOf(...Array.from({ length: MAX_SHOWN }, (_, i) => message(String(i), i)));
  const more = withMessage(full, message('new', 500));
  expect(more.messages).toHaveLength(MAX_SHOWN);
  expect(ids(more)).toEqual([...ids(full).slice(1), 'new']);
});
