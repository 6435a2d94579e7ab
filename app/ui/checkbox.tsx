// A native checkbox with its words; the whole row is the target.
import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  label: ReactNode;
  hint?: ReactNode;
  /** Some but not all of what it stands for is chosen. */
  indeterminate?: boolean;
};

export function Checkbox({ label, hint, indeterminate = false, id, className, ...props }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const ownId = useId();
  const boxId = id ?? ownId;
  const hintId = `${boxId}-hint`;
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
        aria-describedby={clsx(props['aria-describedby'], hint && hintId) || undefined}
      />
      <label className="choice-label" htmlFor={boxId}>
        {label}
      </label>
      {hint && (
        <span className="choice-hint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  );
}
