// A discipline: its hue in a small square, never without its word.
import type { Discipline } from '#contracts/discipline.ts';

export const DISCIPLINES: readonly Discipline[] = ['sound', 'movement', 'image', 'word', 'making'];

export function DisciplineMark({ discipline }: { discipline: Discipline }) {
  return (
    <span className="discipline" data-discipline={discipline}>
      {disciplineName(discipline)}
    </span>
  );
}

/** "Sound" */
export function disciplineName(discipline: Discipline): string {
  return discipline.charAt(0).toUpperCase() + discipline.slice(1);
}
