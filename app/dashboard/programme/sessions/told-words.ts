// Who hears of a change, in words, before it is made.
import type { Told, ToldTeacher } from '../programme-api.ts';

/** "Nobody has booked, so nobody is told.", "7 people are told by mail: Ana, Teo and 5 more." */
export function toldWords({ orders, names }: Told): string {
  if (orders === 0) return 'Nobody has booked, so nobody is told.';
  const shown = names.slice(0, 4);
  const more = orders - shown.length;
  const list =
    more > 0
      ? `${shown.join(', ')} and ${more} more`
      : shown.length > 1
        ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
        : (shown[0] ?? '');
  return `${orders === 1 ? 'One letter goes' : `${orders} letters go`} out, to ${list}.`;
}

/** "Teo no longer teaches it and Ana does now: both get a mail." Who has no account cannot be written to, and that is said. */
export function teacherWords(teachers: readonly ToldTeacher[]): string[] {
  const dates = Math.max(0, ...teachers.map((teacher) => teacher.dates));
  const it = dates === 1 ? 'it' : `${dates} dates`;
  const names = (teaches: boolean) =>
    teachers.filter((teacher) => teacher.teaches === teaches).map(({ name }) => name);
  const [before, after] = [names(false).join(' and '), names(true).join(' and ')];
  const who = [
    before && `${before} no longer ${names(false).length === 1 ? 'teaches' : 'teach'} ${it}`,
    after && (before ? `${after} does now` : `${after} teaches ${it} now`),
  ]
    .filter(Boolean)
    .join(', ');
  if (!who) return [];
  const reached = teachers.filter(({ is_reached }) => is_reached).map(({ name }) => name);
  const missed = teachers.filter(({ is_reached }) => !is_reached).map(({ name }) => name);
  return [
    `${who}.`,
    ...(reached.length > 0 ? [`A mail goes to ${reached.join(' and to ')}.`] : []),
    ...missed.map((name) => `${name} has no account here: please tell them yourself.`),
  ];
}

/** Everybody who hears of a change, in sentences. */
export function everybodyTold(told: Told, teachers: readonly ToldTeacher[]): string {
  const words = teacherWords(teachers);
  const booked = told.orders === 0 && words.length > 0 ? 'Nobody has booked.' : toldWords(told);
  return [...words, booked].join(' ');
}

/** Whether a mail goes out at all: then nothing can be taken back as if it had not been. */
export function isAnybodyTold(told: Told, teachers: readonly ToldTeacher[]): boolean {
  return told.orders > 0 || teachers.some(({ is_reached }) => is_reached);
}
