// A newsletter issue as staff see it.
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
  const audience = readers === 0 ? 'No subscribers yet' : formatSubscribers(readers);
  if (pending === 0) return `${audience}.`;
  return `${audience}, ${pending.toLocaleString('en-GB')} more ${pending === 1 ? 'has' : 'have'} not confirmed yet.`;
}

/** What happens when sending is stopped. */
export function formatStop(queued: number): string {
  return `${formatSubscribers(queued)} ${queued === 1 ? 'has' : 'have'} not been emailed yet and will not be. Emails already sent cannot be recalled.`;
}

export function formatWritten(written: number, readers: number): string {
  return `${written.toLocaleString('en-GB')} of ${readers.toLocaleString('en-GB')} ${readers === 1 ? 'email' : 'emails'} created.`;
}

export function formatSubscribers(count: number): string {
  return count === 1 ? '1 subscriber' : `${count.toLocaleString('en-GB')} subscribers`;
}
