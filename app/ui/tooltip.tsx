// A short name for a control, on hover and focus. Never the only place for information: it does not open on touch.
import { clsx } from 'clsx';
import * as Radix from 'radix-ui/tooltip';
import type { ComponentProps, ReactNode } from 'react';

type TooltipProps = Omit<ComponentProps<typeof Radix.Content>, 'content'> & {
  content: ReactNode;
  /** The control; it must be able to take focus. */
  children: ReactNode;
  delayMs?: number;
};

export function Tooltip({
  content,
  children,
  delayMs = 400,
  className,
  sideOffset = 8,
  ...props
}: TooltipProps) {
  return (
    <Radix.Provider delayDuration={delayMs}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Content
          data-slot="tooltip"
          className={clsx('tooltip', className)}
          sideOffset={sideOffset}
          collisionPadding={8}
          {...props}
        >
          {content}
        </Radix.Content>
      </Radix.Root>
    </Radix.Provider>
  );
}
