// A message from the contact form, as staff see it.
export type MessageState = 'open' | 'answered' | 'done' | 'spam';

export const messageStates: readonly MessageState[] = ['open', 'answered', 'done', 'spam'];
export const stateLabels = {
  open: 'dashboard.messages.message_open',
  answered: 'dashboard.messages.message_answered',
  done: 'dashboard.messages.message_done',
  spam: 'dashboard.messages.message_spam',
} as const satisfies Record<MessageState, string>;
