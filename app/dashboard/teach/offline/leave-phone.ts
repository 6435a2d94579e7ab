// Before sign-out: warns about unsent marks, then deletes the names saved on this phone.
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { formatWaiting } from '../register/register.ts';
import { forgetPages } from './cache-pages.ts';
import { forgetEverything, waitingOnPhone } from './phone-store.ts';

/** False if the person chooses to stay signed in. */
export async function leavePhone(user: string): Promise<boolean> {
  const { marks, notes } = await waitingOnPhone(user);
  if (marks.length + notes.length > 0) {
    const isLeaving = await confirm({
      title: 'Sign out and lose unsent changes?',
      content: `${formatWaiting(marks.length, notes.length)} Signing out deletes them from this phone.`,
      type: 'destructive',
      confirmText: 'Sign out anyway',
      cancelText: 'Stay signed in',
    });
    if (!isLeaving) return false;
  }
  await Promise.all([forgetEverything(), forgetPages()]);
  return true;
}
