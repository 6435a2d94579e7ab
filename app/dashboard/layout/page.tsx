// The parts every page is made of: header with the tabs of its section, panels, loading and error states.

import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { SectionTabs } from './section-tabs.tsx';
import { setPageLoading } from './stale-data.ts';

export function PageHeader({
  title,
  children,
  actions,
  hasTabs = true,
}: {
  title: string;
  /** A summary beside the title. */
  children?: ReactNode;
  actions?: ReactNode;
  /** The tabs of the section, where the page belongs to one. */
  hasTabs?: boolean;
}) {
  return (
    <>
      <div className="dash-head">
        <h1>{title}</h1>
        {children && <p className="dash-head-summary">{children}</p>}
        {actions && <div className="dash-head-actions">{actions}</div>}
      </div>
      {hasTabs && <SectionTabs />}
    </>
  );
}

export function Panel({
  title,
  aside,
  className,
  id,
  children,
}: {
  title: string;
  aside?: ReactNode;
  className?: string;
  /** Target of links within the page. */
  id?: string;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section id={id} className={clsx('panel', className)} aria-labelledby={titleId}>
      <div className="panel-head">
        <h2 id={titleId}>{title}</h2>
        {aside && <div className="panel-aside">{aside}</div>}
      </div>
      {children}
    </section>
  );
}

/** Shown while a page loads its content in the browser. */
export function PageLoading({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    setPageLoading(true);
    return () => setPageLoading(false);
  }, []);
  return (
    <div aria-busy="true">
      <PageHeader title={title}>{children}</PageHeader>
      <Skeleton className="dash-skeleton" />
    </div>
  );
}

/** Shown where one part of a page could not be loaded. */
export function PanelError({ message, onTryAgain }: { message: string; onTryAgain(): void }) {
  return (
    <p className="form-error" role="alert">
      {message}{' '}
      <Button variant="link" size="sm" onClick={onTryAgain}>
        {t('dashboard.common.try_again')}
      </Button>
    </p>
  );
}
