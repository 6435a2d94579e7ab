// A newsletter issue as staff see it.
import { t } from '#app/language/messages.ts';

type IssueState = 'draft' | 'sending' | 'sent' | 'stopped';
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

export const blockKinds: readonly BlockKind[] = ['heading', 'text', 'quote', 'link'];

/** "1 subscriber, 2 more have not confirmed yet." */
export function formatAudience(readers: number, pending: number): string {
  return pending === 0
    ? t('dashboard.messages.audience', { readers })
    : t('dashboard.messages.audience_with_pending', { readers, pending });
}

/** What happens when sending is stopped. */
export function formatStop(queued: number): string {
  return t('dashboard.messages.what_stopping_means', { count: queued });
}

export function formatWritten(written: number, readers: number): string {
  return t('dashboard.messages.emails_created_of', { written, readers });
}
