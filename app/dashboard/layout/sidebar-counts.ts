// The numbers beside the menu: what waits for a hand at the desk.
import type { SupabaseClient } from '@supabase/supabase-js';

export interface DeskCounts {
  openLetters: number;
  failedMails: number;
}

export const noCounts: DeskCounts = { openLetters: 0, failedMails: 0 };

/** Nothing waits for whoever is not of the desk. */
export async function readDeskCounts(client: SupabaseClient): Promise<DeskCounts> {
  const { data, error } = await client.rpc('desk_counts');
  if (error) throw error;
  const counts = data as { open_letters: number; failed_mails: number } | null;
  return counts ? { openLetters: counts.open_letters, failedMails: counts.failed_mails } : noCounts;
}

/** "2 open letters, one failed mail" */
export function countWords({ openLetters, failedMails }: DeskCounts): string {
  const some = (count: number, one: string) =>
    `${count === 1 ? 'one' : count} ${one}${count === 1 ? '' : 's'}`;
  return [
    openLetters > 0 && some(openLetters, 'open letter'),
    failedMails > 0 && some(failedMails, 'failed mail'),
  ]
    .filter(Boolean)
    .join(', ');
}
