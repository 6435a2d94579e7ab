// The one-line text control. Inside a Field it labels and describes itself.
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field.tsx';

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  const control = useFieldControl(props);
  return (
    <input data-slot="input" type={type} {...props} {...control} className={clsx('control', className)} />
  );
}

export function NumberInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <Input type="number" {...props} />;
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  onText(text: string): void;
}

export function SearchInput({ onText, ...props }: SearchInputProps) {
  return (
    <Input
      type="search"
      autoComplete="off"
      onChange={({ currentTarget }) => onText(currentTarget.value)}
      {...props}
    />
  );
}
