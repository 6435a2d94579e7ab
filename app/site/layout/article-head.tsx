// The header of a class, event, show, entry, work or person: its section and a short label, title, summary.
import type { ReactNode } from 'react';
import { Cover, type CoverProps } from '#app/features/covers/cover.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { Link } from '#app/ui/link.tsx';

interface ArticleHeadProps {
  title: string;
  lead: string;
  section: { to: string; label: string };
  /** After the section, above the title. */
  children: ReactNode;
}

export function ArticleHead({ title, lead, section, children }: ArticleHeadProps) {
  const above = (
    <>
      <Link to={section.to}>{section.label}</Link>
      {children}
    </>
  );
  return (
    <PageHead title={title} above={above}>
      <p className="lead">{lead}</p>
    </PageHead>
  );
}

interface ArticlePictureProps {
  of: Pick<CoverProps, 'slug' | 'discipline' | 'picture'>;
  /** To a width of seven. */
  height: number;
}

export function ArticlePicture({ of: { slug, discipline, picture }, height }: ArticlePictureProps) {
  const ratio = { ratioWidth: 7, ratioHeight: height };
  return (
    <Cover className="page-picture" {...{ slug, discipline, picture, ...ratio }} alt="" loading="eager" />
  );
}
