// Connects a control with its label, hint and error for screen readers. Holds no value and validates nothing; the kit's
// controls connect by themselves.
import { clsx } from 'clsx';
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';
import { t } from '#app/language/messages.ts';

type FieldWiring = { id: string; describedBy: string | undefined; isInvalid: boolean; isRequired: boolean };

const FieldContext = createContext<FieldWiring | null>(null);

type FieldProps = Omit<ComponentProps<'div'>, 'children'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  optional?: boolean;
  /** A label addition. */
  aside?: ReactNode;
  children: ReactNode;
};

export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  aside = optional && t('shared.ui.optional'),
  className,
  children,
  ...props
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = clsx(error && errorId, hint && hintId) || undefined;
  return (
    <div data-slot="field" className={clsx('field', className)} {...props}>
      <div className="field-head spread">
        <label data-slot="field-label" className="field-label" htmlFor={id}>
          {label}
        </label>
        {aside && <span className="field-aside">{aside}</span>}
      </div>
      <FieldContext value={{ id, describedBy, isInvalid: Boolean(error), isRequired: required }}>
        {children}
      </FieldContext>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
    </div>
  );
}

export function FieldHint({ className, ...props }: ComponentProps<'p'>) {
  return <p data-slot="field-hint" className={clsx('field-hint', className)} {...props} />;
}

export function FieldError({ className, ...props }: ComponentProps<'p'>) {
  return <p data-slot="field-error" className={clsx('field-error', className)} {...props} />;
}

type FieldSetProps = ComponentProps<'fieldset'> & {
  legend: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
};

/** A group of choices with one question above it. */
export function FieldSet({ legend, hint, error, className, children, ...props }: FieldSetProps) {
  const id = useId();
  const describedBy = clsx(error && `${id}-error`, hint && `${id}-hint`) || undefined;
  return (
    <fieldset
      data-slot="field-set"
      className={clsx('field', className)}
      aria-describedby={describedBy}
      data-invalid={error ? true : undefined}
      {...props}
    >
      <legend data-slot="field-legend" className="field-label">
        {legend}
      </legend>
      {/* A group inside a group of fields must not pass the outer label's id to its inputs. */}
      <FieldContext value={null}>{children}</FieldContext>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </fieldset>
  );
}

type ControlProps = {
  id?: string;
  required?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: ComponentProps<'input'>['aria-invalid'];
};

/** The props that a Field adds to its control; explicit props win. */
export function useFieldControl(props: ControlProps): ControlProps {
  const field = useContext(FieldContext);
  if (!field) return props;
  return {
    id: props.id ?? field.id,
    required: props.required ?? (field.isRequired || undefined),
    'aria-describedby': clsx(field.describedBy, props['aria-describedby']) || undefined,
    'aria-invalid': props['aria-invalid'] ?? (field.isInvalid || undefined),
  };
}
