// Progress as bars: done bars are packed on the left, the rest are spaced out. Without a value the end is unknown and a
// wave moves through instead.
import { clsx } from 'clsx';
import type { ComponentProps, CSSProperties } from 'react';

type ProgressProps = Omit<ComponentProps<'div'>, 'children'> & {
  /** What is progressing, for people who cannot see the ticks. */
  label: string;
  /** Null while the total is unknown. */
  value: number | null;
  max?: number;
};

export function Progress({ label, value, max = 100, className, style, ...props }: ProgressProps) {
  const share = value === null ? null : Math.min(1, Math.max(0, value / max));
  return (
    <div
      data-slot="progress"
      data-state={share === null ? 'indeterminate' : share === 1 ? 'complete' : 'loading'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
      className={clsx('progress', className)}
      style={share === null ? style : ({ ...style, '--share': `${share * 100}%` } as CSSProperties)}
      {...props}
    />
  );
}
