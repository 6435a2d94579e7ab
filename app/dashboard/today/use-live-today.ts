// Reloads the page when today's data changes: a booking, a payment, a substitute request, a failed email.
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { subscribeToCounts } from '../realtime/live-counts.ts';
import { subscribeToChanges } from '../realtime/subscribe-to-changes.ts';

const TABLES = ['capacity_pools', 'orders', 'substitute_requests', 'attendance', 'sessions'].map((table) => ({
  table,
}));
/** What is current also changes with time. */
const RELOAD_MS = 60_000;

/** Whether changes arrive live. */
export function useLiveToday({ isStaff }: { isStaff: boolean }): boolean {
  const { revalidate } = useRevalidator();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const reload = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate();
    };
    const stopChanges = subscribeToChanges(TABLES, { onChange: reload, onState: setLive });
    const stopCounts = isStaff ? subscribeToCounts(reload) : () => {};
    const every = setInterval(reload, RELOAD_MS);
    document.addEventListener('visibilitychange', reload);
    return () => {
      clearInterval(every);
      document.removeEventListener('visibilitychange', reload);
      stopCounts();
      stopChanges();
    };
  }, [revalidate, isStaff]);
  return isLive;
}
