// The filters of the class list, read from the address and applied. Pure: no database, no React. An invalid value is
// ignored, so that an old or mistyped address still shows classes.

import type { Audience, Level } from '#app/features/programme/audience.ts';
import { localWeekday } from '#app/language/format-time.ts';
import { currentLanguage, t } from '#app/language/messages.ts';

import type { Discipline } from '#contracts/discipline.ts';

export const DAY_VALUES: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const LEVEL_VALUES: readonly Level[] = ['beginner', 'intermediate', 'advanced'];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const OLDEST_AGE = 120;

export interface ClassFilters {
  /** Monday is 1. */
  day?: number;
  age?: number;
  level?: Level;
  discipline?: Discipline;
  /** A person's slug. */
  teacher?: string;
}

export interface FilterableClass extends Audience {
  slug: string;
  title: string;
  discipline: Discipline;
  teacher: { slug: string; name: string } | null;
  /** Upcoming, nearest first. */
  sessions: { starts_at: string }[];
}

export function readFilters(
  query: URLSearchParams,
  disciplines: readonly { slug: Discipline }[],
): ClassFilters {
  const day = DAY_VALUES.indexOf(query.get('day') ?? '') + 1;
  const age = /^\d{1,3}$/.test(query.get('age') ?? '') ? Number(query.get('age')) : undefined;
  const level = LEVEL_VALUES.find((value) => value === query.get('level'));
  const discipline = disciplines.find(({ slug }) => slug === query.get('discipline'))?.slug;
  const teacher = query.get('teacher');
  return {
    ...(day > 0 && { day }),
    ...(age !== undefined && age <= OLDEST_AGE && { age }),
    ...(level && { level }),
    ...(discipline && { discipline }),
    ...(teacher && /^[a-z0-9-]{1,100}$/.test(teacher) && { teacher }),
  };
}

const QUESTIONS = ['day', 'age', 'level', 'discipline', 'teacher'];

/** The address without empty filters, or nothing when there are none. A plain form sends them all. */
export function tidyQuery(query: URLSearchParams): string | undefined {
  if (!QUESTIONS.some((name) => query.get(name) === '')) return undefined;
  // Only known filters: the router adds parameters of its own when it loads data.
  const asked = QUESTIONS.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : []));
  return new URLSearchParams(asked).toString();
}

export interface FoundClass<T extends FilterableClass> {
  offering: T;
  /** The next matching date, or nothing while there is none. */
  session: T['sessions'][number] | null;
}

/** Matching classes, the nearest first; those without a date last, by title. */
export function filterClasses<T extends FilterableClass>(
  classes: T[],
  filters: ClassFilters,
  zone: string,
): FoundClass<T>[] {
  const found: FoundClass<T>[] = [];
  for (const offering of classes) {
    if (!fits(offering, filters)) continue;
    const session = offering.sessions.find(
      ({ starts_at }) => filters.day === undefined || localWeekday(new Date(starts_at), zone) === filters.day,
    );
    if (!session && filters.day !== undefined) continue;
    found.push({ offering, session: session ?? null });
  }
  return found.sort(byNearness);
}

function fits(offering: FilterableClass, { age, level, discipline, teacher }: ClassFilters): boolean {
  if (age !== undefined && (age < offering.age_from || age > (offering.age_to ?? OLDEST_AGE))) return false;
  // Beginners can also join classes for all levels.
  if (level && offering.level !== level && offering.level !== 'open') return false;
  if (discipline && offering.discipline !== discipline) return false;
  return !teacher || offering.teacher?.slug === teacher;
}

function byNearness(a: FoundClass<FilterableClass>, b: FoundClass<FilterableClass>): number {
  if (a.session && b.session) {
    const difference = Date.parse(a.session.starts_at) - Date.parse(b.session.starts_at);
    return difference || a.offering.title.localeCompare(b.offering.title, currentLanguage().locale);
  }
  if (a.session || b.session) return a.session ? -1 : 1;
  return a.offering.title.localeCompare(b.offering.title, currentLanguage().locale);
}

/** For a line of its own, or after a colon: "on Tuesdays, for age 9, in Sound, with Teo Marchetti"; empty without filters. */
export function formatFilters(
  filters: ClassFilters,
  { teacherName, disciplineName }: { teacherName?: string | undefined; disciplineName?: string | undefined },
): string {
  const { day, age, level, discipline, teacher } = filters;
  const weekday = day && WEEKDAYS[day - 1];
  return [
    weekday && t(`site.classes.on_${weekday}s`),
    age !== undefined && t('site.classes.for_age', { age }),
    level && t(`site.classes.for_level_${level}`),
    discipline && t('site.classes.in_discipline', { discipline: disciplineName ?? discipline }),
    teacher &&
      (teacherName === undefined
        ? t('site.classes.with_this_teacher')
        : t('site.classes.with_teacher', { name: teacherName })),
  ]
    .filter((label) => typeof label === 'string')
    .reduce(
      (filters, filter) => (filters ? t('site.classes.filter_and_filter', { filters, filter }) : filter),
      '',
    );
}
