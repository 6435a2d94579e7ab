// Native radios under one question: arrow keys, forms and screen readers work as usual. The group names its radios and
// may control the choice; each option is a clickable row.
import { clsx } from 'clsx';
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';
import { FieldSet } from './field.tsx';

type Group = {
  name: string;
  value: string | undefined;
  defaultValue: string | undefined;
  required: boolean;
  choose: ((value: string) => void) | undefined;
};

const GroupContext = createContext<Group | null>(null);

type RadioGroupProps = Omit<ComponentProps<typeof FieldSet>, 'onChange' | 'defaultValue'> & {
  name?: string;
  value?: string;
  defaultValue?: string;
  required?: boolean;
  onValueChange?: (value: string) => void;
};

export function RadioGroup({
  name,
  value,
  defaultValue,
  required = false,
  onValueChange,
  className,
  children,
  ...props
}: RadioGroupProps) {
  const ownName = useId();
  return (
    <FieldSet data-slot="radio-group" className={className} {...props}>
      <GroupContext value={{ name: name ?? ownName, value, defaultValue, required, choose: onValueChange }}>
        <div className="choice-list">{children}</div>
      </GroupContext>
    </FieldSet>
  );
}

type RadioOptionProps = Omit<ComponentProps<'input'>, 'type' | 'value'> & {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  /** A price or count, in its own column on the right. */
  aside?: ReactNode;
};

export function RadioOption({
  value,
  label,
  hint,
  aside,
  id,
  className,
  onChange,
  ...props
}: RadioOptionProps) {
  const group = useContext(GroupContext);
  const ownId = useId();
  if (!group) throw new Error('RadioOption must be inside a RadioGroup');
  const optionId = id ?? ownId;
  const choice =
    group.value === undefined
      ? { defaultChecked: group.defaultValue === value }
      : { checked: group.value === value };
  return (
    <div data-slot="radio-option" className={clsx('choice', className)}>
      <input
        {...choice}
        {...props}
        id={optionId}
        type="radio"
        name={group.name}
        value={value}
        required={group.required || undefined}
        onChange={(event) => {
          onChange?.(event);
          group.choose?.(value);
        }}
        className="choice-box choice-round"
        aria-describedby={clsx(aside && `${optionId}-aside`, hint && `${optionId}-hint`) || undefined}
      />
      <label className="choice-label" htmlFor={optionId}>
        {label}
      </label>
      {hint && (
        <span className="choice-hint" id={`${optionId}-hint`}>
          {hint}
        </span>
      )}
      {aside && (
        <span className="choice-aside" id={`${optionId}-aside`}>
          {aside}
        </span>
      )}
    </div>
  );
}
