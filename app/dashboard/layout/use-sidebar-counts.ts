// The live counts beside the menu. The page itself is not reloaded: someone may be typing in it.
import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { subscribeToCounts } from '../realtime/live-counts.ts';
import { readSidebarCounts, type SidebarCounts } from './sidebar-counts.ts';

export function useSidebarCounts(read: SidebarCounts, { isStaff }: { isStaff: boolean }): SidebarCounts {
  const { unpaidOrders, openMessages, failedEmails } = read;
  const [counts, setCounts] = useState(read);
  useEffect(
    () => setCounts({ unpaidOrders, openMessages, failedEmails }),
    [unpaidOrders, openMessages, failedEmails],
  );
  useEffect(() => {
    if (!isStaff) return;
    let isCancelled = false;
    const update = async () => {
      const now = await readSidebarCounts(await backend());
      if (!isCancelled) setCounts(now);
    };
    const stop = subscribeToCounts(() => void update().catch(() => {}));
    return () => {
      isCancelled = true;
      stop();
    };
  }, [isStaff]);
  return counts;
}
