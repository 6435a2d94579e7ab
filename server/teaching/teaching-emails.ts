// What teachers are told of their dates: given, taken, moved, cancelled, brought back. Pure text; who is meant and what is
// still true is decided by handover-jobs.ts.
import { formatList, formatWhen } from '../booking/format-booking.ts';
import type { Email } from '../mail/templates/layout.ts';

export interface KnownDate {
  title: string;
  starts_at: string;
  ends_at: string;
  zone: string;
  room: string;
}

export interface TaughtDate extends KnownDate {
  id: string;
  teacher: string | null;
  /** Theirs before and after: only its hour or its room is another one. */
  is_kept: boolean;
  /** As they knew it, where that differs. */
  was?: KnownDate | undefined;
}

type Words = Pick<Email, 'subject' | 'heading' | 'sentence' | 'facts' | 'paragraphs'>;

/** How many dates a mail lists before it says how many more there are. */
const LISTED = 20;

const titlesOf = (dates: KnownDate[]) => formatList([...new Set(dates.map(({ title }) => title))]);
const roomsOf = (dates: KnownDate[]) => formatList([...new Set(dates.map(({ room }) => room))]);
const whenOf = (dates: KnownDate[]) => {
  const [first] = dates;
  if (!first) return '';
  return dates.length === 1 ? formatWhen(first) : `${dates.length} dates from ${formatWhen(first)}`;
};
const formatPlace = (date: KnownDate) => `${formatWhen(date)}, ${date.room}`;

/** "at another hour", "in another room" or both. */
function elsewhere(dates: TaughtDate[]): string {
  const moved = dates.flatMap(({ was, ...now }) => (was ? [{ was, now }] : []));
  return formatList([
    ...(moved.some(({ was, now }) => formatWhen(was) !== formatWhen(now)) ? ['at another hour'] : []),
    ...(moved.some(({ was, now }) => was.room !== now.room) ? ['in another room'] : []),
  ]);
}

export function takenOver(dates: TaughtDate[], reason: string): Words {
  const kept = dates.filter(({ is_kept }) => is_kept);
  const isMixed = kept.length > 0;
  const given = dates.length - kept.length;
  return {
    subject: `You teach ${titlesOf(dates)}, ${whenOf(dates)}`,
    heading: 'You teach.',
    sentence: isMixed
      ? `${titlesOf(dates)}: ${given === 1 ? 'one date is' : `${given} dates are`} yours now, and ${kept.length === 1 ? 'one that was yours has' : `${kept.length} that were yours have`} moved.`
      : `${titlesOf(dates)} is yours now: ${whenOf(dates)}.`,
    ...details(dates, reason),
    ...(isMixed && { paragraphs: beforeAndAfter(dates) }),
  };
}

/** The hours are those that they had. */
export function givenAway(dates: TaughtDate[], reason: string): Words {
  const had = dates.map((date) => date.was ?? date);
  const others = formatList([...new Set(dates.flatMap(({ teacher }) => teacher ?? []))]);
  const who = others ? `${others} teaches` : 'Nobody is named yet for';
  const when = dates.some(({ was }) => was)
    ? `, ${elsewhere(dates)}. You had ${whenOf(had)}.`
    : `: ${whenOf(had)}.`;
  return {
    subject: `You no longer teach ${titlesOf(had)}, ${whenOf(had)}`,
    heading: 'Somebody else teaches.',
    sentence: `${who} ${titlesOf(had)} in your place${when}`,
    ...details(had, reason),
  };
}

export function moved(dates: TaughtDate[], reason: string): Words {
  const [only] = dates;
  const isOne = dates.length === 1;
  const { facts, paragraphs } = details(dates, reason);
  const before: [string, string][] = isOne && only?.was ? [['Before', formatPlace(only.was)]] : [];
  return {
    subject: `${isOne ? 'It has' : 'They have'} moved: ${titlesOf(dates)}, now ${whenOf(dates)}`,
    heading: isOne ? 'Your date has moved.' : 'Your dates have moved.',
    sentence:
      isOne && only
        ? `${only.title} is now on ${formatPlace(only)}.`
        : `${titlesOf(dates)}: ${whenOf(dates)} are ${elsewhere(dates)}.`,
    // The old hour stands below the new one.
    facts: [...facts.slice(0, 3), ...before, ...facts.slice(3)],
    ...(paragraphs && { paragraphs: beforeAndAfter(dates) }),
  };
}

export function calledOff(dates: KnownDate[], reason: string): Words {
  return {
    subject: `Cancelled: ${titlesOf(dates)}, ${whenOf(dates)}`,
    heading: dates.length === 1 ? 'Your date is cancelled.' : 'Your dates are cancelled.',
    sentence: `${titlesOf(dates)} ${dates.length === 1 ? 'does' : 'will'} not take place: ${whenOf(dates)}.`,
    ...details(dates, reason),
  };
}

export function takesPlace(dates: KnownDate[]): Words {
  return {
    subject: `It takes place: ${titlesOf(dates)}, ${whenOf(dates)}`,
    heading: 'It takes place after all.',
    sentence: `${titlesOf(dates)} was cancelled and is back: ${whenOf(dates)}. You teach.`,
    ...details(dates, ''),
  };
}

function details(dates: KnownDate[], reason: string) {
  const facts: [string, string][] = [
    ['What', titlesOf(dates)],
    ['When', whenOf(dates)],
    ['Where', roomsOf(dates)],
  ];
  if (reason) facts.push(['Why', reason]);
  const lines = shortened(dates.map(formatWhen));
  return { facts, ...(dates.length > 1 && { paragraphs: [lines.join('\n')] }) };
}

function beforeAndAfter(dates: TaughtDate[]): string[] {
  return shortened(
    dates.map((date) =>
      date.is_kept && date.was
        ? `${formatPlace(date)}\nbefore: ${formatPlace(date.was)}`
        : `${formatPlace(date)}`,
    ),
  );
}

function shortened(lines: string[]): string[] {
  return lines.length > LISTED ? [...lines.slice(0, LISTED), `and ${lines.length - LISTED} more`] : lines;
}
