// A message from the contact form, as staff see it.
import type { MessageEntry } from '#contracts/messages.ts';
export type MessageState = 'open' | 'answered' | 'done' | 'spam';

export const messageStates: readonly MessageState[] = ['open', 'answered', 'done', 'spam'];
export const stateLabels: Record<MessageState, string> = {
  open: 'Open',
  answered: 'Answered',
  done: 'Done',
  spam: 'Spam',
};

/** A history entry as a sentence without its subject. */
export function formatEntry({ kind, body }: Pick<MessageEntry, 'kind' | 'body'>): string {
  if (kind === 'assigned') return body === 'nobody' ? 'removed the assignment' : `assigned it to ${body}`;
  if (kind === 'state') return body === 'open' ? 'reopened it' : `marked it as ${body}`;
  return kind === 'reply' ? 'replied' : 'added a note';
}
