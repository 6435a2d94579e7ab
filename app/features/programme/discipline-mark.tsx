// A discipline: its colour in a small square, never without its name.

import { useDiscipline } from '#app/disciplines/use-disciplines.ts';
import { langOf } from '#app/language/in-language.ts';
import type { Discipline } from '#contracts/discipline.ts';

export function DisciplineMark({ discipline }: { discipline: Discipline }) {
  const row = useDiscipline(discipline);
  return (
    <span className="discipline" data-color={row.color}>
      <span {...langOf(row, 'name')}>{row.name}</span>
    </span>
  );
}
