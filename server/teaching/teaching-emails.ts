// The text of emails to teachers about their sessions: assigned, reassigned, moved, cancelled, restored. Recipients and
// sessions are chosen by handover-jobs.ts.
import { formatList, formatWhen } from '../booking/format-booking.ts';
import type { Email } from '../mail/templates/layout.ts';

export interface SessionInfo {
  title: string;
  starts_at: string;
  ends_at: string;
  zone: string;
  room: string;
}

export interface TaughtSession extends SessionInfo {
  id: string;
  teacher: string | null;
  /** Taught by the same person before and after: only its time or room changed. */
  isSameTeacher: boolean;
  /** The session before the change, if its time or room changed. */
  was?: SessionInfo | undefined;
}

type TeachingEmail = Pick<Email, 'subject' | 'heading' | 'intro' | 'facts' | 'paragraphs'>;

/** Number of sessions listed in one email; above it only the number of further ones is given. */
const MAX_LISTED = 20;

const titlesOf = (dates: SessionInfo[]) => formatList([...new Set(dates.map(({ title }) => title))]);
const roomsOf = (dates: SessionInfo[]) => formatList([...new Set(dates.map(({ room }) => room))]);
const whenOf = (dates: SessionInfo[]) => {
  const [first] = dates;
  if (!first) return '';
  return dates.length === 1 ? formatWhen(first) : `${dates.length} sessions from ${formatWhen(first)}`;
};
const formatTimeAndRoom = (date: SessionInfo) => `${formatWhen(date)}, ${date.room}`;

/** "at a different time", "in a different room" or both. */
function formatChange(dates: TaughtSession[]): string {
  const moved = dates.flatMap(({ was, ...now }) => (was ? [{ was, now }] : []));
  return formatList([
    ...(moved.some(({ was, now }) => formatWhen(was) !== formatWhen(now)) ? ['at a different time'] : []),
    ...(moved.some(({ was, now }) => was.room !== now.room) ? ['in a different room'] : []),
  ]);
}

export function assignedEmail(dates: TaughtSession[], reason: string): TeachingEmail {
  const retained = dates.filter(({ isSameTeacher }) => isSameTeacher);
  const isMixed = retained.length > 0;
  const newCount = dates.length - retained.length;
  return {
    subject: `You teach ${titlesOf(dates)}, ${whenOf(dates)}`,
    heading: dates.length === 1 ? 'You have a new session to teach' : 'You have new sessions to teach',
    intro: isMixed
      ? `${titlesOf(dates)}: you now teach ${newCount === 1 ? 'one more session' : `${newCount} more sessions`}, and ${retained.length === 1 ? 'one of your sessions has' : `${retained.length} of your sessions have`} moved.`
      : `You now teach ${titlesOf(dates)}: ${whenOf(dates)}.`,
    ...details(dates, reason),
    ...(isMixed && { paragraphs: formatMoves(dates) }),
  };
}

/** Shows the times that the teacher knew. */
export function reassignedEmail(dates: TaughtSession[], reason: string): TeachingEmail {
  const had = dates.map((date) => date.was ?? date);
  const others = formatList([...new Set(dates.flatMap(({ teacher }) => teacher ?? []))]);
  const teaches = others ? `${others} teaches` : 'No teacher is assigned yet to';
  const when = dates.some(({ was }) => was)
    ? `, ${formatChange(dates)}. Your time was ${whenOf(had)}.`
    : `: ${whenOf(had)}.`;
  return {
    subject: `You no longer teach ${titlesOf(had)}, ${whenOf(had)}`,
    heading: had.length === 1 ? 'You no longer teach this session' : 'You no longer teach these sessions',
    intro: `${teaches} ${titlesOf(had)} instead of you${when}`,
    ...details(had, reason),
  };
}

export function movedEmail(dates: TaughtSession[], reason: string): TeachingEmail {
  const [only] = dates;
  const isOne = dates.length === 1;
  const { facts, paragraphs } = details(dates, reason);
  const before: [string, string][] = isOne && only?.was ? [['Before', formatTimeAndRoom(only.was)]] : [];
  return {
    subject: `${isOne ? 'Session' : 'Sessions'} moved: ${titlesOf(dates)}, now ${whenOf(dates)}`,
    heading: isOne ? 'Your session has moved' : 'Your sessions have moved',
    intro:
      isOne && only
        ? `${only.title} is now on ${formatTimeAndRoom(only)}.`
        : `${titlesOf(dates)}: ${whenOf(dates)} are now ${formatChange(dates)}.`,
    // The old time is listed below the new one.
    facts: [...facts.slice(0, 3), ...before, ...facts.slice(3)],
    ...(paragraphs && { paragraphs: formatMoves(dates) }),
  };
}

export function cancelledEmail(dates: SessionInfo[], reason: string): TeachingEmail {
  return {
    subject: `Cancelled: ${titlesOf(dates)}, ${whenOf(dates)}`,
    heading: dates.length === 1 ? 'Your session is cancelled' : 'Your sessions are cancelled',
    intro: `${titlesOf(dates)} will not take place: ${whenOf(dates)}.`,
    ...details(dates, reason),
  };
}

export function restoredEmail(dates: SessionInfo[]): TeachingEmail {
  return {
    subject: `No longer cancelled: ${titlesOf(dates)}, ${whenOf(dates)}`,
    heading: dates.length === 1 ? 'Your session takes place again' : 'Your sessions take place again',
    intro: `${titlesOf(dates)} was cancelled and will now take place: ${whenOf(dates)}. You are the teacher.`,
    ...details(dates, ''),
  };
}

function details(dates: SessionInfo[], reason: string) {
  const facts: [string, string][] = [
    ['Class', titlesOf(dates)],
    ['When', whenOf(dates)],
    ['Where', roomsOf(dates)],
  ];
  if (reason) facts.push(['Reason', reason]);
  const lines = limitLines(dates.map(formatWhen));
  return { facts, ...(dates.length > 1 && { paragraphs: [lines.join('\n')] }) };
}

function formatMoves(dates: TaughtSession[]): string[] {
  return limitLines(
    dates.map((date) =>
      date.isSameTeacher && date.was
        ? `${formatTimeAndRoom(date)}\nbefore: ${formatTimeAndRoom(date.was)}`
        : `${formatTimeAndRoom(date)}`,
    ),
  );
}

function limitLines(lines: string[]): string[] {
  return lines.length > MAX_LISTED
    ? [...lines.slice(0, MAX_LISTED), `and ${lines.length - MAX_LISTED} more`]
    : lines;
}
