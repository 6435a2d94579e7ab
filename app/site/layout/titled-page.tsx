import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PageHead } from '#app/features/page-head/page-head.tsx';

interface TitledPageProps {
  title: string;
  /** A sentence beside the title. */
  lead?: string;
  className?: string;
  children: ReactNode;
}

/** A page with its title above everything else. */
export function TitledPage({ title, lead, className, children }: TitledPageProps) {
  return (
    <main id="main">
      <PageHead title={title} lead={lead} />
      <div className={clsx('wrap', className)}>{children}</div>
    </main>
  );
}
