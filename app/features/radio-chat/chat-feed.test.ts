import { expect, it } from 'vitest';
import { type ChatFeed, createChatFeed } from './chat-feed.ts';
import type { ChatMessage, OpenChat } from './open-chat.ts';

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
const [first, second, third] = [message('first', 1), message('second', 2), message('third', 3)];

/** A feed whose reads are answered by the test. */
function openFeed() {
  const reads: { answer(chat: OpenChat | null): void; fail(): void }[] = [];
  let shown: OpenChat | null = null;
  const feed = createChatFeed({
    read: () =>
      new Promise((resolve, reject) => reads.push({ answer: resolve, fail: () => reject(new Error()) })),
    show: (chat) => {
      shown = chat;
    },
  });
  return { feed, reads, ids: () => shown?.messages.map(({ id }) => id) };
}

async function join(feed: ChatFeed, reads: { answer(chat: OpenChat | null): void }[], chat: OpenChat) {
  const joined = feed.refresh();
  reads.at(-1)?.answer(chat);
  await joined;
}

const removed = (messageId: string) => ({ type: 'removed', chatId: 'c', messageId }) as const;
const said = (sent: ChatMessage) => ({ type: 'said', chatId: 'c', message: sent }) as const;

it('a removed message does not come back with a page that was loaded before', async () => {
  const { feed, reads, ids } = openFeed();
  feed.load(chatOf(first));
  await join(feed, reads, chatOf(first, second));
  feed.receive(removed('first'));
  feed.load(chatOf(first, second));
  expect(ids()).toEqual(['second']);
});

it('what the channel sends while the chat is read is not lost', async () => {
  const { feed, reads, ids } = openFeed();
  feed.load(chatOf(first));
  const joined = feed.refresh();
  feed.receive(removed('first'));
  feed.receive(said(third));
  reads[0]?.answer(chatOf(first, second));
  await joined;
  expect(ids()).toEqual(['second', 'third']);
});

it('of two reads the later one counts, in whatever order they are answered', async () => {
  const { feed, reads, ids } = openFeed();
  const both = [feed.refresh(), feed.refresh()];
  reads[1]?.answer(chatOf(first, second));
  reads[0]?.answer(chatOf(first));
  await Promise.all(both);
  expect(ids()).toEqual(['first', 'second']);
});

it('without a connection the page’s data counts, until the channel is joined again', async () => {
  const { feed, reads, ids } = openFeed();
  await join(feed, reads, chatOf(first));
  feed.lose();
  feed.load(chatOf(second));
  expect(ids()).toEqual(['second']);
  await join(feed, reads, chatOf(second, third));
  feed.load(null);
  expect(ids()).toEqual(['second', 'third']);
});

it('a read that fails leaves what is shown, and the page’s data counts', async () => {
  const { feed, reads, ids } = openFeed();
  feed.load(chatOf(first));
  const joined = feed.refresh();
  reads[0]?.fail();
  await expect(joined).rejects.toThrow();
  expect(ids()).toEqual(['first']);
  feed.load(chatOf(second));
  expect(ids()).toEqual(['second']);
});

it('a closed chat is gone, and events of another chat change nothing', async () => {
  const { feed, reads, ids } = openFeed();
  await join(feed, reads, chatOf(first));
  feed.receive({ type: 'closed', chatId: 'other' });
  feed.receive({ ...said(second), chatId: 'other' });
  expect(ids()).toEqual(['first']);
  feed.receive({ type: 'closed', chatId: 'c' });
  expect(ids()).toBeUndefined();
});
