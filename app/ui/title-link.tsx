import type { ComponentProps } from 'react';
import { langOf, type Marks } from '#app/language/in-language.ts';
import { Link } from './link.tsx';

interface TitleLinkProps extends Omit<ComponentProps<typeof Link>, 'children'> {
  of: { title: string } & Marks;
}

/** A link whose text is the title of what it leads to, marked with the title's language. */
export function TitleLink({ of, ...link }: TitleLinkProps) {
  return (
    <Link {...link} {...langOf(of, 'title')}>
      {of.title}
    </Link>
  );
}
