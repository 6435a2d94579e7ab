// The parts every page is made of: header with the tabs of its section, panels, loading and error states.

import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId } from 'react';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { SectionTabs } from './section-tabs.tsx';
import { setPageLoading } from './stale-data.ts';

interface PageHeaderProps {
  title: string;
  /** Address and label of the list that the page belongs to. */
  back?: readonly [to: string, label: string];
  /** A summary beside the title. */
  children?: ReactNode;
  /** Address and label of the main action, where it is another page. */
  link?: readonly [to: string, label: string];
  actions?: ReactNode;
  /** The tabs of the section, where the page belongs to one. */
  hasTabs?: boolean;
}

export function PageHeader({ title, back, children, link, actions, hasTabs = true }: PageHeaderProps) {
  return (
    <>
      {back && (
        <p className="dash-back">
          <Link to={back[0]}>{back[1]}</Link>
        </p>
      )}
      <div className="dash-head">
        <h1>{title}</h1>
        {children && <p className="dash-head-summary">{children}</p>}
        {(link || actions) && (
          <div className="dash-head-actions">
            {actions}
            {link && (
              <Button asChild variant="primary" size="sm">
                <Link to={link[0]}>{link[1]}</Link>
              </Button>
            )}
          </div>
        )}
      </div>
      {hasTabs && <SectionTabs />}
    </>
  );
}

interface PageProps extends PageHeaderProps {
  /** A summary beside the title. */
  lead?: ReactNode;
}

/** A page of panels side by side. */
export function ColumnsPage({ lead, children, ...header }: PageProps) {
  return (
    <>
      <PageHeader {...header}>{lead}</PageHeader>
      <div className="dash-columns">{children}</div>
    </>
  );
}

/** A page of panels below each other, as wide as a line of text. */
export function ReadingPage({ lead, children, ...header }: PageProps) {
  return (
    <>
      <PageHeader {...header}>{lead}</PageHeader>
      <div className="dash-stack dash-reading">{children}</div>
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
      <div className="panel-head spread">
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
      {message} <LinkButton onClick={onTryAgain}>{t('dashboard.common.try_again')}</LinkButton>
    </p>
  );
}
