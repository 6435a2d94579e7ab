import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface RowsProps<Item> {
  of: readonly Item[];
  /** What is said when there are none. */
  none: ReactNode;
  className?: string;
  children(item: Item, index: number): ReactNode;
}

/** A list of rows, each a list item. */
export function Rows<Item>({ of, none, className, children }: RowsProps<Item>) {
  if (of.length > 0) return <ul className={clsx('dash-list', className)}>{of.map(children)}</ul>;
  return typeof none === 'string' ? <p className="dash-quiet">{none}</p> : none;
}
