// A message from the contact form, as staff see it.
export type MessageState = 'open' | 'answered' | 'done' | 'spam';

export const messageStates: readonly MessageState[] = ['open', 'answered', 'done', 'spam'];
