// Links to the previous and the next page of a long list.

import { useLocation } from 'react-router';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import type { TurnedPage } from './column-cursor.ts';

interface KeysetLinksProps {
  newer: string | null;
  older: string | null;
  labels?: { newer: string; older: string };
}

/** For lists paged by time (time-cursor.ts). */
export function KeysetLinks({
  newer,
  older,
  labels = { newer: t('dashboard.pagination.newer'), older: t('dashboard.pagination.older') },
}: KeysetLinksProps) {
  return <Steps back={['after', newer, labels.newer]} on={['before', older, labels.older]} />;
}

interface ColumnLinksProps {
  page: Pick<TurnedPage<object>, 'back' | 'on'>;
  labels?: { back: string; on: string };
}

/** For lists paged by columns (column-cursor.ts). */
export function ColumnLinks({
  page,
  labels = { back: t('dashboard.pagination.newer'), on: t('dashboard.pagination.older') },
}: ColumnLinksProps) {
  return <Steps back={['back', page.back, labels.back]} on={['on', page.on, labels.on]} />;
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
  query.set(name, mark);
  return (
    <Link to={`?${query}`} rel={rel} className="pagination-step">
      {label}
    </Link>
  );
}
