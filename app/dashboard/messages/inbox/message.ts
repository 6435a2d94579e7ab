// A message from the contact form, as staff see it.
export type MessageState = 'open' | 'answered' | 'done' | 'spam';

export interface ListedMessage {
  id: string;
  name: string;
  email: string;
  opening: string;
  received_at: string;
  state: MessageState;
  assigned_name: string | null;
  replies: number;
}

export interface MessageEntry {
  id: number;
  at: string;
  kind: 'reply' | 'note' | 'state' | 'assigned';
  body: string;
  by: string | null;
  mail_id: string | null;
  mail_state: 'waiting' | 'sent' | 'failed' | null;
  mail_error: string | null;
}

export interface FullMessage {
  id: string;
  name: string;
  email: string;
  message: string;
  received_at: string;
  state: MessageState;
  assigned_to: string | null;
  entries: MessageEntry[];
  staff: { id: string; name: string }[];
  orders: { id: string; number: string; created_at: string }[];
}

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
