// A discipline: its colour in a small square, never without its name.
import { useDiscipline } from '#app/disciplines/use-disciplines.ts';
import type { Discipline } from '#contracts/discipline.ts';

export function DisciplineMark({ discipline }: { discipline: Discipline }) {
  const { name, color } = useDiscipline(discipline);
  return (
    <span className="discipline" data-color={color}>
      {name}
    </span>
  );
}
