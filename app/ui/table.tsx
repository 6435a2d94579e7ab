// A table in its own scroll region: wide rows scroll inside it, never the page.
// The region becomes a tab stop only while there is something to scroll, and shows on which side.
import { clsx } from 'clsx';
import { type ComponentProps, useEffect, useRef, useState } from 'react';

type TableProps = ComponentProps<'table'> & {
  /** Names the scroll region for people who cannot see it. */
  label: string;
};

type Overflow = { start: boolean; end: boolean };

export function Table({ label, className, ...props }: TableProps) {
  const region = useRef<HTMLElement>(null);
  const [overflow, setOverflow] = useState<Overflow>({ start: false, end: false });
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const measure = () => {
      const hidden = element.scrollWidth - element.clientWidth;
      // From right to left it is counted below zero.
      const scrolled = Math.abs(element.scrollLeft);
      const start = scrolled > 1;
      const end = hidden - scrolled > 1;
      setOverflow((before) => (before.start === start && before.end === end ? before : { start, end }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // The table as well: it outgrows a region that stays as wide as it was.
    for (const part of [element, element.firstElementChild]) if (part) observer.observe(part);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  return (
    <div
      className="table-frame"
      data-more-start={overflow.start || undefined}
      data-more-end={overflow.end || undefined}
    >
      <section
        ref={region}
        data-slot="table-scroll"
        className="table-scroll"
        aria-label={label}
        tabIndex={overflow.start || overflow.end ? 0 : undefined}
      >
        <table data-slot="table" className={clsx('table', className)} {...props} />
      </section>
    </div>
  );
}

export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return <thead data-slot="table-head" className={className} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody data-slot="table-body" className={className} {...props} />;
}

type TableRowProps = ComponentProps<'tr'> & {
  /** The current row: it has a green tint. */
  current?: boolean;
};

export function TableRow({ current = false, className, ...props }: TableRowProps) {
  return (
    <tr
      data-slot="table-row"
      data-state={current ? 'current' : undefined}
      className={clsx('table-row', className)}
      {...props}
    />
  );
}

type Align = { align?: 'start' | 'end' };

export function TableHeader({
  align = 'start',
  className,
  scope = 'col',
  ...props
}: Omit<ComponentProps<'th'>, 'align'> & Align) {
  return (
    <th
      data-slot="table-header"
      data-align={align}
      scope={scope}
      className={clsx('table-header', className)}
      {...props}
    />
  );
}

export function TableCell({
  align = 'start',
  className,
  ...props
}: Omit<ComponentProps<'td'>, 'align'> & Align) {
  return (
    <td data-slot="table-cell" data-align={align} className={clsx('table-cell', className)} {...props} />
  );
}
