// Looks again as soon as something of today changes: a place is taken, an order paid, a substitute asked for, a mail
// failed. Whoever may not see a change is not told of it.
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { subscribeToCounts } from '../realtime/live-counts.ts';
import { subscribeToChanges } from '../realtime/subscribe-to-changes.ts';

const TABLES = ['pools', 'orders', 'substitute_requests', 'attendance', 'sessions'].map((table) => ({
  table,
}));
/** Time itself changes what is near. */
const LOOK_MS = 60_000;

/** Whether changes are heard of at once. */
export function useLiveToday({ isStaff }: { isStaff: boolean }): boolean {
  const { revalidate } = useRevalidator();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate();
    };
    const leave = subscribeToChanges(TABLES, { onChange: look, onState: setLive });
    const unhear = isStaff ? subscribeToCounts(look) : () => {};
    const every = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(every);
      document.removeEventListener('visibilitychange', look);
      unhear();
      leave();
    };
  }, [revalidate, isStaff]);
  return isLive;
}
