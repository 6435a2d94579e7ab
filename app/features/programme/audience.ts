// Ages and level as text.

export type Level = 'open' | 'beginner' | 'intermediate' | 'advanced';

export interface Audience {
  age_from: number;
  age_to: number | null;
  level: Level;
}

export const LEVEL_NAMES: Record<Level, string> = {
  open: 'all levels',
  beginner: 'beginners',
  intermediate: 'some experience',
  advanced: 'advanced',
};

/** "Ages 7 to 12, all levels", "From 16, beginners", "All ages, all levels" */
export function audienceLine({ age_from, age_to, level }: Audience): string {
  return `${agesLine(age_from, age_to)}, ${LEVEL_NAMES[level]}`;
}

export function agesLine(from: number, to: number | null): string {
  if (to !== null) return from === to ? `Age ${from}` : `Ages ${from} to ${to}`;
  return from === 0 ? 'All ages' : `From ${from}`;
}
