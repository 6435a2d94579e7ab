// The counts beside the menu: what staff need to handle.
import type { SupabaseClient } from '@supabase/supabase-js';

export interface SidebarCounts {
  openMessages: number;
  failedEmails: number;
}

export const noCounts: SidebarCounts = { openMessages: 0, failedEmails: 0 };

/** Zero for people who are not staff. */
export async function readSidebarCounts(client: SupabaseClient): Promise<SidebarCounts> {
  const { data, error } = await client.rpc('staff_counts');
  if (error) throw error;
  const counts = data as { open_messages: number; failed_mails: number } | null;
  return counts ? { openMessages: counts.open_messages, failedEmails: counts.failed_mails } : noCounts;
}

/** "2 open messages, 1 failed email" */
export function formatCounts({ openMessages, failedEmails }: SidebarCounts): string {
  const some = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  return [
    openMessages > 0 && some(openMessages, 'open message'),
    failedEmails > 0 && some(failedEmails, 'failed email'),
  ]
    .filter(Boolean)
    .join(', ');
}
