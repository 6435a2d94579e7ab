// The button in its nine variants and four sizes; `asChild` lends the same look to a link.
// Never decides what a press does, and never hides its label while it is busy.
import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui/slot';
import type { ComponentProps, MouseEvent } from 'react';

export const buttonVariants = cva('btn', {
  variants: {
    variant: {
      primary: 'btn-primary',
      secondary: 'btn-secondary',
      tertiary: 'btn-tertiary',
      text: 'btn-text',
      input: 'btn-input',
      default: 'btn-default',
      destructive: 'btn-destructive',
      ghost: 'btn-ghost',
      link: 'btn-link',
    },
    size: {
      default: '',
      sm: 'btn-sm',
      lg: 'btn-lg',
      icon: 'btn-icon',
    },
  },
  defaultVariants: { variant: 'default', size: 'default' },
});

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    /** Puts look and behaviour on the only child, for links. */
    asChild?: boolean;
    /** Something is running: the press is ignored, the focus stays, a wave travels along the edge. */
    busy?: boolean;
  };

export function Button({
  variant,
  size,
  asChild = false,
  busy = false,
  className,
  onClick,
  type,
  ...props
}: ButtonProps) {
  const Part = asChild ? Slot : 'button';
  return (
    <Part
      data-slot="button"
      data-variant={variant ?? 'default'}
      data-size={size ?? 'default'}
      // A plain button inside a form would submit it by accident.
      type={asChild ? type : (type ?? 'button')}
      {...props}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      className={buttonVariants({ variant, size, className })}
      // Not `disabled` while busy: a disabled button drops the keyboard's place on the page.
      onClick={busy ? swallow : onClick}
    />
  );
}

function swallow(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}
