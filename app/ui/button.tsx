// The button in its nine variants and four sizes; `asChild` gives the same look to a link. It does not hide its label
// while busy.
import { clsx } from 'clsx';
import { Children, type ComponentProps, cloneElement, type MouseEvent, type ReactElement } from 'react';

const VARIANTS = {
  primary: 'btn-primary',
  secondary: 'btn-secondary',
  tertiary: 'btn-tertiary',
  text: 'btn-text',
  input: 'btn-input',
  default: 'btn-default',
  destructive: 'btn-destructive',
  ghost: 'btn-ghost',
  link: 'btn-link',
};

const SIZES = { default: '', sm: 'btn-sm', lg: 'btn-lg', icon: 'btn-icon' };

export type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  /** Puts look and behaviour on the only child, for links. */
  asChild?: boolean;
  /** Busy: presses are ignored, the focus stays, a wave moves along the edge. */
  busy?: boolean;
};

export function Button({
  variant = 'default',
  size = 'default',
  asChild = false,
  busy = false,
  className,
  onClick,
  type,
  ...props
}: ButtonProps) {
  const shared = {
    'data-slot': 'button',
    'data-variant': variant,
    'data-size': size,
    ...props,
    ...(busy && { 'aria-busy': true, 'aria-disabled': true }),
  };
  const classNames = clsx('btn', VARIANTS[variant], SIZES[size], className);
  // Not `disabled` while busy: a disabled button loses the focus.
  const press = busy ? swallow : onClick;
  if (asChild) {
    const { children, ...rest } = shared;
    const child = Children.only(children) as ReactElement<ComponentProps<'button'>>;
    return cloneElement(child, {
      ...rest,
      ...child.props,
      className: clsx(classNames, child.props.className),
      onClick: (event) => {
        child.props.onClick?.(event);
        press?.(event);
      },
    });
  }
  // A plain button inside a form would submit it by accident.
  return <button type={type ?? 'button'} {...shared} className={classNames} onClick={press} />;
}

/** The small button that looks like a link, for rows and notes. */
export function LinkButton(props: Omit<ButtonProps, 'variant' | 'size'>) {
  return <Button variant="link" size="sm" {...props} />;
}

function swallow(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}
