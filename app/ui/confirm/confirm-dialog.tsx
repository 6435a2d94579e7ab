// Draws the question of the store: two buttons, no close button, nothing happens on a press outside.
// Loaded lazily by the shell. Uses its own backdrop: Radix's would inject a style element the CSP forbids.
import * as Radix from 'radix-ui/alert-dialog';
import { type KeyboardEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../button.tsx';
import {
  acceptConfirm,
  type ConfirmQuestion,
  cancelConfirm,
  getConfirm,
  getServerConfirm,
  subscribeToConfirm,
} from './confirm-store.ts';

export function ConfirmDialog() {
  const asked = useSyncExternalStore(subscribeToConfirm, getConfirm, getServerConfirm);
  const question = useLastAsked(asked);
  const opener = useRef<HTMLElement | null>(null);
  const isOpen = asked !== null;
  useScrollLock(isOpen);
  if (!question) return null;

  const cancel = () => cancelConfirm(question.id);

  function settleFocusInside(event: Event) {
    event.preventDefault();
    const active = document.activeElement;
    // A second question follows the first without going back to the page in between.
    if (
      active instanceof HTMLElement &&
      active !== document.body &&
      !active.closest('[data-slot="confirm-dialog"]')
    ) {
      opener.current = active;
    }
    const dialog = event.currentTarget;
    if (dialog instanceof HTMLElement) dialog.querySelector<HTMLElement>('[data-confirm-first]')?.focus();
  }

  function giveFocusBack(event: Event) {
    event.preventDefault();
    if (getConfirm() !== null) return;
    const origin = opener.current;
    opener.current = null;
    // What was pressed may be gone by now (a deleted row): go on from the top of the content.
    if (origin?.isConnected) origin.focus();
    else document.querySelector<HTMLElement>('main h1[tabindex], main[tabindex]')?.focus();
  }

  function cancelOnEscape(event: KeyboardEvent) {
    // Here and not only in Radix: a toast above the dialog would swallow the key.
    if (event.key === 'Escape') cancel();
  }

  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) cancel();
      }}
    >
      <Radix.Portal>
        <div className="confirm-backdrop" data-state={isOpen ? 'open' : 'closed'} aria-hidden="true" />
        <Radix.Content
          key={question.id}
          data-slot="confirm-dialog"
          data-type={question.type}
          className="confirm-dialog"
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
        {isBusy ? 'Working' : ''}
      </span>
    </div>
  );
}

/** The words stay while the dialog leaves. */
function useLastAsked(asked: ConfirmQuestion | null): ConfirmQuestion | null {
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  return asked ?? last;
}

/** Holds the page still, and keeps the place of a scrollbar only where there was one: nothing shifts. */
function useScrollLock(isOpen: boolean) {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const root = document.documentElement;
    root.dataset.scrollLock = window.innerWidth > root.clientWidth ? 'gutter' : 'plain';
    return () => {
      delete root.dataset.scrollLock;
    };
  }, [isOpen]);
}

export default ConfirmDialog;
