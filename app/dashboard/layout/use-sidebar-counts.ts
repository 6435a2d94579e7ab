// The numbers beside the menu, as they are now. The room beside it is left as it is: somebody may be writing in it.
import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { subscribeToCounts } from '../realtime/live-counts.ts';
import { readSidebarCounts, type SidebarCounts } from './sidebar-counts.ts';

export function useSidebarCounts(read: SidebarCounts, { isStaff }: { isStaff: boolean }): SidebarCounts {
  const { openMessages, failedEmails } = read;
  const [counts, setCounts] = useState(read);
  useEffect(() => setCounts({ openMessages, failedEmails }), [openMessages, failedEmails]);
  useEffect(() => {
    if (!isStaff) return;
    let isGone = false;
    const look = async () => {
      const now = await readSidebarCounts(await backend());
      if (!isGone) setCounts(now);
    };
    const stop = subscribeToCounts(() => void look().catch(() => {}));
    return () => {
      isGone = true;
      stop();
    };
  }, [isStaff]);
  return counts;
}
