// Before sign-out: warns about unsent marks, then deletes the names saved on this phone.
import { t } from '#app/language/messages.ts';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { formatWaiting } from '../register/register.ts';
import { forgetPages } from './cache-pages.ts';
import { forgetEverything, waitingOnPhone } from './phone-store.ts';

/** False if the person chooses to stay signed in. */
export async function leavePhone(user: string): Promise<boolean> {
  const { marks, notes } = await waitingOnPhone(user);
  if (marks.length + notes.length > 0) {
    const isLeaving = await confirm({
      title: t('dashboard.teach.sign_out_and_lose_unsent_changes'),
      content: `${formatWaiting(marks.length, notes.length)} ${t('dashboard.teach.signing_out_deletes_them')}`,
      type: 'destructive',
      confirmText: t('dashboard.teach.sign_out_anyway'),
      cancelText: t('dashboard.teach.stay_signed_in'),
    });
    if (!isLeaving) return false;
  }
  await Promise.all([forgetEverything(), forgetPages()]);
  return true;
}
