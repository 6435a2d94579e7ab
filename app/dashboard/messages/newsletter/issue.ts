// One issue of the studio's letter as the desk writes it.
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

export interface IssueFigures {
  readers: number;
  queued: number;
  written: number;
  skipped: number;
  sent: number;
  waiting: number;
  failed: number;
  left_since: number;
}

export const issueLabels: Record<IssueState, string> = {
  draft: 'Draft',
  sending: 'Going out',
  sent: 'Sent',
  stopped: 'Stopped',
};
export const blockLabels: Record<BlockKind, string> = {
  heading: 'Heading',
  text: 'Text',
  quote: 'Quote',
  link: 'Link',
};

/** "One reader, 2 more asked and did not confirm yet." */
export function formatAudience(readers: number, asked: number): string {
  const words = readers === 0 ? 'no reader yet' : formatReaders(readers);
  const more = asked === 1 ? 'one more' : `${asked.toLocaleString('en-GB')} more`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${asked > 0 ? `, ${more} asked and did not confirm yet` : ''}.`;
}

/** What stopping a letter means for those it has not reached. */
export function formatStop(queued: number): string {
  const who = queued === 1 ? 'One reader has' : `${queued.toLocaleString('en-GB')} readers have`;
  return `${who} not been written to yet and will not be. What is on its way cannot be called back.`;
}

export function formatWritten(written: number, readers: number): string {
  if (readers === 1) return written === 1 ? 'The mail is written.' : 'The mail is not written yet.';
  return `${written.toLocaleString('en-GB')} of ${readers.toLocaleString('en-GB')} mails are written.`;
}

export function formatReaders(count: number): string {
  return count === 1 ? 'one reader' : `${count.toLocaleString('en-GB')} readers`;
}
