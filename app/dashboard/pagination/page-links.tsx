// Links to the previous and the next page of a long list.

import { useLocation } from 'react-router';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import type { TurnedPage } from './column-cursor.ts';

interface KeysetLinksProps {
  newer: string | null;
  older: string | null;
}

/** For lists paged by time (time-cursor.ts). */
export function KeysetLinks({ newer, older }: KeysetLinksProps) {
  return (
    <Steps
      back={['after', newer, t('dashboard.pagination.newer')]}
      on={['before', older, t('dashboard.pagination.older')]}
    />
  );
}

interface ColumnLinksProps {
  page: Pick<TurnedPage<object>, 'back' | 'on'>;
  /** Newest first: the links say "newer" and "older" instead of "previous" and "next". */
  isByTime?: boolean;
}

/** For lists paged by columns (column-cursor.ts). */
export function ColumnLinks({ page, isByTime = true }: ColumnLinksProps) {
  const [back, on] = isByTime
    ? [t('dashboard.pagination.newer'), t('dashboard.pagination.older')]
    : [t('dashboard.common.previous'), t('dashboard.common.next')];
  return <Steps back={['back', page.back, back]} on={['on', page.on, on]} />;
}

interface NewestAndOlderProps {
  isFirst: boolean;
  /** The last row of a page that has others after it. */
  older: number | undefined;
}

/** For lists that only page on, by the number of a row (`before`). */
export function NewestAndOlder({ isFirst, older }: NewestAndOlderProps) {
  const { search } = useLocation();
  if (isFirst && older === undefined) return null;
  const to = (before: string) => {
    const query = new URLSearchParams(search);
    query.delete('before');
    query.delete('open');
    if (before) query.set('before', before);
    return `?${query}`;
  };
  return (
    <nav className="pagination keyset" aria-label={t('dashboard.common.pages')}>
      {!isFirst && (
        <Link to={to('')} className="pagination-step">
          {t('dashboard.system.newest')}
        </Link>
      )}
      {older !== undefined && (
        <Link to={to(String(older))} rel="next" className="pagination-step">
          {t('dashboard.pagination.older')}
        </Link>
      )}
    </nav>
  );
}

/** The query parameter, its cursor and the label of the link. */
type Step = [name: string, mark: string | null, label: string];

function Steps({ back, on }: { back: Step; on: Step }) {
  if (!back[1] && !on[1]) return null;
  return (
    <nav className="pagination keyset" aria-label={t('dashboard.common.pages')}>
      <StepLink step={back} rel="prev" other={on[0]} />
      <StepLink step={on} rel="next" other={back[0]} />
    </nav>
  );
}

function StepLink({
  step: [name, mark, label],
  rel,
  other,
}: {
  step: Step;
  rel: 'prev' | 'next';
  other: string;
}) {
  const { search } = useLocation();
  if (!mark)
    return (
      <span className="pagination-step" data-state="off" aria-hidden="true">
        {label}
      </span>
    );
  const query = new URLSearchParams(search);
  query.delete(other);
  query.delete('open');
  query.set(name, mark);
  return (
    <Link to={`?${query}`} rel={rel} className="pagination-step">
      {label}
    </Link>
  );
}
