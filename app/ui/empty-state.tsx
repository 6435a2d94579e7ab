// Shown where there is nothing yet: the heading says what will be here, the action leads to the first step.
import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

type EmptyStateProps = Omit<ComponentProps<'div'>, 'title'> & {
  /** A sentence with the next step: "Nothing on Sunday. The next class is Tuesday at 10:00." */
  title: ReactNode;
  /** The heading level that fits the page's outline. */
  level?: 2 | 3 | 4;
  action?: ReactNode;
};

export function EmptyState({ title, level = 3, action, className, children, ...props }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div data-slot="empty-state" className={clsx('empty-state', className)} {...props}>
      <div className="empty-state-rules" aria-hidden="true" />
      <Heading className="empty-state-title">{title}</Heading>
      {children && <div className="empty-state-text">{children}</div>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  );
}
