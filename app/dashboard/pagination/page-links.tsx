// The way on and back through a long list.
import { useLocation } from 'react-router';
import { Link } from '#app/ui/link.tsx';
import type { TurnedPage } from './column-cursor.ts';

interface KeysetLinksProps {
  newer: string | null;
  older: string | null;
  words?: { newer: string; older: string };
}

/** For lists that a function of the database turns, by moment. */
export function KeysetLinks({ newer, older, words = { newer: 'Newer', older: 'Older' } }: KeysetLinksProps) {
  return <Steps back={['after', newer, words.newer]} on={['before', older, words.older]} />;
}

interface ColumnLinksProps {
  page: Pick<TurnedPage<object>, 'back' | 'on'>;
  words?: { back: string; on: string };
}

/** For lists that are read from a table. */
export function ColumnLinks({ page, words = { back: 'Newer', on: 'Older' } }: ColumnLinksProps) {
  return <Steps back={['back', page.back, words.back]} on={['on', page.on, words.on]} />;
}

/** A name in the address, its mark, and what the step is called. */
type Step = [name: string, mark: string | null, words: string];

function Steps({ back, on }: { back: Step; on: Step }) {
  if (!back[1] && !on[1]) return null;
  return (
    <nav className="pagination keyset" aria-label="Pages">
      <StepLink step={back} rel="prev" other={on[0]} />
      <StepLink step={on} rel="next" other={back[0]} />
    </nav>
  );
}

function StepLink({
  step: [name, mark, words],
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
        {words}
      </span>
    );
  const query = new URLSearchParams(search);
  query.delete(other);
  query.set(name, mark);
  return (
    <Link to={`?${query}`} rel={rel} className="pagination-step">
      {words}
    </Link>
  );
}
