// Chooses a discipline of a list. The choice is in the address; without scripts these are plain links.

import { useSearchParams } from 'react-router';
import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Discipline } from '#contracts/discipline.ts';

interface DisciplineFilterProps {
  label: string;
  /** The link that shows everything. */
  all: string;
  to: string;
  /** Of what is in the list, in any order. */
  found: (Discipline | null)[];
}

/** The discipline in the address, if the list has it. */
export function useChosenDiscipline(found: (Discipline | null)[]): Discipline | undefined {
  const [query] = useSearchParams();
  const asked = query.get('discipline');
  return found.find((discipline) => discipline === asked) ?? undefined;
}

export function DisciplineFilter({ label, all, to, found }: DisciplineFilterProps) {
  const chosen = useChosenDiscipline(found);
  const offered = useDisciplines().filter(({ slug }) => found.includes(slug));
  if (offered.length < 2) return null;
  return (
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
  );
}
