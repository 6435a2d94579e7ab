// The details of a row: a column of its own beside the list, from top to foot. On a small screen it takes the place of the list.

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '#app/language/messages.ts';
import { afterPaint } from '#app/ui/after-paint.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { useOpenRow } from './open-row.ts';

interface RowPanelProps {
  /** The id of the row. */
  row: string;
  title: ReactNode;
  /** A line above the title: "Order 1279". */
  kicker?: ReactNode;
  isBusy?: boolean;
  children: ReactNode;
}

/** Needs the row as its key: every row that opens starts at the top and gets the focus. */
export function RowPanel({ row, title, kicker, isBusy = false, children }: RowPanelProps) {
  const [, open] = useOpenRow();
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const close = () => {
    open(null);
    // Not in the frame of the key: the browser lays out the page for the focus.
    afterPaint(() =>
      document
        .querySelector<HTMLElement>(`tr[data-row="${CSS.escape(row)}"] .list-title :is(a, button)`)
        ?.focus({ preventScroll: true }),
    );
  };
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // Menus and dialogs close first.
      if (!document.querySelector('dialog[open], [role="menu"]')) latest.current();
    };
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, []);
  return (
    <aside className="row-panel" aria-labelledby={titleId} aria-busy={isBusy || undefined}>
      <div className="row-panel-head">
        <p className="dash-quiet">{kicker}</p>
        <LinkButton onClick={close}>{t('dashboard.common.close')}</LinkButton>
      </div>
      <h2 ref={heading} id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </aside>
  );
}
