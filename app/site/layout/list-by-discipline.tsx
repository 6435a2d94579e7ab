// A list of which a discipline can be chosen. The choice is in the address; without scripts these are plain links.
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Discipline } from '#contracts/discipline.ts';

interface ListByDisciplineProps<Item> {
  items: Item[];
  /** Name of the choice. */
  label: string;
  /** The link that shows everything. */
  all: string;
  to: string;
  /** Where there are no items at all: what is said, and the address and label of the link below it. */
  empty: readonly [title: string, to: string, label: string];
  children(shown: Item[]): ReactNode;
}

export function ListByDiscipline<Item extends { discipline: Discipline | null }>({
  items,
  label,
  all,
  to,
  empty,
  children,
}: ListByDisciplineProps<Item>) {
  const [query] = useSearchParams();
  const asked = query.get('discipline');
  const found = items.map(({ discipline }) => discipline);
  const offered = useDisciplines().filter(({ slug }) => found.includes(slug));
  const chosen = found.find((discipline) => discipline === asked) ?? undefined;
  if (items.length === 0) {
    const [title, elsewhere, name] = empty;
    return <EmptyState level={2} title={title} action={<Link to={elsewhere}>{name}</Link>} />;
  }
  return (
    <>
      {offered.length > 1 && (
        <nav className="discipline-filter" aria-label={label}>
          <Link to={to} aria-current={chosen ? undefined : 'page'} preventScrollReset>
            {all}
          </Link>
          {offered.map(({ slug }) => (
            <Link
              key={slug}
              to={`${to}?discipline=${slug}`}
              aria-current={chosen === slug ? 'page' : undefined}
              preventScrollReset
            >
              <DisciplineMark discipline={slug} />
            </Link>
          ))}
        </nav>
      )}
      {children(chosen ? items.filter(({ discipline }) => discipline === chosen) : items)}
    </>
  );
}
