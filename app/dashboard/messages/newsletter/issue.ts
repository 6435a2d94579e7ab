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

export const issueWords: Record<IssueState, string> = {
  draft: 'Draft',
  sending: 'Going out',
  sent: 'Sent',
  stopped: 'Stopped',
};
export const blockWords: Record<BlockKind, string> = {
  heading: 'Heading',
  text: 'Text',
  quote: 'Quote',
  link: 'Link',
};

export function readersWords(count: number): string {
  return count === 1 ? 'one reader' : `${count.toLocaleString('en-GB')} readers`;
}
