// Listens for the dashboard's keys and opens the palette and the sheet of keys; both are fetched when first opened.
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Role } from '#contracts/visitor.ts';
import { areLettersOn } from './keys/letter-keys.ts';
import { commandOf } from './keys/shortcuts.ts';

const Palette = lazy(() => import('./palette/palette.tsx'));
const KeySheet = lazy(() => import('./keys/key-sheet.tsx'));
const AFTER_G_MS = 1500;

export function Commands({ roles }: { roles: Role[] }) {
  const [open, setOpen] = useState<'find' | 'help' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const navigate = useNavigate();
  const pressedGAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.altKey || event.isComposing) return;
      // Something lies above the room already: its own keys hold.
      if (document.querySelector('dialog[open], [data-slot="confirm-dialog"][data-state="open"]')) return;
      const command = commandOf(
        {
          key: event.key,
          isCommand: event.ctrlKey || event.metaKey,
          isTyping: isTyping(event.target),
          isAfterG: event.timeStamp - pressedGAt.current < AFTER_G_MS,
        },
        { roles, areLettersOn: areLettersOn() },
      );
      pressedGAt.current = command?.do === 'await' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!command || command.do === 'await') return;
      event.preventDefault();
      if (command.do === 'go') void navigate(command.to);
      else setOpen(command.do);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [roles, navigate]);

  return (
    <>
      <button
        type="button"
        className="dash-find"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('find')}
      >
        Find
      </button>
      <button type="button" className="dash-keys" aria-keyshortcuts="?" onClick={() => setOpen('help')}>
        Keys
      </button>
      <Suspense>
        {open === 'find' && <Palette roles={roles} onClose={close} />}
        {open === 'help' && <KeySheet roles={roles} onClose={close} />}
      </Suspense>
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  );
}
