// The grid and its shows as the radio pages read them.
import type { Marks } from '#app/language/in-language.ts';
import type { Discipline } from '#contracts/discipline.ts';

export const SLOT_SELECT =
  'weekday,local_time,duration_min,show:shows!inner(slug,title,summary,discipline,translations,host:people(slug,name,translations))';

export interface RadioSlot {
  weekday: number;
  local_time: string;
  duration_min: number;
  show: Marks & {
    slug: string;
    title: string;
    summary: string;
    discipline: Discipline;
    host: { slug: string; name: string } | null;
  };
}
