// The parts every room is made of: its head, its panels, the seven and five of its body.
import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export function RoomHead({
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
