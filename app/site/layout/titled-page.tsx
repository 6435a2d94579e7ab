import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import type { LangAttributes } from '#app/language/in-language.ts';

interface TitledPageProps {
  title: string;
  /** Where the title is not in the language of the page. */
  titleLang?: LangAttributes | undefined;
  /** Above the title: where it belongs. */
  above?: ReactNode;
  /** A sentence beside the title. */
  lead?: string;
  className?: string;
  children: ReactNode;
}

/** A page with its title above everything else. */
export function TitledPage({ title, titleLang, above, lead, className, children }: TitledPageProps) {
  return (
    <main id="main">
      <PageHead title={title} titleLang={titleLang} above={above} lead={lead} />
      <div className={clsx('wrap', className)}>{children}</div>
    </main>
  );
}
