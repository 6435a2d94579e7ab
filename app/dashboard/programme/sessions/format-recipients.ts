// Says who is notified of a change before it is made. Without a mail server, emails wait in the outbox.

import { t } from '#app/language/messages.ts';
import type { NotifiedTeacher, Recipients } from '#contracts/programme.ts';

interface EmailStatus {
  sendsMail: boolean;
}

/** "No bookings, so nobody is notified.", "7 emails will be sent, to Ana, Teo and 5 more." */
export function formatRecipients({ orders, names }: Recipients, { sendsMail }: EmailStatus): string {
  if (orders === 0) return t('dashboard.programme.no_bookings_so_nobody_is_notified');
  const shown = names.slice(0, 4);
  const more = orders - shown.length;
  const count = t('dashboard.programme.emails', { orders });
  const list =
    more > 0
      ? t('dashboard.programme.shown_and_more_more', { shown: shown.join(', '), more })
      : listed(shown);
  if (sendsMail) return t('dashboard.programme.count_will_be_sent_to_list', { count, list });
  return t('dashboard.programme.count_will_wait_in_the_outbox', { count, list });
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
  const it = t('dashboard.programme.sessions_2', { dates });
  const namesOf = (isAfter: boolean) =>
    teachers.filter(({ teaches }) => teaches === isAfter).map(({ name }) => name);
  const [before, after] = [namesOf(false), namesOf(true)];
  const changes = [
    before.length > 0 &&
      t('dashboard.programme.listed_no_longer_teach_it', {
        listed: listed(before),
        count: before.length,
        it,
      }),
    after.length > 0 && `${listed(after)} ${before.length > 0 ? 'does' : `teaches ${it}`} now`,
  ].filter(Boolean);
  return changes.length > 0 ? [`${changes.join(', ')}.`] : [];
}

/** "Teo teaches it.", "You and Teo teach these sessions." */
function formatRemaining(teachers: readonly NotifiedTeacher[]): string[] {
  const it =
    teachers.length === 1 && teachers[0]?.dates === 1 ? 'it' : t('dashboard.programme.these_sessions');
  const [self, others] = [
    teachers.some(({ is_self }) => is_self),
    teachers.filter(({ is_self }) => !is_self),
  ];
  if (self && others.length === 0) return [t('dashboard.programme.you_teach_it_yourself', { it })];
  const names = [...(self ? [t('dashboard.programme.you')] : []), ...others.map(({ name }) => name)];
  return names.length > 0 ? [`${listed(names)} ${names.length === 1 ? 'teaches' : 'teach'} ${it}.`] : [];
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
        ? t('dashboard.programme.listed_will_be_emailed', { listed: listed(reached) })
        : t('dashboard.programme.the_email_to_listed_will_wait', { listed: listed(reached) }),
    );
  if (missed.length > 0)
    sentences.push(
      t('dashboard.programme.listed_have_no_account_please_notify', {
        listed: listed(missed),
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
  const booked =
    recipients.orders === 0 && sentences.length > 0
      ? t('dashboard.programme.no_bookings_2')
      : formatRecipients(recipients, emailStatus);
  return sentences.length > 0 ? [sentences.join(' '), booked] : [booked];
}

/** Whether any email is sent: then the change cannot be undone silently. */
export function isAnyoneNotified(recipients: Recipients, teachers: readonly NotifiedTeacher[]): boolean {
  return recipients.orders > 0 || teachers.some(({ is_reached }) => is_reached);
}

function listed(names: readonly string[]): string {
  return names.length > 1
    ? t('dashboard.programme.names_and_names2', {
        names: names.slice(0, -1).join(', '),
        names2: names.at(-1) ?? '',
      })
    : (names[0] ?? '');
}
