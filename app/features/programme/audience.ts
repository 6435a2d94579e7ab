// Ages and level as text.

import { t } from '#app/language/messages.ts';
export type Level = 'open' | 'beginner' | 'intermediate' | 'advanced';

export interface Audience {
  age_from: number;
  age_to: number | null;
  level: Level;
}

export const LEVELS: readonly Level[] = ['open', 'beginner', 'intermediate', 'advanced'];

/** "beginners" */
export function levelName(level: Level): string {
  return t(`shared.programme.level_${level}`);
}

/** "Ages 7 to 12, all levels", "From 16, beginners", "All ages, all levels" */
export function audienceLine({ age_from, age_to, level }: Audience): string {
  return t('shared.programme.ages_and_level', { ages: agesLine(age_from, age_to), level: levelName(level) });
}

export function agesLine(from: number, to: number | null): string {
  if (to !== null)
    return from === to
      ? t('shared.programme.one_age', { age: from })
      : t('shared.programme.ages_from_to', { from, to });
  return from === 0 ? t('shared.programme.all_ages') : t('shared.programme.from_age', { age: from });
}
