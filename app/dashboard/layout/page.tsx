// The parts every room is made of: its head, its panels, the seven and five of its body.
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { setPageLoading } from './stale-data.ts';

export function PageHeader({
  title,
  children,
  actions,
}: {
  title: string;
  /** Beside the title: what this room says at a glance. */
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="dash-head">
      <h1>{title}</h1>
      {children && <p className="dash-head-words">{children}</p>}
      {actions && <div className="dash-head-actions">{actions}</div>}
    </div>
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
  /** Where a link within the room leads to. */
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

/** Stands in for a room whose content is asked for by the browser itself, until it is there. */
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

/** Where a part of a room could not be filled: why, and the way to try again. The rest of the room stands. */
export function PanelError({ words, onTryAgain }: { words: string; onTryAgain(): void }) {
  return (
    <p className="form-error" role="alert">
      {words}{' '}
      <Button variant="link" size="sm" onClick={onTryAgain}>
        Try again
      </Button>
    </p>
  );
}
