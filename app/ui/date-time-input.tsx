// Date, time and both together, by the browser's own pickers, which support keyboard, language and phone. Values are
// the native strings (2026-11-17, 18:00): local time without a zone.
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

type Props = Omit<ComponentProps<'input'>, 'type'>;

export function DateInput({ className, ...props }: Props) {
  return <Input data-slot="date-input" type="date" className={clsx('control-when', className)} {...props} />;
}

export function TimeInput({ className, ...props }: Props) {
  return <Input data-slot="time-input" type="time" className={clsx('control-when', className)} {...props} />;
}

export function DateTimeInput({ className, ...props }: Props) {
  return (
    <Input
      data-slot="date-time-input"
      type="datetime-local"
      className={clsx('control-when', className)}
      {...props}
    />
  );
}
