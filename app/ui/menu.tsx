// A menu of actions behind a button. Not modal: the page stays scrollable and needs no injected style. Rendered beside
// its button, so that it stays inside the page's landmarks.
import { clsx } from 'clsx';
import * as Radix from 'radix-ui/dropdown-menu';
import type { ComponentProps } from 'react';
import { currentLanguage } from '#app/language/messages.ts';

export function Menu(props: Omit<ComponentProps<typeof Radix.Root>, 'modal'>) {
  return <Radix.Root dir={currentLanguage().direction} {...props} modal={false} />;
}

export function MenuTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger data-slot="menu-trigger" {...props} />;
}

export function MenuContent({
  className,
  sideOffset = 6,
  align = 'start',
  ...props
}: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Content
      data-slot="menu"
      className={clsx('menu', className)}
      sideOffset={sideOffset}
      align={align}
      collisionPadding={8}
      {...props}
    />
  );
}

type MenuItemProps = ComponentProps<typeof Radix.Item> & { variant?: 'default' | 'destructive' };

export function MenuItem({ variant = 'default', className, ...props }: MenuItemProps) {
  return (
    <Radix.Item
      data-slot="menu-item"
      data-variant={variant}
      className={clsx('menu-item', className)}
      {...props}
    />
  );
}

export function MenuCheckboxItem({ className, ...props }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem
      data-slot="menu-checkbox-item"
      className={clsx('menu-item menu-item-choice', className)}
      {...props}
    />
  );
}

export function MenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label data-slot="menu-label" className={clsx('menu-label', className)} {...props} />;
}

export function MenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return (
    <Radix.Separator data-slot="menu-separator" className={clsx('menu-separator', className)} {...props} />
  );
}
