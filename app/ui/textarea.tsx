// The multi-line text control; grows with its text where the browser supports it, and can be resized.
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field.tsx';

export function Textarea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  const control = useFieldControl(props);
  return (
    <textarea
      data-slot="textarea"
      rows={rows}
      {...props}
      {...control}
      className={clsx('control control-textarea', className)}
    />
  );
}
