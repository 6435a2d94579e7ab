// A placeholder with the size of what is loading, so that nothing shifts. Hidden from screen readers; the loading
// region has aria-busy.
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="skeleton" aria-hidden="true" className={clsx('skeleton', className)} {...props} />;
}
