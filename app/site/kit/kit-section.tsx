// One chapter of the style guide: the ruler, a heading, a note on the right.
import type { CSSProperties, ReactNode } from 'react';

interface KitSectionProps {
  id: string;
  title: string;
  note?: string;
  shiftPx?: number;
  /** About how high it is on a phone, which lays it out when it comes near. */
  phoneHeightRem?: number;
  children: ReactNode;
}

export function KitSection({ id, title, note, shiftPx = 0, phoneHeightRem = 56, children }: KitSectionProps) {
  return (
    <section
      className="wrap kit-section"
      id={id}
      aria-labelledby={`${id}-title`}
      style={{ '--phone-height': `${phoneHeightRem}rem` } as CSSProperties}
    >
      <div className="ruled kit-head spread" style={{ '--ruler-shift': `${shiftPx}px` } as CSSProperties}>
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
