// Jobs that email people about their bookings. Each reads the booking as it is now and sends nothing that is out of date.

import { localized } from '#app/language/in-language.ts';
import type { TransactionSql } from '#backend/database/driver/sql.ts';
import type { BookingDate, OrderView } from '#contracts/booking.ts';
import type { WaitView } from '#contracts/waitlist.ts';
import type { JobHandler, JobPayload } from '../jobs/job-runner.ts';
import { inLanguage } from '../language/current-language.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import type { MailAttachment } from '../mail/mail.ts';
import { type EmailContent, renderEmail } from '../mail/templates/layout.ts';
import { readMailStudio } from '../mail/templates/mail-studio.ts';
import {
  asCancelled,
  bookingCalendars,
  datesAfterCancelling,
  readPersonChanges,
} from './booking-calendars.ts';
import { bookingEmails } from './booking-emails.ts';
import type { Studio } from './email-studio.ts';
import { formatTimeOnDay, placesOn, upcomingDates } from './format-booking.ts';
import { passEmails } from './pass-emails.ts';
import {
  type OwnedOrder,
  readDate,
  readOrder,
  readStudio,
  readTeachers,
  wantsReminders,
} from './read-booking.ts';
import { waitlistEmails } from './waitlist-emails.ts';

export interface MailJobOptions {
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  siteUrl: string;
}

interface About {
  payload: JobPayload;
  within: TransactionSql;
  studio: Studio;
}

