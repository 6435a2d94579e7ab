// On a phone: price, what is next and the one action of the page, above the radio. Elsewhere the page has them beside
// its text. The last part of <main>, so that it ends with the page and covers nothing below it.
import type { ReactNode } from 'react';

interface ActionBarProps {
  label: string;
  price: ReactNode;
  next?: { title: ReactNode; detail?: string };
  /** The link or button. */
  children: ReactNode;
}

export function ActionBar({ label, price, next, children }: ActionBarProps) {
  return (
    <section className="action-bar" aria-label={label}>
      <b className="action-price">{price}</b>
      {next && (
        <p className="action-next">
          <b>{next.title}</b>
          {next.detail && <span>{next.detail}</span>}
        </p>
      )}
      {children}
    </section>
  );
}
