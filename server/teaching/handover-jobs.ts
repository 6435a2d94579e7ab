// Writes to teachers whose dates the desk changed: gave to somebody else, moved, cancelled or brought back. One mail a
// person and change, about what is still true when it is written, and never to whoever made the change.
import type { TransactionSql } from 'postgres';
import type { JobHandler, JobPayload } from '../jobs/job-runner.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import { type Email, renderEmail } from '../mail/templates/layout.ts';
import { type MailStudio, readMailStudio } from '../mail/templates/mail-studio.ts';
import {
  calledOff,
  givenAway,
  type KnownDate,
  moved,
  type TaughtDate,
  takenOver,
  takesPlace,
} from './teaching-emails.ts';

interface HandoverJobOptions {
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  siteUrl: string;
}

type Words = Omit<Email, keyof MailStudio | 'button' | 'closing'>;

export function createHandoverJobs({ outbox, siteUrl }: HandoverJobOptions): Record<string, JobHandler> {
  const toTeacher =
    (kind: string, write: (within: TransactionSql, news: News) => Promise<Words | undefined>): JobHandler =>
    async (payload, within) => {
      const news = readNews(payload);
      const words = await write(within, news);
      if (!words) return;
      const letter = renderEmail({
        ...words,
        button: { label: 'Look at your week', url: `${siteUrl}/dashboard/teach` },
        closing: 'The timetable says so already. If this cannot be right, tell the desk.',
        ...(await readMailStudio(within, siteUrl)),
      });
      for (const { user_id, email } of await readAccounts(within, news))
        await outbox.addWithin(within, { ...letter, kind, to: email, userId: user_id });
    };

  return {
    'mail.teaching_changed': toTeacher('teaching_changed', async (within, news) => {
      const found = await readDates(within, news);
      // Moved back meanwhile: for whoever keeps it nothing has changed.
      const dates = found.filter(({ is_kept, was }) => !is_kept || was);
      if (dates.length === 0) return undefined;
      if (!news.teaches) return givenAway(dates, news.reason);
      return dates.every(({ is_kept }) => is_kept)
        ? moved(dates, news.reason)
        : takenOver(dates, news.reason);
    }),
    'mail.teaching_cancelled': toTeacher('teaching_cancelled', async (within, news) => {
      const dates = await readGone(within, news);
      return dates.length > 0 ? calledOff(dates, news.reason) : undefined;
    }),
    'mail.teaching_restored': toTeacher('teaching_restored', async (within, news) => {
      const dates = await readDates(within, news);
      return dates.length > 0 ? takesPlace(dates) : undefined;
    }),
  };
}

interface News {
  personId: string;
  teaches: boolean;
  ids: string[];
  keptIds: Set<string>;
  /** The dates as they were, by their ids: what is gone can be named no other way. */
  was: Map<string, KnownDate>;
  reason: string;
  by: string | null;
}

const idsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

function readNews(payload: JobPayload): News {
  return {
    personId: String(payload.person_id),
    teaches: payload.teaches === true,
    ids: idsOf(payload.session_ids),
    keptIds: new Set(idsOf(payload.kept_ids)),
    was: new Map(Object.entries((payload.was ?? {}) as Record<string, KnownDate>)),
    reason: String(payload.reason ?? ''),
    by: payload.by ? String(payload.by) : null,
  };
}

/** Dates to come of which it is still true. */
async function readDates(within: TransactionSql, news: News): Promise<TaughtDate[]> {
  const rows = await within<Omit<TaughtDate, 'is_kept' | 'was'>[]>`
    select s.id, o.title, s.starts_at, s.ends_at, s.zone, r.name as room, t.name as teacher
    from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
    left join public.people t on t.id = private.taught_by(s)
    where s.id::text = any (${news.ids}) and s.status = 'planned' and s.starts_at > now()
      and (private.taught_by(s) is not distinct from ${news.personId}::uuid) = ${news.teaches}
    order by s.starts_at`;
  return rows.map((date) => {
    const was = news.was.get(date.id);
    return {
      ...date,
      is_kept: news.keptIds.has(date.id),
      was: was && isElsewhere(date, was) ? was : undefined,
    };
  });
}

function isElsewhere(now: KnownDate, was: KnownDate): boolean {
  const hours = ({ starts_at, ends_at }: KnownDate) => [starts_at, ends_at].map((at) => +new Date(at)).join();
  return hours(now) !== hours(was) || now.room !== was.room;
}

/** Dates that fell out, in their order; without those that were brought back meanwhile. */
async function readGone(within: TransactionSql, { ids, was }: News): Promise<KnownDate[]> {
  const back = await within<{ id: string }[]>`
    select s.id from public.sessions s where s.id::text = any (${ids}) and s.status = 'planned'`;
  const isBack = new Set(back.map(({ id }) => id));
  return ids
    .filter((id) => !isBack.has(id))
    .flatMap((id) => was.get(id) ?? [])
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
}

function readAccounts(within: TransactionSql, { personId, by }: News) {
  return within<{ user_id: string; email: string }[]>`
    select u.id as user_id, u.email from public.person_accounts a join auth.users u on u.id = a.user_id
    where a.person_id = ${personId} and u.id is distinct from ${by}::uuid
      and u.email is not null and (u.banned_until is null or u.banned_until <= now())`;
}
