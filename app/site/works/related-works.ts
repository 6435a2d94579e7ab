import type { Discipline } from '#contracts/discipline.ts';

/** Works of the same discipline first; otherwise the order stays. */
export function relatedWorks<Work extends { discipline: Discipline }>(
  works: Work[],
  discipline: Discipline,
  limit: number,
): Work[] {
  const isRelated = (work: Work) => work.discipline === discipline;
  return [...works.filter(isRelated), ...works.filter((work) => !isRelated(work))].slice(0, limit);
}
