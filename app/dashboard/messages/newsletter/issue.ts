// A newsletter issue as staff see it.
import { t } from '#app/language/messages.ts';
export type IssueState = 'draft' | 'sending' | 'sent' | 'stopped';
export type BlockKind = 'heading' | 'text' | 'quote' | 'link';

export interface Block {
  kind: BlockKind;
  text: string;
  url?: string;
}

export interface Issue {
  id: string;
  subject: string;
  blocks: Block[];
  state: IssueState;
  version: number;
  created_at: string;
  changed_at: string;
  sent_at: string | null;
  readers: number;
}

export const issueLabels: Record<IssueState, string> = {
  draft: 'Draft',
  sending: 'Sending',
  sent: 'Sent',
  stopped: 'Stopped',
};
export const blockLabels: Record<BlockKind, string> = {
  heading: 'Heading',
  text: 'Text',
  quote: 'Quote',
  link: 'Link',
};

/** "1 subscriber, 2 more have not confirmed yet." */
export function formatAudience(readers: number, pending: number): string {
  const audience = readers === 0 ? t('dashboard.messages.no_subscribers_yet') : formatSubscribers(readers);
  if (pending === 0) return `${audience}.`;
  return t('dashboard.messages.audience_pending_more_have_not', {
    audience,
    pending: pending.toLocaleString('en-GB'),
    pending2: pending,
  });
}

/** What happens when sending is stopped. */
export function formatStop(queued: number): string {
  return t('dashboard.messages.subscribers_have_not_been_emailed_yet', {
    subscribers: formatSubscribers(queued),
    queued,
  });
}

export function formatWritten(written: number, readers: number): string {
  return t('dashboard.messages.written_of_readers_emails_created', {
    written: written.toLocaleString('en-GB'),
    readers: readers.toLocaleString('en-GB'),
    readers2: readers,
  });
}

export function formatSubscribers(count: number): string {
  return t('dashboard.messages.count2_subscribers', { count, count2: count.toLocaleString('en-GB') });
}