export function createMailJobs({ outbox, siteUrl }: MailJobOptions): Record<string, JobHandler> {
  async function send(
    { within }: About,
    kind: string,
    to: { email: string; userId: string | null },
    content: EmailContent | undefined,
    attachments: MailAttachment[] = [],
  ): Promise<void> {
    // People whom staff booked without an email address.
    if (!content || to.email === '') return;
    const email = renderEmail({ ...content, ...(await readMailStudio(within, siteUrl)) });
    await outbox.addWithin(within, {
      ...email,
      kind,
      to: to.email,
      ...(to.userId && { userId: to.userId }),
      attachments,
    });
  }

  const aboutOrder =
    (
      kind: string,
      write: (
        order: OwnedOrder,
        about: About,
      ) => EmailContent | undefined | Promise<EmailContent | undefined>,
      attach?: (order: OrderView, about: About) => BookingDate[] | Promise<BookingDate[]>,
    ): JobHandler =>
    async (payload, within) => {
      const read = await readOrder(within, String(payload.order_id));
      if (!read) return;
      await inLanguage(read.language, async () => {
        const order = localized(read);
        const about = { payload, within, studio: await readStudio(within, siteUrl) };
        const dates = (await attach?.(order, about)) ?? [];
        const content = await write(order, about);
        await send(
          about,
          kind,
          { email: order.buyer.email, userId: order.user_id },
          content,
          bookingCalendars(dates, {
            order,
            studio: about.studio,
            personChanges: await readPersonChanges(within, order),
          }),
        );
      });
    };

  const aboutWait =
    (
      kind: string,
      write: (wait: WaitView, date: BookingDate, studio: Studio) => EmailContent | undefined,
    ): JobHandler =>
    async (payload, within) => {
      const [row] = await within<{ wait: WaitView; user_id: string | null; language: string }[]>`
        select private.describe_waitlist_entry(id) as wait, user_id, private.email_language(user_id, language) as language
        from public.waitlist_entries where id = ${String(payload.waitlist_entry_id)}`;
      if (!row) return;
      await inLanguage(row.language, async () => {
        const date = await readDate(within, row.wait.session_id);
        if (!date) return;
        const about = { payload, within, studio: await readStudio(within, siteUrl) };
        const to = { email: row.wait.email, userId: row.user_id };
        await send(about, kind, to, write(row.wait, date, about.studio));
      });
    };

  const dateOf = (order: OrderView, payload: JobPayload) =>
    order.dates.find(({ id }) => id === payload.session_id);
  const affectedDate = (order: OrderView, { payload }: About) =>
    [dateOf(order, payload)].filter((date) => date !== undefined);

  return {
    'mail.confirmation': aboutOrder(
      'booking_confirmation',
      (order, { studio }) =>
        order.state === 'confirmed' ? bookingEmails.confirmation(order, studio) : undefined,
      upcomingDates,
    ),
    'mail.bought': aboutOrder('bought', (order, { studio }) => passEmails.bought(order, studio)),
    'mail.pass_ends': aboutOrder('pass_ends', async (order, { studio, within }) => {
      if (order.user_id && !(await wantsReminders(within, order.user_id))) return undefined;
      const pass = order.passes.find(
        ({ is_active, entries, valid_until }) =>
          is_active && entries > 0 && Date.parse(valid_until) > Date.now(),
      );
      return pass && passEmails.ends(order, studio, pass);
    }),
    'mail.reminder': aboutOrder('booking_reminder', async (order, { studio, payload, within }) => {
      if (order.user_id && !(await wantsReminders(within, order.user_id))) return undefined;
      const date = dateOf({ ...order, dates: upcomingDates(order) }, payload);
      const isTomorrow =
        date && Math.abs(Date.parse(date.starts_at) - Date.now() - 86_400_000) < 6 * 3_600_000;
      // Otherwise it was cancelled or moved, and the new time has its own reminder.
      return isTomorrow ? bookingEmails.reminder(order, studio, date) : undefined;
    }),
    'mail.cancellation': aboutOrder(
      'booking_cancellation',
      (order, { studio, payload }) => {
        const ids = toList(payload.booking_ids);
        const names = order.bookings.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
        return bookingEmails.cancellation(order, studio, names);
      },
      (order, { payload }) => datesAfterCancelling(order, toList(payload.booking_ids)),
    ),
    'mail.replaced': aboutOrder('booking_replaced', (order, { studio, payload }) => {
      const booking = order.bookings.find(({ id }) => id === payload.booking_id);
      return booking && bookingEmails.fullRefund(order, studio, booking.name);
    }),
    'mail.changed': aboutOrder(
      'booking_changed',
      (order, { studio, payload }) => {
        const date = dateOf(order, payload);
        const ids = toList(payload.booking_ids);
        const moved = date ? placesOn(order, [date]).filter(({ id }) => ids.includes(id)) : [];
        // If they were moved again or cancelled since, another email is sent about it.
        return date && moved.length > 0 ? bookingEmails.changed(order, studio, date, moved) : undefined;
      },
      async (order, { payload, within }) => {
        const toCome = upcomingDates(order);
        const left = await Promise.all(
          toList(payload.left_session_ids).map((id) => readDate(within, String(id))),
        );
        const gone = left.filter((date) => date !== undefined && !toCome.some(({ id }) => id === date.id));
        return [...toCome, ...gone.flatMap((date) => (date ? [asCancelled(date)] : []))];
      },
    ),
    'mail.moved': aboutOrder(
      'session_moved',
      (order, { studio, payload }) => {
        const date = dateOf(order, payload);
        // Otherwise nobody of the order comes to it any more.
        return date && placesOn(order, [date]).length > 0
          ? bookingEmails.moved(order, studio, date)
          : undefined;
      },
      affectedDate,
    ),
    'mail.teacher_changed': aboutOrder('teacher_changed', async (order, { studio, payload, within }) => {
      const { found, insteadOf } = await readTeachers(within, payload);
      const ids = Array.isArray(payload.session_ids) ? payload.session_ids : [payload.session_id];
      // If the teacher changed again or the booking was cancelled, another email is sent about it.
      const dates = upcomingDates(order).filter(({ id, teacher }) => ids.includes(id) && teacher === found);
      if (!found || dates.length === 0) return undefined;
      return bookingEmails.teacherChanged(order, studio, {
        dates,
        insteadOf,
        isMoved: payload.is_moved === true,
      });
    }),
    'mail.session_cancelled': aboutOrder(
      'session_cancelled',
      (order, { studio, payload }) => {
        const date = dateOf(order, payload);
        return date && bookingEmails.sessionCancelled(order, studio, date, String(payload.reason ?? ''));
      },
      affectedDate,
    ),
    'mail.too_late': aboutOrder('payment_too_late', (order, { studio }) =>
      bookingEmails.tooLate(order, studio),
    ),
    'mail.payment_reminder': aboutOrder('payment_reminder', (order, { studio }) => {
      const isOpen = order.state === 'confirmed' || order.state === 'pending';
      // Otherwise it was paid or cancelled in the meantime.
      return isOpen && order.total_cents > order.paid_cents
        ? bookingEmails.paymentReminder(order, studio)
        : undefined;
    }),
    'mail.receipt': aboutOrder('receipt', async (order, { studio, payload, within }) => {
      const [payment] = await within<{ id: string; amount_cents: number }[]>`
        select id, amount_cents from public.payments
        where id::text = ${String(payload.payment_id ?? '')} or provider_ref = ${String(payload.provider_ref ?? '')}`;
      return payment && bookingEmails.receipt(order, studio, payment);
    }),
    'mail.refund': aboutOrder('refund', async (order, { studio, payload, within }) => {
      const [refund] = await within<OrderView['refunds']>`
        select amount_cents, method, state, cause, reason from public.refunds where id::text = ${String(payload.refund_id ?? '')}`;
      return refund && bookingEmails.refund(order, studio, refund);
    }),
    'mail.message': aboutOrder('class_message', (order, { studio, payload }) => {
      const date = dateOf(order, payload);
      return (
        date &&
        bookingEmails.message(order, studio, date, {
          subject: String(payload.subject),
          body: String(payload.body),
          sender: String(payload.sender ?? ''),
        })
      );
    }),
    'mail.waiting': aboutWait('queue_joined', (wait, date, studio) =>
      wait.state === 'waiting' ? waitlistEmails.joined(wait, studio, date) : undefined,
    ),
    'mail.offer': aboutWait('queue_offer', (wait, date, studio) => {
      if (wait.state !== 'offered' || !wait.offer_ends_at) return undefined;
      return waitlistEmails.offer(wait, studio, date, formatTimeOnDay(wait.offer_ends_at, date.zone));
    }),
    'mail.waitlist_removed': aboutWait('waitlist_removed', (wait, date, studio) =>
      wait.state === 'left' ? waitlistEmails.removed(wait, studio, date) : undefined,
    ),
    'mail.offer_over': aboutWait('queue_offer_over', (wait, date, studio) =>
      waitlistEmails.offerExpired(wait, studio, date),
    ),
  };
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
