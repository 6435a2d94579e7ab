// A message from the contact form, as staff see it.
import { t } from '#app/language/messages.ts';
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
  if (kind === 'assigned')
    return body === 'nobody'
      ? t('dashboard.messages.removed_the_assignment')
      : t('dashboard.messages.assigned_it_to_body', { body });
  if (kind === 'state')
    return body === 'open'
      ? t('dashboard.messages.reopened_it')
      : t('dashboard.messages.marked_it_as_body', { body });
  return kind === 'reply' ? 'replied' : t('dashboard.messages.added_a_note');
}
