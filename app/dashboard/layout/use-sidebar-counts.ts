// The numbers beside the menu, as they are now. The room beside it is left as it is: somebody may be writing in it.
import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { hearBell } from '../realtime/live-counts.ts';
import { type DeskCounts, readDeskCounts } from './sidebar-counts.ts';

export function useDeskCounts(read: DeskCounts, { isStaff }: { isStaff: boolean }): DeskCounts {
  const { openLetters, failedMails } = read;
  const [counts, setCounts] = useState(read);
  useEffect(() => setCounts({ openLetters, failedMails }), [openLetters, failedMails]);
  useEffect(() => {
    if (!isStaff) return;
    let isGone = false;
    const look = async () => {
      const now = await readDeskCounts(await backend());
      if (!isGone) setCounts(now);
    };
    const stop = hearBell(() => void look().catch(() => {}));
    return () => {
      isGone = true;
      stop();
    };
  }, [isStaff]);
  return counts;
}
