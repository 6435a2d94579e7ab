// The colour of a discipline without a chosen colour: fixed for the sample studio's five, otherwise derived from the
// slug.
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
