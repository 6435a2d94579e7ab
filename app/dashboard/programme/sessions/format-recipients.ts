// Says who is notified of a change before it is made. Without a mail server, emails wait in the outbox.

import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import type { NotifiedTeacher, Recipients } from '#contracts/programme.ts';
import { formatPeopleToCall } from '../../layout/people-to-call.ts';

interface EmailStatus {
  sendsMail: boolean;
  /** No test email has arrived yet. */
  isProven: boolean;
}

/** "No bookings, so nobody is notified.", "7 emails will be sent, to Ana, Teo and 5 more." */
export function formatRecipients(recipients: Recipients, { sendsMail }: EmailStatus): string {
  const { orders, names, without_email } = recipients;
  if (orders === 0) return t('dashboard.programme.no_bookings_so_nobody_is_notified');
  const count = orders - without_email.length;
  const shown = names.slice(0, 4);
  const more = count - shown.length;
  const list = formatList(
    more > 0 ? [...shown, t('dashboard.programme.more_people', { count: more })] : shown,
  );
  return sendsMail
    ? t('dashboard.programme.emails_will_be_sent', { count, names: list })
    : t('dashboard.programme.emails_will_wait', { count, names: list });
}

/** Whose sessions these are, who of them is emailed, and who has no account to email. */
export function formatTeachers(teachers: readonly NotifiedTeacher[], emailStatus: EmailStatus): string[] {
  const isUnchanged = ({ teaches, dates, unchanged }: NotifiedTeacher) => teaches && unchanged === dates;
  const sentences = [
    ...formatHandovers(teachers.filter((teacher) => !isUnchanged(teacher))),
    ...formatRemaining(teachers.filter(isUnchanged)),
  ];
  return sentences.length > 0 ? [...sentences, ...formatEmailed(teachers, emailStatus)] : [];
}

/** "Teo no longer teaches it, Ana does now." */
function formatHandovers(teachers: readonly NotifiedTeacher[]): string[] {
  const dates = Math.max(0, ...teachers.map((teacher) => teacher.dates - teacher.unchanged));
  const namesOf = (isAfter: boolean) =>
    teachers.filter(({ teaches }) => teaches === isAfter).map(({ name }) => name);
  const [stopping, starting] = [namesOf(false), namesOf(true)];
  const [before, after] = [formatList(stopping), formatList(starting)];
  const [beforeCount, afterCount] = [stopping.length, starting.length];
  if (beforeCount > 0 && afterCount > 0)
    return [t('dashboard.programme.teachers_handover', { before, beforeCount, after, afterCount, dates })];
  if (beforeCount > 0) return [t('dashboard.programme.teachers_stop', { before, beforeCount, dates })];
  return afterCount > 0 ? [t('dashboard.programme.teachers_start', { after, afterCount, dates })] : [];
}

/** "Teo teaches it.", "You and Teo teach these sessions." */
function formatRemaining(teachers: readonly NotifiedTeacher[]): string[] {
  const isSingle = teachers.length === 1 && teachers[0]?.dates === 1;
  const isSelf = teachers.some(({ is_self }) => is_self);
  const others = teachers.filter(({ is_self }) => !is_self).map(({ name }) => name);
  const [first] = others;
  if (first === undefined) {
    if (!isSelf) return [];
    return [
      isSingle ? t('dashboard.programme.you_teach_it') : t('dashboard.programme.you_teach_these_sessions'),
    ];
  }
  if (isSelf) {
    const names = formatList([t('dashboard.programme.you_in_a_list'), ...others]);
    return [t('dashboard.programme.you_and_others_teach_these_sessions', { names })];
  }
  return [
    isSingle
      ? t('dashboard.programme.name_teaches_it', { name: first })
      : t('dashboard.programme.teachers_teach_these_sessions', {
          names: formatList(others),
          count: others.length,
        }),
  ];
}

function formatEmailed(teachers: readonly NotifiedTeacher[], { sendsMail }: EmailStatus): string[] {
  const namesOf = (isMeant: (teacher: NotifiedTeacher) => boolean) =>
    teachers.filter(isMeant).map(({ name }) => name);
  const reached = namesOf(({ is_reached }) => is_reached);
  const missed = namesOf(({ is_reached, is_self }) => !is_reached && !is_self);
  const sentences: string[] = [];
  if (reached.length > 0)
    sentences.push(
      sendsMail
        ? t('dashboard.programme.teachers_will_be_emailed', {
            names: formatList(reached),
            count: reached.length,
          })
        : t('dashboard.programme.emails_to_teachers_wait', {
            names: formatList(reached),
            count: reached.length,
          }),
    );
  if (missed.length > 0)
    sentences.push(
      t('dashboard.programme.teachers_without_account', {
        names: formatList(missed),
        count: missed.length,
      }),
    );
  return sentences;
}

/** Everyone who is notified of a change: teachers first, then people with bookings. */
export function allNotified(
  recipients: Recipients,
  teachers: readonly NotifiedTeacher[],
  emailStatus: EmailStatus,
): string[] {
  const sentences = formatTeachers(teachers, emailStatus);
  const { orders, without_email } = recipients;
  const calls = formatPeopleToCall(without_email);
  const isEmailed = orders > without_email.length;
  const isDoubtful = emailStatus.sendsMail && !emailStatus.isProven && isAnyoneEmailed(recipients, teachers);
  return [
    ...(sentences.length > 0 ? [sentences.join(' ')] : []),
    ...(orders === 0 && sentences.length > 0 ? [t('dashboard.programme.no_bookings_sentence')] : []),
    ...(isEmailed || (orders === 0 && sentences.length === 0)
      ? [formatRecipients(recipients, emailStatus)]
      : []),
    ...calls,
    ...(isDoubtful ? [t('dashboard.layout.email_is_not_proven')] : []),
  ];
}

function isAnyoneEmailed({ orders, without_email }: Recipients, teachers: readonly NotifiedTeacher[]) {
  return orders > without_email.length || teachers.some(({ is_reached }) => is_reached);
}

/** Whether any email is sent, or anyone has to be called: then the change cannot be undone silently. */
export function isAnyoneNotified(recipients: Recipients, teachers: readonly NotifiedTeacher[]): boolean {
  return recipients.orders > 0 || teachers.some(({ is_reached }) => is_reached);
}
