// The real confirm dialog in every type: resolved at once, later, or rejected.
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import type { ConfirmOptions } from '#app/ui/confirm/confirm-queue.ts';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { KitSection } from './kit-section.tsx';

const A_MOMENT_MS = 1200;
const moment = () => new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS));

const examples: { label: string; options: ConfirmOptions }[] = [
  {
    label: 'Open default dialog',
    options: {
      title: 'Move your place to Thursday?',
      content: 'Your place tonight goes to the next person on the waiting list.',
    },
  },
  {
    label: 'Open destructive dialog',
    options: {
      type: 'destructive',
      title: 'Cancel Thursday’s class?',
      content:
        'Five people are booked. Each gets €22 back and a message you can read first. This cannot be undone.',
      confirmText: 'Cancel class',
      cancelText: 'Keep class',
    },
  },
  {
    label: 'Open notice dialog',
    options: {
      type: 'notice',
      title: 'The door is on the canal side tonight',
      content: 'The front is closed for the market. Follow the green lamp.',
    },
  },
  {
    label: 'Open dialog that takes a moment',
    options: {
      title: 'Send the newsletter to 312 people?',
      content: 'It is sent at once. The outbox shows each email.',
      confirmText: 'Send newsletter',
      onConfirm: moment,
    },
  },
  {
    label: 'Open dialog that fails',
    options: {
      type: 'destructive',
      title: 'Refund €24 to Clara Nunes?',
      content: 'The money is refunded the way it was paid.',
      confirmText: 'Refund',
      onConfirm: async () => {
        await moment();
        throw new Error('The bank did not answer. Nothing was refunded.');
      },
    },
  },
];

export function DialogsSection() {
  const [answer, setAnswer] = useState('none yet');
  const ask = async (options: ConfirmOptions) =>
    setAnswer((await confirm(options)) ? 'confirmed' : 'cancelled');
  return (
    <KitSection
      id="confirm"
      title="Confirm"
      note="no close button, a press outside does nothing"
      shiftPx={120}
    >
      <div className="grid-12">
        <div className="kit-stack span-7">
          <div className="kit-row">
            {examples.map(({ label, options }) => (
              <Button key={label} variant="tertiary" onClick={() => ask(options)}>
                {label}
              </Button>
            ))}
            <Button
              variant="tertiary"
              onClick={() => {
                void ask({ title: 'First question', content: 'The second one opens after it.' });
                void ask({ title: 'Second question', content: 'It opened after the first.' });
              }}
            >
              Open two dialogs
            </Button>
          </div>
          <p className="kit-note" data-slot="confirm-answer">
            Last answer: {answer}
          </p>
        </div>
        <dl className="kit-facts from-8">
          <dt>Default</dt>
          <dd>Confirm, Cancel</dd>
          <dt>Notice</dt>
          <dd>nothing to cancel, only Continue</dd>
          <dt>Escape</dt>
          <dd>is Cancel</dd>
          <dt>Failure</dt>
          <dd>stays open and says why in a toast</dd>
        </dl>
      </div>
    </KitSection>
  );
}
