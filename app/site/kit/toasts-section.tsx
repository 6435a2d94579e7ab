// The real toasts, one button for each variant, and what the list holds at this moment.
import { useRef, useSyncExternalStore } from 'react';
import { Button } from '#app/ui/button.tsx';
import {
  getServerToasts,
  getToasts,
  subscribeToToasts,
  type ToastHandle,
  type ToastOptions,
  toast,
  toastSuccess,
} from '#app/ui/toast/toast-store.ts';
import { KitSection } from './kit-section.tsx';

const examples: { label: string; options: ToastOptions }[] = [
  {
    label: 'Show default toast',
    options: {
      title: 'Saved as a draft',
      description: 'Only staff can see it.',
      action: {
        label: 'Undo',
        onClick: () => toast({ title: 'Undone', description: 'The page is as it was.' }),
      },
    },
  },
  {
    label: 'Show success toast',
    options: {
      variant: 'success',
      title: 'You are booked',
      description: 'Tonight 18:00, studio 1. The ticket is in your email.',
    },
  },
  {
    label: 'Show destructive toast',
    options: {
      variant: 'destructive',
      title: 'That card was declined',
      description: 'Your place is still held for 6 minutes.',
      action: { label: 'Try again', onClick: () => toastSuccess('Paid') },
    },
  },
];

const specimens: ToastOptions[] = [
  { variant: 'default', title: 'Default', description: 'For information.' },
  { variant: 'success', title: 'Success', description: 'It worked, and what comes next.' },
  {
    variant: 'destructive',
    title: 'Destructive',
    description: 'It failed, and what to do next.',
  },
];

export function ToastsSection() {
  const latest = useRef<ToastHandle | null>(null);
  const list = useSyncExternalStore(subscribeToToasts, getToasts, getServerToasts);
  return (
    <KitSection id="toasts" title="Toasts" note="one at a time, 5 s, F8" shiftPx={-210}>
      <div className="kit-specimens">
        {specimens.map(({ variant, title, description }) => (
          <div key={variant} className="toast" data-variant={variant}>
            <div className="toast-text">
              <p className="toast-title">{title}</p>
              <p>{description}</p>
            </div>
          </div>
        ))}
      </div>
      <div className="grid-12">
        <div className="kit-stack span-7">
          <div className="kit-row">
            {examples.map(({ label, options }) => (
              <Button
                key={label}
                variant="tertiary"
                onClick={() => {
                  latest.current = toast(options);
                }}
              >
                {label}
              </Button>
            ))}
          </div>
          <div className="kit-row">
            <Button
              onClick={() =>
                latest.current?.update({ title: 'Changed in place', description: 'Same toast, new text.' })
              }
            >
              Update it
            </Button>
            <Button onClick={() => latest.current?.dismiss()}>Dismiss it</Button>
          </div>
          <p className="kit-note" data-slot="toast-list">
            In the list:{' '}
            {list.length === 0
              ? 'nothing'
              : list.map((item) => `${item.title}, ${item.isOpen ? 'open' : 'closed'}`).join('; ')}
          </p>
        </div>
        <dl className="kit-facts from-8">
          <dt>Stays</dt>
          <dd>5 seconds; the timer pauses on hover, on focus and in a background tab</dd>
          <dt>Closes</dt>
          <dd>by its button, Escape, or a swipe to the right of more than 50 px</dd>
          <dt>Reached</dt>
          <dd>with F8; closing it returns the focus</dd>
        </dl>
      </div>
    </KitSection>
  );
}
