// The numbers beside the menu: what waits for a hand at the desk.
import type { SupabaseClient } from '@supabase/supabase-js';

export interface SidebarCounts {
  openMessages: number;
  failedEmails: number;
}

export const noCounts: SidebarCounts = { openMessages: 0, failedEmails: 0 };

/** Nothing waits for whoever is not of the desk. */
export async function readSidebarCounts(client: SupabaseClient): Promise<SidebarCounts> {
  const { data, error } = await client.rpc('desk_counts');
  if (error) throw error;
  const counts = data as { open_letters: number; failed_mails: number } | null;
  return counts ? { openMessages: counts.open_letters, failedEmails: counts.failed_mails } : noCounts;
}

/** "2 open letters, one failed mail" */
export function formatCounts({ openMessages, failedEmails }: SidebarCounts): string {
  const some = (count: number, one: string) =>
    `${count === 1 ? 'one' : count} ${one}${count === 1 ? '' : 's'}`;
  return [
    openMessages > 0 && some(openMessages, 'open letter'),
    failedEmails > 0 && some(failedEmails, 'failed mail'),
  ]
    .filter(Boolean)
    .join(', ');
}
