// One chapter of the style guide: the ruler, a heading, a note on the right.
import type { ReactNode } from 'react';

type KitSectionProps = { id: string; title: string; note?: string; shiftPx?: number; children: ReactNode };

export function KitSection({ id, title, note, shiftPx = 0, children }: KitSectionProps) {
  return (
    <section className="wrap kit-section" id={id} aria-labelledby={`${id}-title`}>
      <div
        className="ruled kit-head spread"
        style={{ '--ruler-shift': `${shiftPx}px` } as React.CSSProperties}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        {note && <p>{note}</p>}
      </div>
      {children}
    </section>
  );
}

export function KitStack({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="kit-stack">
      <h3>{title}</h3>
      {children}
    </div>
  );
}
