import type { ReactNode } from 'react';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';

interface EmptyListProps {
  /** A search or a filter leaves nothing to show. */
  isFiltered: boolean;
  /** The titles: with a filter, and without one. */
  notFound: string;
  none: string;
  /** Address and label of the link to the whole list, shown with a filter. */
  all?: readonly [to: string, label: string];
  /** The first step, shown without a filter. */
  action?: ReactNode;
  children?: ReactNode;
}

/** Stands in the place of a list without rows. */
export function EmptyList({ isFiltered, notFound, none, all, action, children }: EmptyListProps) {
  return (
    <EmptyState
      level={2}
      title={isFiltered ? notFound : none}
      action={isFiltered ? all && <Link to={all[0]}>{all[1]}</Link> : action}
    >
      {children}
    </EmptyState>
  );
}
