import type { ComponentProps } from 'react';
import type { Discipline } from '#contracts/discipline.ts';
import { DisciplineMark } from './discipline-mark.tsx';

type DisciplineLegendProps = ComponentProps<'ul'> & { disciplines: readonly { slug: Discipline }[] };

/** The colours of a calendar. */
export function DisciplineLegend({ disciplines, ...props }: DisciplineLegendProps) {
  return (
    <ul {...props}>
      {disciplines.map(({ slug }) => (
        <li key={slug}>
          <DisciplineMark discipline={slug} />
        </li>
      ))}
    </ul>
  );
}
