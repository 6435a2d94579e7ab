// Looks again as soon as something of today changes: a place is taken, an order paid, a substitute asked for, a mail
// failed. Whoever may not see a change is not told of it.
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { hearBell } from '../desk/desk-bell.ts';

const TABLES = ['pools', 'orders', 'substitute_requests', 'attendance', 'sessions'] as const;
const GATHER_MS = 300;
/** Time itself changes what is near. */
const LOOK_MS = 60_000;

/** Whether changes are heard of at once. */
export function useLiveToday({ isStaff }: { isStaff: boolean }): boolean {
  const { revalidate } = useRevalidator();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    let isGone = false;
    let leave = () => {};
    let pending: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate();
    };
    const lookSoon = () => {
      pending ??= setTimeout(() => {
        pending = undefined;
        look();
      }, GATHER_MS);
    };
    const join = async () => {
      const client = await backend();
      await client.realtime.setAuth();
      if (isGone) return;
      const channel = client.channel('today');
      for (const table of TABLES)
        channel.on('postgres_changes', { event: '*', schema: 'public', table }, lookSoon);
      channel.subscribe((status) => setLive(status === 'SUBSCRIBED'));
      leave = () => void client.removeChannel(channel);
    };
    join().catch(() => {});
    const unhear = isStaff ? hearBell(look) : () => {};
    const every = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      isGone = true;
      clearTimeout(pending);
      clearInterval(every);
      document.removeEventListener('visibilitychange', look);
      unhear();
      leave();
    };
  }, [revalidate, isStaff]);
  return isLive;
}
