import type { ReactNode } from 'react';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';

interface EmptyListProps {
  /** The title when a search or a filter leaves nothing to show; false without one. */
  notFound: string | false;
  /** The title without a filter. */
  none: string;
  /** Address and label of the link to the whole list, shown with a filter. */
  all?: readonly [to: string, label: string];
  /** The first step, shown without a filter. */
  action?: ReactNode;
  children?: ReactNode;
}

/** Stands in the place of a list without rows. */
export function EmptyList({ notFound, none, all, action, children }: EmptyListProps) {
  return (
    <EmptyState
      level={2}
      title={notFound || none}
      action={notFound ? all && <Link to={all[0]}>{all[1]}</Link> : action}
    >
      {children}
    </EmptyState>
  );
}
