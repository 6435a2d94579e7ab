// The counts beside the menu: what staff need to handle.
import { t } from '#app/language/messages.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

export interface SidebarCounts {
  openMessages: number;
  failedEmails: number;
}

export const noCounts: SidebarCounts = { openMessages: 0, failedEmails: 0 };

/** Zero for people who are not staff. */
export async function readSidebarCounts(client: StudioClient): Promise<SidebarCounts> {
  const { data, error } = await client.rpc('staff_counts');
  if (error) throw error;
  return data ? { openMessages: data.open_messages, failedEmails: data.failed_mails } : noCounts;
}

/** "2 open messages, 1 failed email" */
export function formatCounts({ openMessages, failedEmails }: SidebarCounts): string {
  const some = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  return [
    openMessages > 0 && some(openMessages, t('dashboard.layout.open_message')),
    failedEmails > 0 && some(failedEmails, t('dashboard.layout.failed_email')),
  ]
    .filter(Boolean)
    .join(', ');
}
