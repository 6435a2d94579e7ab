// A native checkbox with its label; the whole row is the target.
import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { FieldError } from './field.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Some but not all of its items are chosen. */
  indeterminate?: boolean;
};

export function Checkbox({
  label,
  hint,
  error,
  indeterminate = false,
  id,
  className,
  ...props
}: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const ownId = useId();
  const boxId = id ?? ownId;
  const hintId = `${boxId}-hint`;
  const errorId = `${boxId}-error`;
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <div data-slot="checkbox" className={clsx('choice', className)}>
      <input
        {...props}
        ref={box}
        id={boxId}
        type="checkbox"
        className="choice-box"
        aria-invalid={props['aria-invalid'] ?? (error ? true : undefined)}
        aria-describedby={clsx(props['aria-describedby'], error && errorId, hint && hintId) || undefined}
      />
      <label className="choice-label" htmlFor={boxId}>
        {label}
      </label>
      {hint && (
        <span className="choice-hint" id={hintId}>
          {hint}
        </span>
      )}
      {error && (
        <FieldError className="choice-error" id={errorId}>
          {error}
        </FieldError>
      )}
    </div>
  );
}
