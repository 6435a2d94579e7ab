// The header of a class, event, show, entry, work or person: its section and a short label, title, summary.

import type { ReactNode } from 'react';
import { Cover, type CoverProps } from '#app/features/covers/cover.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { firstSlug, langOf, type Marks } from '#app/language/in-language.ts';
import { Link } from '#app/ui/link.tsx';

interface ArticleHeadProps {
  title: string;
  lead: string;
  /** What they are texts of, and their fields: for the language of each. */
  of?: Marks;
  fields?: readonly [title: string, lead: string];
  section: { to: string; label: string };
  /** After the section, above the title. */
  children: ReactNode;
}

export function ArticleHead({
  title,
  lead,
  of,
  fields = ['title', 'summary'],
  section,
  children,
}: ArticleHeadProps) {
  const above = (
    <>
      <Link to={section.to}>{section.label}</Link>
      {children}
    </>
  );
  return (
    <PageHead title={title} titleLang={langOf(of, fields[0])} above={above}>
      <p className="lead" {...langOf(of, fields[1])}>
        {lead}
      </p>
    </PageHead>
  );
}

interface ArticlePictureProps {
  of: Pick<CoverProps, 'slug' | 'discipline' | 'picture'> & Marks;
  /** To a width of seven. */
  height: number;
}

export function ArticlePicture({ of, height }: ArticlePictureProps) {
  const { discipline, picture } = of;
  const slug = firstSlug(of);
  return (
    <Cover className="page-picture" {...{ slug, discipline, picture }} ratio={[7, height]} loading="eager" />
  );
}
