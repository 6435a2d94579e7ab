// Where the marks are: with the studio, on their way, or still on this phone. Always in words.
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { formatWaiting } from './register.ts';
import type { LiveRegister } from './use-register.ts';

interface SendingLineProps {
  live: LiveRegister;
  /** The page itself opens without a network. */
  isKept: boolean;
  isOnline: boolean;
}

export function SendingLine({ live, isKept, isOnline }: SendingLineProps) {
  const { waiting, sending, refusal } = live;
  const count = waiting.marks.length + waiting.notes.length;
  const state =
    sending === 'refused'
      ? 'refused'
      : count === 0
        ? 'kept'
        : sending === 'sending' && isOnline
          ? 'sending'
          : 'waiting';
  const giveUp = () =>
    confirm({
      title: count === 1 ? 'Give it up?' : `Give up ${count}?`,
      content: 'They are taken from this phone and go nowhere.',
      type: 'destructive',
      confirmText: 'Give up',
      onConfirm: live.forgetWaiting,
    });
  return (
    <div
      className="sending"
      data-slot="register-sending"
      data-state={state}
      data-offline-ready={isKept || undefined}
    >
      <p role="status">
        {state === 'refused' &&
          `The studio does not take ${count === 1 ? 'it' : `these ${count}`}: ${refusal}`}
        {state === 'waiting' && formatWaiting(waiting.marks.length, waiting.notes.length)}
        {state === 'sending' && (count === 1 ? 'Sending it.' : `Sending ${count}.`)}
        {state === 'kept' &&
          (isOnline ? 'Everything is with the studio.' : 'No network. Mark as ever: this phone keeps it.')}
      </p>
      {state === 'kept' && isOnline && isKept && <p className="dash-quiet">Works without a network too.</p>}
      {state === 'refused' && (
        <Button variant="link" size="sm" onClick={() => void giveUp()}>
          Give up
        </Button>
      )}
    </div>
  );
}
