// The one dialog: the browser's own, so that the focus stays in it and returns afterwards. Escape and Close leave it, a
// press outside too where nothing can be lost.

import { clsx } from 'clsx';
import { type ComponentProps, useEffect, useId, useRef } from 'react';
import { t } from '#app/language/messages.ts';
import { afterPaint } from './after-paint.ts';
import { LinkButton } from './button.tsx';
import { useModal } from './use-modal.ts';

type DialogProps = Omit<ComponentProps<'dialog'>, 'title' | 'onClose' | 'ref'> & {
  title: string;
  /** `wide` for forms, `widest` for pictures. */
  size?: 'default' | 'wide' | 'widest';
  /** Selects what gets the focus first. */
  first?: string;
  closesOutside?: boolean;
  /** Whether `onClose` asks first, so that the dialog stays visible. */
  asksFirst?(): boolean;
  /** Called for every way out; the dialog stays until it is no longer rendered. */
  onClose(): void;
};

export function Dialog({
  title,
  size = 'default',
  first,
  closesOutside = false,
  asksFirst,
  onClose,
  className,
  children,
  ...props
}: DialogProps) {
  const { dialog, isOpen } = useModal(first);
  const titleId = useId();
  const cancel = useRef<() => void>(undefined);
  const leave = () => {
    const shown = dialog.current;
    if (!shown || asksFirst?.()) return onClose();
    cancel.current?.();
    // Hidden at once and closed after that frame: giving the page back takes the browser long on a full page.
    shown.dataset.state = 'closing';
    cancel.current = afterPaint(() => {
      onClose();
      // Visible again if it was not closed after all.
      cancel.current = afterPaint(() => delete shown.dataset.state);
    });
  };
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => () => cancel.current?.(), []);
  useEffect(() => {
    const shown = dialog.current;
    if (!closesOutside || !shown) return;
    const closeOutside = (event: MouseEvent) => {
      // The dialog itself is the target only outside its content.
      if (event.target === shown) latest.current();
    };
    shown.addEventListener('click', closeOutside);
    return () => shown.removeEventListener('click', closeOutside);
  }, [dialog, closesOutside]);
  return (
    <dialog
      data-slot="dialog"
      {...props}
      ref={dialog}
      data-size={size}
      className={clsx('dialog', className)}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Handled before the browser, which may close a dialog without a chance to prevent it.
        event.preventDefault();
        leave();
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        leave();
      }}
    >
      {isOpen && (
        <div className="dialog-body">
          <div className="dialog-head">
            <h2 id={titleId}>{title}</h2>
            <LinkButton onClick={leave}>{t('shared.media.close')}</LinkButton>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
