// The native select, styled. Browsers that let pages style the open list show ours; the rest show their own.
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field.tsx';

type SelectProps = ComponentProps<'select'> & {
  /** Value and label of each option, after those given as children. */
  options?: readonly (readonly [value: string | number, label: string | number])[];
  /** Label of the first option, which chooses nothing. */
  none?: string;
};

export function Select({ className, options = [], none, children, ...props }: SelectProps) {
  const control = useFieldControl(props);
  return (
    <select data-slot="select" {...props} {...control} className={clsx('control control-select', className)}>
      {none !== undefined && <option value="">{none}</option>}
      {children}
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
