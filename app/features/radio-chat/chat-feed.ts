// Keeps the open chat current: from the page's data until its channel has been joined, from then on from the channel.
// What is read may be older than what the channel sent meanwhile, so those events are applied to it once more. Knows
// neither React nor the network.
import { type ChatMessage, type OpenChat, withMessage, withoutMessage } from './open-chat.ts';

type ChatEvent =
  | { type: 'said'; chatId: string; message: ChatMessage }
  | { type: 'removed'; chatId: string; messageId: string }
  | { type: 'paused'; chatId: string; isPaused: boolean }
  | { type: 'closed'; chatId: string };

export interface ChatFeed {
  /** The page was loaded, perhaps again. */
  load(chat: OpenChat | null): void;
  /** The channel was joined, also after a lost connection, or a chat was opened: what came before is read. */
  refresh(): Promise<void>;
  /** The channel was lost: until it is joined again, the page's data may be newer. */
  lose(): void;
  receive(event: ChatEvent): void;
}

export function createChatFeed(options: {
  read(): Promise<OpenChat | null>;
  show(chat: OpenChat | null): void;
}): ChatFeed {
  let chat: OpenChat | null = null;
  let isCurrent = false;
  let reads = 0;
  /** While a read is under way. */
  let sinceRead: ChatEvent[] | undefined;

  const show = (next: OpenChat | null) => {
    chat = next;
    options.show(next);
  };

  return {
    load(loaded) {
      if (!isCurrent) show(loaded);
    },
    async refresh() {
      const mine = ++reads;
      const events: ChatEvent[] = [];
      sinceRead = events;
      const found = await options.read();
      if (mine !== reads) return;
      sinceRead = undefined;
      isCurrent = true;
      show(events.reduce(apply, found));
    },
    lose() {
      // A read that is under way says nothing about what comes after it.
      reads++;
      isCurrent = false;
    },
    receive(event) {
      sinceRead?.push(event);
      show(apply(chat, event));
    },
  };
}

function apply(chat: OpenChat | null, event: ChatEvent): OpenChat | null {
  if (chat?.id !== event.chatId) return chat;
  switch (event.type) {
    case 'said':
      return withMessage(chat, event.message);
    case 'removed':
      return withoutMessage(chat, event.messageId);
    case 'paused':
      return { ...chat, isPaused: event.isPaused };
    case 'closed':
      return null;
  }
}
