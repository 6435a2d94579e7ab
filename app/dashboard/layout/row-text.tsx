import type { ReactNode } from 'react';

/** The text of a row in a list: what it is, and below it in grey what is known about it. */
export function RowText({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <span>
      <b>{title}</b>
      <span className="dash-quiet">{children}</span>
    </span>
  );
}
