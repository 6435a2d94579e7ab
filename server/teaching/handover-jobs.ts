// Emails teachers when staff reassign, move, cancel or restore their sessions. One email for each person and change, only
// about what is still true when it is written, and never to the person who made the change.

import { localized } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import type { TransactionSql } from '#backend/database/driver/sql.ts';
import type { JobHandler, JobPayload } from '../jobs/job-runner.ts';
import { inLanguage } from '../language/current-language.ts';
import { pageUrl } from '../language/page-url.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import { type EmailContent, renderEmail } from '../mail/templates/layout.ts';
import { readMailStudio } from '../mail/templates/mail-studio.ts';
import {
  assignedEmail,
  cancelledEmail,
  movedEmail,
  reassignedEmail,
  restoredEmail,
  type SessionInfo,
  type TaughtSession,
} from './teaching-emails.ts';

interface HandoverJobOptions {
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  siteUrl: string;
}

type TeachingContent = Omit<EmailContent, 'button' | 'closing'>;

export function createHandoverJobs({ outbox, siteUrl }: HandoverJobOptions): Record<string, JobHandler> {
  const toTeacher =
    (
      kind: string,
      write: (within: TransactionSql, change: TeachingChange) => Promise<TeachingContent | undefined>,
    ): JobHandler =>
    async (payload, within) => {
      const change = readChange(payload);
      const studio = await readMailStudio(within, siteUrl);
      const writeTo = async ({ user_id, email: to }: Account) => {
        const content = await write(within, change);
        if (!content) return;
        const email = renderEmail({
          ...content,
          button: { label: t('email.teaching.view_week'), url: pageUrl(studio, '/dashboard/teach') },
          closing: t('email.teaching.changed_closing'),
          ...studio,
        });
        await outbox.addWithin(within, { ...email, kind, to, userId: user_id });
      };
      for (const account of await readAccounts(within, change))
        await inLanguage(account.language, () => writeTo(account));
    };

  return {
    'mail.teaching_changed': toTeacher('teaching_changed', async (within, change) => {
      const found = localized(await readDates(within, change));
      // Sessions that were moved back in the meantime have not changed for their teacher.
      const dates = found.filter(({ isSameTeacher, was }) => !isSameTeacher || was);
      if (dates.length === 0) return undefined;
      if (!change.teaches) return reassignedEmail(dates, change.reason);
      return dates.every(({ isSameTeacher }) => isSameTeacher)
        ? movedEmail(dates, change.reason)
        : assignedEmail(dates, change.reason);
    }),
    'mail.teaching_cancelled': toTeacher('teaching_cancelled', async (within, change) => {
      const dates = localized(await readCancelled(within, change));
      return dates.length > 0 ? cancelledEmail(dates, change.reason) : undefined;
    }),
    'mail.teaching_restored': toTeacher('teaching_restored', async (within, change) => {
      const dates = localized(await readDates(within, change));
      return dates.length > 0 ? restoredEmail(dates) : undefined;
    }),
  };
}

interface Account {
  user_id: string;
  email: string;
  language: string;
}

interface TeachingChange {
  personId: string;
  teaches: boolean;
  ids: string[];
  unchangedIds: Set<string>;
  /** The sessions before the change, by id: a deleted session can no longer be read. */
  was: Map<string, SessionInfo>;
  reason: string;
  by: string | null;
}

const toIds = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

function readChange(payload: JobPayload): TeachingChange {
  return {
    personId: String(payload.person_id),
    teaches: payload.teaches === true,
    ids: toIds(payload.session_ids),
    unchangedIds: new Set(toIds(payload.unchanged_ids)),
    was: new Map(Object.entries((payload.was ?? {}) as Record<string, SessionInfo>)),
    reason: String(payload.reason ?? ''),
    by: payload.by ? String(payload.by) : null,
  };
}

/** Upcoming sessions for which the change still holds. */
async function readDates(within: TransactionSql, change: TeachingChange): Promise<TaughtSession[]> {
  const rows = await within<Omit<TaughtSession, 'isSameTeacher' | 'was'>[]>`
    select s.id, o.title, s.starts_at, s.ends_at, s.zone, r.name as room, t.name as teacher,
      private.session_translations(o.translations, r.translations, t.translations) as translations
    from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
    left join public.people t on t.id = private.teacher_names(s)
    where s.id::text = any (${change.ids}) and s.status = 'planned' and s.starts_at > now()
      and (private.teacher_names(s) is not distinct from ${change.personId}::uuid) = ${change.teaches}
    order by s.starts_at`;
  return rows.map((date) => {
    const was = change.was.get(date.id);
    return {
      ...date,
      isSameTeacher: change.unchangedIds.has(date.id),
      was: was && hasMoved(date, was) ? was : undefined,
    };
  });
}

function hasMoved(now: SessionInfo, was: SessionInfo): boolean {
  const hours = ({ starts_at, ends_at }: SessionInfo) =>
    [starts_at, ends_at].map((at) => +new Date(at)).join();
  return hours(now) !== hours(was) || now.room !== was.room;
}

/** Cancelled sessions in order, without those that were restored in the meantime. */
async function readCancelled(within: TransactionSql, { ids, was }: TeachingChange): Promise<SessionInfo[]> {
  const restored = await within<{ id: string }[]>`
    select s.id from public.sessions s where s.id::text = any (${ids}) and s.status = 'planned'`;
  const restoredIds = new Set(restored.map(({ id }) => id));
  return ids
    .filter((id) => !restoredIds.has(id))
    .flatMap((id) => was.get(id) ?? [])
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
}

function readAccounts(within: TransactionSql, { personId, by }: TeachingChange) {
  return within<Account[]>`
    select u.id as user_id, u.email, private.email_language(u.id) as language from public.person_accounts a join auth.users u on u.id = a.user_id
    where a.person_id = ${personId} and u.id is distinct from ${by}::uuid
      and u.email is not null and (u.banned_until is null or u.banned_until <= now())`;
}
