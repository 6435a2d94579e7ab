// Renders the store's question: two buttons, no close button, presses outside do nothing. Loaded lazily by the shell.
// Uses its own backdrop: Radix's would inject a style element that the CSP forbids.

import * as Radix from 'radix-ui/alert-dialog';
import {
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '../button.tsx';
import { type ConfirmQuestion, getConfirm, getServerConfirm, subscribeToConfirm } from './confirm-queue.ts';
import { acceptConfirm, cancelConfirm } from './confirm-store.ts';
import { holdPageStill } from './hold-page-still.ts';

export default function ConfirmDialog() {
  const asked = useSyncExternalStore(subscribeToConfirm, getConfirm, getServerConfirm);
  const question = useLastQuestion(asked);
  const opener = useRef<HTMLElement | null>(null);
  const isOpen = asked !== null;
  // Before the page becomes inert: an inert element loses the focus that we want to restore.
  useLayoutEffect(() => {
    if (isOpen && document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
  }, [isOpen]);
  if (!question) return null;

  const cancel = () => cancelConfirm(question.id);

  function settleFocusInside(event: Event) {
    event.preventDefault();
    const dialog = event.currentTarget;
    if (dialog instanceof HTMLElement) dialog.querySelector<HTMLElement>('[data-confirm-first]')?.focus();
  }

  function giveFocusBack(event: Event) {
    event.preventDefault();
    // The next question is open; the opener is still remembered for it.
    if (getConfirm() !== null) return;
    const origin = opener.current;
    opener.current = null;
    // The pressed element may be gone (a deleted row): focus the top of the content.
    if (origin?.isConnected) origin.focus();
    else document.querySelector<HTMLElement>('main h1[tabindex], main[tabindex]')?.focus();
  }

  function cancelOnEscape(event: KeyboardEvent) {
    // Here and not only in Radix: a toast above the dialog would receive the key.
    if (event.key === 'Escape') cancel();
  }

  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) cancel();
      }}
    >
      <Radix.Portal container={uppermost()}>
        <div className="confirm-backdrop" data-state={isOpen ? 'open' : 'closed'} aria-hidden="true" />
        <Radix.Content
          key={question.id}
          data-slot="confirm-dialog"
          data-type={question.type}
          className="confirm-dialog"
          aria-modal="true"
          onOpenAutoFocus={settleFocusInside}
          onCloseAutoFocus={giveFocusBack}
          onKeyDown={cancelOnEscape}
        >
          <Radix.Title className="confirm-title">{question.title}</Radix.Title>
          {question.content && (
            <Radix.Description asChild>
              <div className="confirm-content">{question.content}</div>
            </Radix.Description>
          )}
          <ConfirmActions question={question} onCancel={cancel} />
          <PageHeldStill isActive={isOpen} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function ConfirmActions({ question, onCancel }: { question: ConfirmQuestion; onCancel: () => void }) {
  const { type, confirmText, cancelText, isBusy } = question;
  return (
    <div className="confirm-actions">
      <Button
        variant={type === 'destructive' ? 'destructive' : 'primary'}
        busy={isBusy}
        onClick={() => acceptConfirm(question.id)}
        data-confirm-first={cancelText === null || undefined}
      >
        {confirmText}
      </Button>
      {cancelText !== null && (
        <Button variant="tertiary" aria-disabled={isBusy || undefined} onClick={onCancel} data-confirm-first>
          {cancelText}
        </Button>
      )}
      <span role="status" className="sr-only">
        {isBusy ? t('shared.ui.working') : ''}
      </span>
    </div>
  );
}

/** A modal sheet covers the page: a dialog beneath it could be neither seen nor answered. */
function uppermost(): HTMLElement {
  return [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;
}

/** The text stays while the dialog closes. */
function useLastQuestion(asked: ConfirmQuestion | null): ConfirmQuestion | null {
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  return asked ?? last;
}

/** Inside the dialog, so that it stays available while the page is inert. */
function PageHeldStill({ isActive }: { isActive: boolean }) {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = marker.current?.closest('[data-slot="confirm-dialog"]');
    if (!isActive || !dialog) return;
    const toasts = document.querySelector('[data-slot="toast-viewport"]');
    return holdPageStill(toasts ? [dialog, toasts] : [dialog]);
  }, [isActive]);
  return <span ref={marker} hidden />;
}
