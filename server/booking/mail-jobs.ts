// The jobs that write to people about their bookings: reads what is true now, and leaves out what no longer is.
import type { TransactionSql } from 'postgres';
import { clockTime } from '#app/language/format-time.ts';
import type { BookingDate, OrderView, WaitView } from '#contracts/booking.ts';
import type { JobHandler, JobPayload } from '../jobs/job-runner.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import type { MailAttachment } from '../mail/mail.ts';
import { type Email, renderEmail } from '../mail/templates/layout.ts';
import { type MailStudio, readMailStudio } from '../mail/templates/mail-studio.ts';
import {
  asCancelled,
  bookingCalendars,
  datesAfterCancelling,
  readPersonChanges,
} from './booking-calendars.ts';
import { letters, type Studio } from './booking-emails.ts';
import { datesToCome, formatWhen } from './format-booking.ts';

export interface MailJobOptions {
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  siteUrl: string;
}

type OwnedOrder = OrderView & { user_id: string | null };
type Words = Omit<Email, keyof MailStudio>;
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
    words: Words | undefined,
    attachments: MailAttachment[] = [],
  ): Promise<void> {
    // Whoever was booked in at the desk without an address is not written to.
    if (!words || to.email.endsWith('@invalid')) return;
    const letter = renderEmail({ ...words, ...(await readMailStudio(within, siteUrl)) });
    await outbox.addWithin(within, {
      ...letter,
      kind,
      to: to.email,
      ...(to.userId && { userId: to.userId }),
      attachments,
    });
  }

  const aboutOrder =
    (
      kind: string,
      write: (order: OwnedOrder, about: About) => Words | undefined | Promise<Words | undefined>,
      attach?: (order: OrderView, about: About) => BookingDate[] | Promise<BookingDate[]>,
    ): JobHandler =>
    async (payload, within) => {
      const order = await readOrder(within, String(payload.order_id));
      if (!order) return;
      const about = { payload, within, studio: await readStudio(within, siteUrl) };
      const dates = (await attach?.(order, about)) ?? [];
      const words = await write(order, about);
      await send(
        about,
        kind,
        { email: order.buyer.email, userId: order.user_id },
        words,
        bookingCalendars(dates, {
          order,
          studio: about.studio,
          personChanges: await readPersonChanges(within, order),
        }),
      );
    };

  const aboutWait =
    (
      kind: string,
      write: (wait: WaitView, date: BookingDate, studio: Studio) => Words | undefined,
    ): JobHandler =>
    async (payload, within) => {
      const [row] = await within<{ wait: WaitView; user_id: string | null }[]>`
        select private.describe_wait(id) as wait, user_id from public.wait_entries where id = ${String(payload.wait_id)}`;
      const date = row && (await readDate(within, row.wait.session_id));
      if (!row || !date) return;
      const about = { payload, within, studio: await readStudio(within, siteUrl) };
      const to = { email: row.wait.email, userId: row.user_id };
      await send(about, kind, to, write(row.wait, date, about.studio));
    };

  const dateOf = (order: OrderView, payload: JobPayload) =>
    order.dates.find(({ id }) => id === payload.session_id);
  const theDate = (order: OrderView, { payload }: About) =>
    [dateOf(order, payload)].filter((date) => date !== undefined);

  return {
    'mail.confirmation': aboutOrder(
      'booking_confirmation',
      (order, { studio }) => (order.state === 'confirmed' ? letters.confirmation(order, studio) : undefined),
      datesToCome,
    ),
    'mail.bought': aboutOrder('bought', (order, { studio }) => letters.bought(order, studio)),
    'mail.reminder': aboutOrder('booking_reminder', async (order, { studio, payload, within }) => {
      if (order.user_id && !(await wantsReminders(within, order.user_id))) return undefined;
      const date = dateOf({ ...order, dates: datesToCome(order) }, payload);
      const isTomorrow =
        date && Math.abs(Date.parse(date.starts_at) - Date.now() - 86_400_000) < 6 * 3_600_000;
      // Cancelled, or moved meanwhile: the new hour has a reminder of its own.
      return isTomorrow ? letters.reminder(order, studio, date) : undefined;
    }),
    'mail.cancellation': aboutOrder(
      'booking_cancellation',
      (order, { studio, payload }) => {
        const ids = listOf(payload.booking_ids);
        const names = order.bookings.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
        return letters.cancellation(order, studio, names);
      },
      (order, { payload }) => datesAfterCancelling(order, listOf(payload.booking_ids)),
    ),
    'mail.replaced': aboutOrder('booking_replaced', (order, { studio, payload }) => {
      const booking = order.bookings.find(({ id }) => id === payload.booking_id);
      return booking && letters.replaced(order, studio, booking.name);
    }),
    'mail.changed': aboutOrder(
      'booking_changed',
      (order, { studio, payload }) => {
        const date = dateOf(order, payload);
        return date && letters.changed(order, studio, date);
      },
      async (order, { payload, within }) => {
        const toCome = datesToCome(order);
        const left = await Promise.all(
          listOf(payload.left_session_ids).map((id) => readDate(within, String(id))),
        );
        const gone = left.filter((date) => date !== undefined && !toCome.some(({ id }) => id === date.id));
        return [...toCome, ...gone.flatMap((date) => (date ? [asCancelled(date)] : []))];
      },
    ),
    'mail.moved': aboutOrder(
      'session_moved',
      (order, { studio, payload }) => {
        const date = dateOf(order, payload);
        return date && letters.moved(order, studio, date);
      },
      theDate,
    ),
    'mail.teacher_changed': aboutOrder('teacher_changed', async (order, { studio, payload, within }) => {
      const { found, insteadOf } = await readTeachers(within, payload);
      const ids = Array.isArray(payload.session_ids) ? payload.session_ids : [payload.session_id];
      // Somebody else again, or the place given back meanwhile: another letter says so.
      const dates = datesToCome(order).filter(({ id, teacher }) => ids.includes(id) && teacher === found);
      if (!found || dates.length === 0) return undefined;
      return letters.teacherChanged(order, studio, { dates, insteadOf, isMoved: payload.is_moved === true });
    }),
    'mail.session_cancelled': aboutOrder(
      'session_cancelled',
      (order, { studio, payload }) => {
        const date = dateOf(order, payload);
        return date && letters.sessionCancelled(order, studio, date, String(payload.reason ?? ''));
      },
      theDate,
    ),
    'mail.too_late': aboutOrder('payment_too_late', (order, { studio }) => letters.tooLate(order, studio)),
    'mail.receipt': aboutOrder('receipt', async (order, { studio, payload, within }) => {
      const [payment] = await within<{ amount_cents: number }[]>`
        select amount_cents from public.payments
        where id::text = ${String(payload.payment_id ?? '')} or provider_ref = ${String(payload.provider_ref ?? '')}`;
      return payment && letters.receipt(order, studio, payment.amount_cents);
    }),
    'mail.refund': aboutOrder('refund', async (order, { studio, payload, within }) => {
      const [refund] = await within<OrderView['refunds']>`
        select amount_cents, method, state, reason from public.refunds where id::text = ${String(payload.refund_id ?? '')}`;
      return refund && letters.refund(order, studio, refund);
    }),
    'mail.message': aboutOrder('class_message', (order, { studio, payload }) => {
      const date = dateOf(order, payload);
      return date && letters.message(order, studio, date, String(payload.subject), String(payload.body));
    }),
    'mail.waiting': aboutWait('queue_joined', (wait, date, studio) =>
      wait.state === 'waiting' ? letters.waiting(wait, studio, date) : undefined,
    ),
    'mail.offer': aboutWait('queue_offer', (wait, date, studio) => {
      if (wait.state !== 'offered' || !wait.offer_ends_at) return undefined;
      const ends = { starts_at: wait.offer_ends_at, ends_at: wait.offer_ends_at, zone: date.zone };
      const day = formatWhen(ends).split(',')[0];
      return letters.offer(
        wait,
        studio,
        date,
        `${clockTime(new Date(wait.offer_ends_at), date.zone)} on ${day}`,
      );
    }),
    'mail.queue_removed': aboutWait('queue_removed', (wait, date, studio) =>
      wait.state === 'left' ? letters.queueRemoved(wait, studio, date) : undefined,
    ),
    'mail.offer_over': aboutWait('queue_offer_over', (wait, date, studio) =>
      letters.offerOver(wait, studio, date),
    ),
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

async function readOrder(within: TransactionSql, id: string) {
  const [row] = await within<{ view: OrderView; user_id: string | null }[]>`
    select private.describe_order(id) as view, user_id from public.orders where id = ${id}`;
  return row && { ...row.view, user_id: row.user_id };
}

/** Who teaches now and who did: of a substitute that was found, or of dates that the desk handed over. */
async function readTeachers(within: TransactionSql, payload: JobPayload) {
  const [row] = payload.request_id
    ? await within<{ found: string | null; instead_of: string | null }[]>`
        select r ->> 'found' as found, r ->> 'instead_of' as instead_of
        from private.describe_substitute(${String(payload.request_id)}) r`
    : await within<{ found: string | null; instead_of: string | null }[]>`
        select (select name from public.people where id::text = ${String(payload.teacher_id ?? '')}) as found,
          (select name from public.people where id::text = ${String(payload.instead_of ?? '')}) as instead_of`;
  return { found: row?.found ?? null, insteadOf: row?.instead_of ?? null };
}

async function readDate(within: TransactionSql, sessionId: string): Promise<BookingDate | undefined> {
  const [date] = await within<BookingDate[]>`
    select s.id, s.pool_id, s.starts_at, s.ends_at, s.zone, s.status, s.sequence, r.name as room, o.title, o.slug, o.kind,
      o.discipline, t.name as teacher, o.bring
    from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
    left join public.people t on t.id = coalesce(s.teacher_id, o.teacher_id) where s.id = ${sessionId}`;
  return date;
}

async function readStudio(within: TransactionSql, siteUrl: string): Promise<Studio> {
  const [row] = await within<{ name: string; address: string; email: string; transfer_account: string }[]>`
    select s.name, s.address, s.email, b.transfer_account from public.studio s, public.booking_settings b`;
  return {
    name: row?.name ?? 'onda',
    address: row?.address ?? '',
    email: row?.email ?? '',
    transferAccount: row?.transfer_account ?? '',
    siteUrl,
  };
}

/** Whoever does not want to be reminded is written to about changes all the same. */
async function wantsReminders(sql: TransactionSql, userId: string): Promise<boolean> {
  const [profile] = await sql<{ wants_reminders: boolean }[]>`
    select wants_reminders from public.profiles where user_id = ${userId}`;
  return profile?.wants_reminders ?? true;
}
