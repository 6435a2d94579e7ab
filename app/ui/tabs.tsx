// Tabs: the chosen one is wide, the others are narrow.
import { clsx } from 'clsx';
import * as Radix from 'radix-ui/tabs';
import type { ComponentProps } from 'react';
import { currentLanguage } from '#app/language/messages.ts';

export function Tabs({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  const { direction } = currentLanguage();
  return <Radix.Root data-slot="tabs" className={clsx('tabs', className)} dir={direction} {...props} />;
}

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return <Radix.List data-slot="tabs-list" className={clsx('tabs-list', className)} {...props} />;
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger data-slot="tabs-trigger" className={clsx('tabs-trigger', className)} {...props} />;
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content data-slot="tabs-content" className={clsx('tabs-content', className)} {...props} />;
}
