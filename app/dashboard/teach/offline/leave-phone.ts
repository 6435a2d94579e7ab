// Before somebody signs out: what waits must not vanish silently, and names must not stay behind.
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { formatWaiting } from '../register/register.ts';
import { forgetPages } from './cache-pages.ts';
import { forgetEverything, waitingOnPhone } from './phone-store.ts';

/** False when the person would rather stay. */
export async function leavePhone(user: string): Promise<boolean> {
  const { marks, notes } = await waitingOnPhone(user);
  if (marks.length + notes.length > 0) {
    const isLeaving = await confirm({
      title: 'Sign out and lose them?',
      content: `${formatWaiting(marks.length, notes.length)} Signing out takes them from this phone for good.`,
      type: 'destructive',
      confirmText: 'Lose them',
      cancelText: 'Stay signed in',
    });
    if (!isLeaving) return false;
  }
  await Promise.all([forgetEverything(), forgetPages()]);
  return true;
}
