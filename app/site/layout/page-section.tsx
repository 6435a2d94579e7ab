// A part of a public page: a heading over a rule, a link beside it, and what belongs to it.
import type { ComponentProps, ReactNode } from 'react';

type PageSectionProps = Omit<ComponentProps<'section'>, 'id' | 'title'> & {
  /** The id of the heading. */
  id: string;
  title: ReactNode;
  /** Beside the heading. */
  link?: ReactNode;
  as?: 'section' | 'nav';
};

export function PageSection({ id, title, link, as: Tag = 'section', children, ...props }: PageSectionProps) {
  return (
    <Tag aria-labelledby={id} {...props}>
      <div className="section-head ruled">
        <h2 id={id}>{title}</h2>
        {link}
      </div>
      {children}
    </Tag>
  );
}
