// The studio's disciplines in their order, as the root loader read them.
import { useRouteLoaderData } from 'react-router';
import type { Discipline, DisciplineRow } from '#contracts/discipline.ts';
import { defaultColor } from './discipline-color.ts';

export function useDisciplines(): readonly DisciplineRow[] {
  const root = useRouteLoaderData('root') as { disciplines?: DisciplineRow[] } | undefined;
  return root?.disciplines ?? [];
}

export function useDiscipline(slug: Discipline): DisciplineRow {
  return findDiscipline(useDisciplines(), slug);
}

/** The row, or one made from the slug where the list is older than what is shown. */
export function findDiscipline(disciplines: readonly DisciplineRow[], slug: Discipline): DisciplineRow {
  const name = slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');
  return (
    disciplines.find((row) => row.slug === slug) ?? { slug, name, description: '', color: defaultColor(slug) }
  );
}
