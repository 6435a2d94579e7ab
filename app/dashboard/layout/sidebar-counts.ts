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
  return [
    openMessages > 0 && t('dashboard.layout.open_messages', { count: openMessages }),
    failedEmails > 0 && t('dashboard.layout.failed_emails', { count: failedEmails }),
  ]
    .filter(Boolean)
    .join(', ');
}
