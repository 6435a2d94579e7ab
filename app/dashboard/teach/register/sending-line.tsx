// Shows whether all marks are saved, being sent, or still only on this phone.
import { Button } from '#app/ui/button.tsx';
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
      title: count === 1 ? 'Discard 1 unsent change?' : `Discard ${count} unsent changes?`,
      content: 'They are deleted from this phone and cannot be restored.',
      type: 'destructive',
      confirmText: 'Discard',
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
        {state === 'rejected' &&
          `${count === 1 ? '1 change was' : `${count} changes were`} rejected: ${rejection}`}
        {state === 'waiting' && formatWaiting(waiting.marks.length, waiting.notes.length)}
        {state === 'sending' && `Sending ${count}…`}
        {state === 'saved' &&
          (isOnline ? 'All changes saved.' : 'You’re offline. Marks are saved on this phone and sent later.')}
      </p>
      {state === 'saved' && isOnline && isCached && <p className="dash-quiet">This page works offline.</p>}
      {state === 'rejected' && (
        <Button variant="link" size="sm" onClick={() => void giveUp()}>
          Discard
        </Button>
      )}
    </div>
  );
}
