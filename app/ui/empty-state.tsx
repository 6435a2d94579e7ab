// Shown where there is nothing yet: one ruler, a sentence that says what will be here, one button to the first step.
// Of several on a page only the first has the ruler.
import { clsx } from 'clsx';
import { type ComponentProps, isValidElement, type ReactNode } from 'react';
import { Button } from './button.tsx';

type EmptyStateProps = Omit<ComponentProps<'div'>, 'title'> & {
  /** A sentence with the next step: "Nothing on Sunday. The next class is Tuesday at 10:00." */
  title: ReactNode;
  /** The heading level that fits the page's outline. */
  level?: 2 | 3 | 4;
  /** A link or a button; a link gets the look of a button. */
  action?: ReactNode;
};

export function EmptyState({ title, level = 3, action, className, children, ...props }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div data-slot="empty-state" className={clsx('empty-state', className)} {...props}>
      <div className="empty-state-rules" aria-hidden="true" />
      <Heading className="empty-state-title">{title}</Heading>
      {children && <div className="empty-state-text">{children}</div>}
      {action && <div className="empty-state-action">{asButton(action)}</div>}
    </div>
  );
}

function asButton(action: ReactNode): ReactNode {
  if (!isValidElement(action) || action.type === Button) return action;
  return (
    <Button asChild variant="tertiary" size="sm">
      {action}
    </Button>
  );
}
