// Shows whether all marks are saved, being sent, or still only on this phone.
import { questionText, t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { formatWaiting } from './register.ts';
import type { LiveRegister } from './use-register.ts';

interface SendingLineProps {
  live: LiveRegister;
  /** The page is cached and opens offline. */
  isCached: boolean;
  isOnline: boolean;
}

export function SendingLine({ live, isCached, isOnline }: SendingLineProps) {
  const { waiting, sending, rejection } = live;
  const count = waiting.marks.length + waiting.notes.length;
  const state =
    sending === 'rejected'
      ? 'rejected'
      : count === 0
        ? 'saved'
        : sending === 'sending' && isOnline
          ? 'sending'
          : 'waiting';
  const giveUp = () =>
    confirm({
      ...questionText('dashboard.teach.discard', { count }),
      type: 'destructive',
      onConfirm: live.forgetWaiting,
    });
  return (
    <div
      className="sending"
      data-slot="register-sending"
      data-state={state}
      data-offline-ready={isCached || undefined}
    >
      <p role="status">
        {state === 'rejected' && t('dashboard.teach.changes_were_rejected', { count, reason: rejection })}
        {state === 'waiting' && formatWaiting(waiting.marks.length, waiting.notes.length)}
        {state === 'sending' && t('dashboard.teach.sending_count', { count })}
        {state === 'saved' &&
          (isOnline
            ? t('dashboard.teach.all_changes_saved')
            : t('dashboard.teach.youre_offline_marks_are_saved_on'))}
      </p>
      {state === 'saved' && isOnline && isCached && (
        <p className="dash-quiet">{t('dashboard.teach.this_page_works_offline')}</p>
      )}
      {state === 'rejected' && (
        <LinkButton onClick={() => void giveUp()}>{t('dashboard.teach.discard')}</LinkButton>
      )}
    </div>
  );
}
