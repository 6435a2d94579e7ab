// The native select, styled. Browsers that let pages style the open list show ours; the rest show their own.
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field.tsx';

export function Select({ className, ...props }: ComponentProps<'select'>) {
  const control = useFieldControl(props);
  return (
    <select
      data-slot="select"
      {...props}
      {...control}
      className={clsx('control control-select', className)}
    />
  );
}
