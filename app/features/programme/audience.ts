// Ages and level as text.

import { t } from '#app/language/messages.ts';
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
  if (to !== null)
    return from === to
      ? t('shared.programme.age_from', { from })
      : t('shared.programme.ages_from_to_to', { from, to });
  return from === 0 ? t('shared.programme.all_ages') : t('shared.programme.from_from', { from });
}
