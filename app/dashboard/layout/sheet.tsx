// A sheet over the dashboard: the palette, the list of keys. The browser's own dialog keeps focus inside, closes on
// Escape and gives the focus back; a press beside it closes it too.
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId } from 'react';
import { Button } from '#app/ui/button.tsx';
import { useModal } from '#app/ui/use-modal.ts';

interface SheetProps {
  title: string;
  className?: string;
  onClose(): void;
  children: ReactNode;
}

export function Sheet({ title, className, onClose, children }: SheetProps) {
  // The browser would begin at the way out.
  const dialog = useModal('[data-sheet-first]');
  const titleId = useId();
  useEffect(() => {
    const shown = dialog.current;
    const leave = (event: MouseEvent) => {
      // The dialog itself is hit only beside its content.
      if (event.target === shown) onClose();
    };
    shown?.addEventListener('click', leave);
    return () => shown?.removeEventListener('click', leave);
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
            Close
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
