// The text of emails to teachers about their sessions: assigned, reassigned, moved, cancelled, restored. Recipients and
// sessions are chosen by handover-jobs.ts.
import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import type { Translations } from '#contracts/translations.ts';
import { formatWhen } from '../booking/format-booking.ts';
import type { Email } from '../mail/templates/layout.ts';

export interface SessionInfo {
  title: string;
  starts_at: string;
  ends_at: string;
  zone: string;
  room: string;
  translations?: Translations;
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
  return dates.length === 1
    ? formatWhen(first)
    : t('email.teaching.sessions_from', { count: dates.length, when: formatWhen(first) });
};
const formatTimeAndRoom = (date: SessionInfo) =>
  t('email.teaching.time_and_room', { when: formatWhen(date), room: date.room });

/** "at a different time", "in a different room" or both. */
function formatChange(dates: TaughtSession[]): string {
  const moved = dates.flatMap(({ was, ...now }) => (was ? [{ was, now }] : []));
  return formatList([
    ...(moved.some(({ was, now }) => formatWhen(was) !== formatWhen(now))
      ? [t('email.teaching.different_time')]
      : []),
    ...(moved.some(({ was, now }) => was.room !== now.room) ? [t('email.teaching.different_room')] : []),
  ]);
}

export function assignedEmail(dates: TaughtSession[], reason: string): TeachingEmail {
  const retained = dates.filter(({ isSameTeacher }) => isSameTeacher);
  const isMixed = retained.length > 0;
  return {
    subject: t('email.teaching.assigned_subject', { titles: titlesOf(dates), when: whenOf(dates) }),
    heading: t('email.teaching.assigned_heading', { count: dates.length }),
    intro: isMixed
      ? t('email.teaching.assigned_and_moved_intro', {
          titles: titlesOf(dates),
          assigned: dates.length - retained.length,
          moved: retained.length,
        })
      : t('email.teaching.assigned_intro', { titles: titlesOf(dates), when: whenOf(dates) }),
    ...details(dates, reason),
    ...(isMixed && { paragraphs: formatMoves(dates) }),
  };
}

/** Shows the times that the teacher knew. */
export function reassignedEmail(dates: TaughtSession[], reason: string): TeachingEmail {
  const had = dates.map((date) => date.was ?? date);
  const about = { titles: titlesOf(had), when: whenOf(had) };
  return {
    subject: t('email.teaching.reassigned_subject', about),
    heading: t('email.teaching.reassigned_heading', { count: had.length }),
    intro: reassignedIntro(dates, about),
    ...details(had, reason),
  };
}

function reassignedIntro(dates: TaughtSession[], about: { titles: string; when: string }): string {
  const teachers = formatList([...new Set(dates.flatMap(({ teacher }) => teacher ?? []))]);
  if (!dates.some(({ was }) => was))
    return teachers
      ? t('email.teaching.reassigned_intro', { ...about, teachers })
      : t('email.teaching.unassigned_intro', about);
  const changed = { ...about, change: formatChange(dates) };
  return teachers
    ? t('email.teaching.reassigned_changed_intro', { ...changed, teachers })
    : t('email.teaching.unassigned_changed_intro', changed);
}

export function movedEmail(dates: TaughtSession[], reason: string): TeachingEmail {
  const [only] = dates;
  const isOne = dates.length === 1;
  const { facts, paragraphs } = details(dates, reason);
  const before: [string, string][] =
    isOne && only?.was ? [[t('email.facts.before'), formatTimeAndRoom(only.was)]] : [];
  return {
    subject: t('email.teaching.moved_subject', {
      count: dates.length,
      titles: titlesOf(dates),
      when: whenOf(dates),
    }),
    heading: t('email.teaching.moved_heading', { count: dates.length }),
    intro:
      isOne && only
        ? t('email.teaching.moved_intro', { title: only.title, time_and_room: formatTimeAndRoom(only) })
        : t('email.teaching.moved_many_intro', {
            titles: titlesOf(dates),
            when: whenOf(dates),
            change: formatChange(dates),
          }),
    // The old time is listed below the new one.
    facts: [...facts.slice(0, 3), ...before, ...facts.slice(3)],
    ...(paragraphs && { paragraphs: formatMoves(dates) }),
  };
}

export function cancelledEmail(dates: SessionInfo[], reason: string): TeachingEmail {
  return {
    subject: t('email.teaching.cancelled_subject', { titles: titlesOf(dates), when: whenOf(dates) }),
    heading: t('email.teaching.cancelled_heading', { count: dates.length }),
    intro: t('email.teaching.cancelled_intro', { titles: titlesOf(dates), when: whenOf(dates) }),
    ...details(dates, reason),
  };
}

export function restoredEmail(dates: SessionInfo[]): TeachingEmail {
  return {
    subject: t('email.teaching.restored_subject', { titles: titlesOf(dates), when: whenOf(dates) }),
    heading: t('email.teaching.restored_heading', { count: dates.length }),
    intro: t('email.teaching.restored_intro', { titles: titlesOf(dates), when: whenOf(dates) }),
    ...details(dates, ''),
  };
}

function details(dates: SessionInfo[], reason: string) {
  const facts: [string, string][] = [
    [t('email.facts.class'), titlesOf(dates)],
    [t('email.facts.when'), whenOf(dates)],
    [t('email.facts.where'), roomsOf(dates)],
  ];
  if (reason) facts.push([t('email.facts.reason'), reason]);
  const lines = limitLines(dates.map(formatWhen));
  return { facts, ...(dates.length > 1 && { paragraphs: [lines.join('\n')] }) };
}

function formatMoves(dates: TaughtSession[]): string[] {
  return limitLines(
    dates.map((date) =>
      date.isSameTeacher && date.was
        ? `${formatTimeAndRoom(date)}\n${t('email.teaching.line_before', { time_and_room: formatTimeAndRoom(date.was) })}`
        : formatTimeAndRoom(date),
    ),
  );
}

function limitLines(lines: string[]): string[] {
  return lines.length > MAX_LISTED
    ? [...lines.slice(0, MAX_LISTED), t('email.teaching.and_more', { count: lines.length - MAX_LISTED })]
    : lines;
}
