// The grid and its shows as the radio pages read them.
import type { Discipline } from '#contracts/discipline.ts';

export const SLOT_SELECT =
  'weekday,local_time,duration_min,show:shows!inner(slug,title,summary,discipline,host:people(slug,name))';

export interface RadioSlot {
  weekday: number;
  local_time: string;
  duration_min: number;
  show: {
    slug: string;
    title: string;
    summary: string;
    discipline: Discipline;
    host: { slug: string; name: string } | null;
  };
}
