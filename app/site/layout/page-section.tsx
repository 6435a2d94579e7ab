// A part of a public page: a heading below a line, a link beside it, and its content.

import type { ComponentProps, ReactNode } from 'react';
import { Link } from '#app/ui/link.tsx';
import { useIsLinked } from '#app/ui/linked-addresses.ts';

type PageSectionProps = Omit<ComponentProps<'section'>, 'id' | 'title'> & {
  /** The id of the heading. */
  id: string;
  title: ReactNode;
  /** Address and label of a link beside the heading. */
  link?: readonly [to: string, label: string];
  /** Anything else beside the heading. */
  aside?: ReactNode;
  as?: 'section' | 'nav';
  /** A part of the page itself, not of a column. */
  isWide?: boolean;
};

export function PageSection({
  id,
  title,
  link,
  aside,
  as: Tag = 'section',
  isWide = false,
  children,
  ...props
}: PageSectionProps) {
  const isLinked = useIsLinked();
  return (
    <Tag aria-labelledby={id} className={isWide ? 'wrap section' : undefined} {...props}>
      <div className="section-head ruled">
        <h2 id={id}>{title}</h2>
        {link && isLinked(link[0]) && <Link to={link[0]}>{link[1]}</Link>}
        {aside}
      </div>
      {children}
    </Tag>
  );
}
