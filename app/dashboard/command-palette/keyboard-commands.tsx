// The dashboard's keyboard shortcuts, the search and the list of shortcuts; both dialogs are loaded when first opened.

import {
  type ComponentType,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { t } from '#app/language/messages.ts';
import { loadMessages } from '#app/language/page-messages.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { PartBoundary } from '#app/ui/late-part.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Role } from '#contracts/visitor.ts';
import { useStudio } from '../use-studio.ts';
import { commandOf } from './shortcuts.ts';
import { areSingleKeysOn } from './single-keys.ts';

type Part = ComponentType<{ roles: Role[]; onClose(): void }>;

const parts = {
  find: () => import('./command-palette.tsx'),
  help: () => import('./shortcut-sheet.tsx'),
};
const AFTER_G_MS = 1500;

export interface Commands {
  show(part: keyof typeof parts): void;
}

/** Holds the open dialog itself: what is around it is not rendered again when it opens. */
export function KeyboardCommands({ ref, roles }: { ref: Ref<Commands>; roles: Role[] }) {
  const [open, setOpen] = useState<{ Part: Part } | null>(null);
  const close = useCallback(() => setOpen(null), []);
  // Rendered only once loaded: a part that fails to load must not break the page.
  const show = useCallback(async (part: keyof typeof parts) => {
    try {
      const [loaded] = await Promise.all([parts[part](), loadMessages('dashboard')]);
      setOpen({ Part: loaded.default });
    } catch (reason) {
      toast({
        variant: 'destructive',
        title: t('dashboard.command_palette.could_not_open'),
        description: describeReason(reason),
        action: { label: t('dashboard.common.try_again'), onClick: () => void show(part) },
      });
    }
  }, []);
  const { sections } = useStudio();
  const navigate = useNavigate();
  const pressedGAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.altKey || event.isComposing) return;
      // An open dialog handles its own keys.
      if (document.querySelector('dialog[open], [data-slot="confirm-dialog"][data-state="open"]')) return;
      const command = commandOf(
        {
          key: event.key,
          isCommand: event.ctrlKey || event.metaKey,
          isTyping: isTyping(event.target),
          isAfterG: event.timeStamp - pressedGAt.current < AFTER_G_MS,
        },
        { roles, open: sections.open, areSingleKeysOn: areSingleKeysOn() },
      );
      pressedGAt.current = command?.do === 'await' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!command || command.do === 'await') return;
      event.preventDefault();
      if (command.do === 'go') void navigate(command.to);
      else void show(command.do);
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [roles, sections.open, navigate, show]);

  useImperativeHandle(ref, () => ({ show: (part) => void show(part) }), [show]);
  return (
    open && (
      <PartBoundary>
        <open.Part roles={roles} onClose={close} />
      </PartBoundary>
    )
  );
}

/** Opens the search; on phones it stands in the bar. */
export function SearchButton({ onClick }: { onClick(): void }) {
  const [keys, setKeys] = useState('');
  // Which key it is, only the browser knows.
  useEffect(() => {
    const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
    setKeys(isApple ? '⌘K' : `${t('dashboard.command_palette.ctrl')} K`);
  }, []);
  return (
    <button type="button" className="dash-find" aria-keyshortcuts="Control+K Meta+K" onClick={onClick}>
      {t('dashboard.layout.search')}
      <span className="dash-find-keys" aria-hidden="true">
        {keys}
      </span>
    </button>
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
