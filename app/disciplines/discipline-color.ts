// The colour of a discipline that nobody chose one for: the sample studio's five have theirs, others get one by their slug.
import { DISCIPLINE_COLORS, type Discipline, type DisciplineColor } from '#contracts/discipline.ts';

const SAMPLE_COLORS: Record<string, DisciplineColor> = {
  sound: 'blue',
  movement: 'orange',
  image: 'pink',
  word: 'yellow',
  making: 'violet',
};

export function defaultColor(discipline: Discipline): DisciplineColor {
  const known = Object.hasOwn(SAMPLE_COLORS, discipline) ? SAMPLE_COLORS[discipline] : undefined;
  return known ?? DISCIPLINE_COLORS[sumOf(discipline) % DISCIPLINE_COLORS.length] ?? 'grey';
}

export function isDisciplineColor(value: unknown): value is DisciplineColor {
  return (DISCIPLINE_COLORS as readonly unknown[]).includes(value);
}

function sumOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
}
