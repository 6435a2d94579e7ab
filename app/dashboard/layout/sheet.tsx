// A dialog over the dashboard: the command palette, the list of shortcuts. The browser's own dialog traps focus, closes
// on Escape and restores focus; a click outside closes it too.

import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { useModal } from '#app/ui/use-modal.ts';

interface SheetProps {
  title: string;
  className?: string;
  onClose(): void;
  children: ReactNode;
}

export function Sheet({ title, className, onClose, children }: SheetProps) {
  // The browser would focus the close button first.
  const dialog = useModal('[data-sheet-first]');
  const titleId = useId();
  useEffect(() => {
    const shown = dialog.current;
    const closeOutside = (event: MouseEvent) => {
      // The dialog itself is the target only outside its content.
      if (event.target === shown) onClose();
    };
    shown?.addEventListener('click', closeOutside);
    return () => shown?.removeEventListener('click', closeOutside);
  }, [dialog, onClose]);
  return (
    <dialog
      ref={dialog}
      className={clsx('sheet', className)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="sheet-body">
        <div className="sheet-head">
          <h2 id={titleId}>{title}</h2>
          <Button variant="link" size="sm" onClick={onClose}>
            {t('dashboard.common.close')}
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
