// What emails about bookings say, in the language that they are written in (localized).

import { localized } from '#app/language/in-language.ts';
import type { TransactionSql } from '#backend/database/driver/sql.ts';
import type { BookingDate, OrderView } from '#contracts/booking.ts';
import type { Translations } from '#contracts/translations.ts';
import type { JobPayload } from '../jobs/job-runner.ts';
import type { Studio } from './email-studio.ts';

/** With its owner and the language to write to them in. */
export type OwnedOrder = OrderView & { user_id: string | null; language: string };

/** Its texts are those of the studio's first language: call `localized` in the order's language. */
export async function readOrder(within: TransactionSql, id: string): Promise<OwnedOrder | undefined> {
  const [row] = await within<{ view: OrderView; user_id: string | null; language: string }[]>`
    select private.describe_order(id) as view, user_id, private.email_language(user_id, language) as language
    from public.orders where id = ${id}`;
  return row && { ...row.view, user_id: row.user_id, language: row.language };
}

interface Teachers {
  found: string | null;
  instead_of: string | null;
  translations: Translations;
}

/** The new and the former teacher: from a substitute request, or from sessions that staff reassigned. */
export async function readTeachers(within: TransactionSql, payload: JobPayload) {
  const [row] = payload.request_id
    ? await within<Teachers[]>`
        select r ->> 'found' as found, r ->> 'instead_of' as instead_of, r -> 'translations' as translations
        from private.describe_substitute(${String(payload.request_id)}) r`
    : await within<Teachers[]>`
        select f.name as found, p.name as instead_of,
          private.substitute_translations('{}', p.translations, f.translations) as translations
        from (select) one left join public.people f on f.id::text = ${String(payload.teacher_id ?? '')}
        left join public.people p on p.id::text = ${String(payload.instead_of ?? '')}`;
  const teachers = row && localized(row);
  return { found: teachers?.found ?? null, insteadOf: teachers?.instead_of ?? null };
}

export async function readDate(within: TransactionSql, sessionId: string): Promise<BookingDate | undefined> {
  const [date] = await within<BookingDate[]>`
    select s.id, s.pool_id, s.starts_at, s.ends_at, s.zone, s.status, s.sequence, s.is_online, r.name as room, o.title, o.slug, o.kind,
      o.discipline, t.name as teacher, o.bring,
      private.session_translations(o.translations, r.translations, t.translations) as translations
    from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
    left join public.people t on t.id = coalesce(s.teacher_id, o.teacher_id) where s.id = ${sessionId}`;
  return date && localized(date);
}

export async function readStudio(within: TransactionSql, siteUrl: string): Promise<Studio> {
  const [row] = await within<
    {
      name: string;
      language: string;
      address: string;
      zone: string;
      email: string;
      transfer_account: string;
      translations: Translations;
    }[]
  >`
    select s.name, s.languages[1] as language, s.address, s.zone, s.email, s.translations, b.transfer_account
    from public.studio s, public.booking_settings b`;
  const studio = row && localized(row);
  return {
    name: studio?.name ?? 'onda',
    address: studio?.address ?? '',
    zone: studio?.zone ?? 'UTC',
    email: studio?.email ?? '',
    transferAccount: studio?.transfer_account ?? '',
    siteUrl,
    defaultLanguage: studio?.language ?? 'en',
  };
}

/** Only reminders can be turned off; changes are always emailed. */
export async function wantsReminders(sql: TransactionSql, userId: string): Promise<boolean> {
  const [profile] = await sql<{ wants_reminders: boolean }[]>`
    select wants_reminders from public.profiles where user_id = ${userId}`;
  return profile?.wants_reminders ?? true;
}
