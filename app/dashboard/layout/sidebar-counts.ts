// The counts beside the menu: what staff need to handle.
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

export interface SidebarCounts {
  unpaidOrders: number;
  openMessages: number;
  failedEmails: number;
}

export const noCounts: SidebarCounts = { unpaidOrders: 0, openMessages: 0, failedEmails: 0 };

/** Zero for people who are not staff. */
export async function readSidebarCounts(client: StudioClient): Promise<SidebarCounts> {
  const data = await dataOf(client.rpc('staff_counts'));
  if (!data) return noCounts;
  const { unpaid_orders, open_messages, failed_mails } = data;
  return { unpaidOrders: unpaid_orders, openMessages: open_messages, failedEmails: failed_mails };
}

const labels = {
  unpaidOrders: 'dashboard.layout.unpaid_orders',
  openMessages: 'dashboard.layout.open_messages',
  failedEmails: 'dashboard.layout.failed_emails',
} as const;

/** "2 open messages, 1 failed email" */
export function formatCounts(counts: Partial<SidebarCounts>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => t(labels[name as keyof SidebarCounts], { count }))
    .join(', ');
}

/** The counts of some pages, and their sum. */
export function countsOf(
  pages: readonly { count?: keyof SidebarCounts }[],
  counts: SidebarCounts,
): { counts: Partial<SidebarCounts>; total: number } {
  const own = Object.fromEntries(pages.flatMap(({ count }) => (count ? [[count, counts[count]]] : [])));
  return { counts: own, total: Object.values(own).reduce((sum, count) => sum + count, 0) };
}
