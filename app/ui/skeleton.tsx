// The place where something will stand: rules at rest, in the measure of what is coming, so that nothing shifts.
// Silent to screen readers; the region that loads says so itself with aria-busy.
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="skeleton" aria-hidden="true" className={clsx('skeleton', className)} {...props} />;
}
