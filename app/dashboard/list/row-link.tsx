// The link that names a row. On a wide screen it opens the row beside the list, otherwise its page.

import type { MouseEvent, ReactNode } from 'react';
import { Link } from '#app/ui/link.tsx';
import { isWideScreen, useOpenRow } from './open-row.ts';

interface RowLinkProps {
  /** The id of the row. */
  row: string;
  /** Its page; without one the details take the place of the list on a small screen. */
  to?: string;
  children: ReactNode;
}

export function RowLink({ row, to, children }: RowLinkProps) {
  const [openId, open] = useOpenRow();
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const isOwnTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (isOwnTab || (to && !isWideScreen())) return;
    event.preventDefault();
    open(row);
  };
  return (
    <Link
      to={to ?? `?open=${row}`}
      prefetch={to ? 'intent' : 'none'}
      aria-expanded={openId === row || undefined}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}
