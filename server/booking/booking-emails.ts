// The text of every email about a booking, one function for each. Recipients are decided in mail-jobs.ts.

import { writtenRule } from '#app/features/booking/cancellation-rule.ts';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import type { BookedPlace, BookingDate, OrderView } from '#contracts/booking.ts';
import { pageUrl } from '../language/page-url.ts';
import type { EmailContent } from '../mail/templates/layout.ts';
import { contactLine, formatPlace, type Studio } from './email-studio.ts';
import {
  formatDates,
  formatMoment,
  formatNames,
  formatPayment,
  formatRooms,
  formatTitle,
  formatWhen,
  placesOn,
  upcomingDates,
} from './format-booking.ts';

type ButtonLabel = 'view_or_change_booking' | 'view_booking' | 'view_order' | 'view_receipt';

const orderButton = (
  order: OrderView,
  studio: Studio,
  label: ButtonLabel = 'view_or_change_booking',
  path = '',
) => ({
  label: t(`email.booking.${label}`),
  url: pageUrl(studio, `/booking/${order.order_token}${path}`),
});

function orderFacts(order: OrderView, studio: Studio, dates: BookingDate[]): [string, string][] {
  return [
    [t('email.facts.when'), formatDates(dates)],
    [t('email.facts.where'), formatRooms(dates, studio.address)],
    [t('email.facts.for_people'), formatNames(placesOn(order, dates))],
    [t('email.facts.payment'), formatPayment(order)],
    [t('email.facts.reference'), order.number],
  ];
}

function transferParagraphs(order: OrderView, studio: Studio): string[] {
  const owed = order.total_cents - order.paid_cents;
  if (order.method !== 'transfer' || owed <= 0) return [];
  const { transferAccount: account } = studio;
  const values = { amount: price(owed, order.currency), reference: order.number };
  const to = account
    ? t('email.booking.transfer_to_account', { ...values, account })
    : t('email.booking.transfer_to_us', values);
  const [first] = order.dates;
  if (!order.due_at || !first) return [to];
  return [`${to} ${t('email.booking.transfer_due', { moment: formatMoment(order.due_at, first.zone) })}`];
}

/** What the page of the booking says of them, too. */
function ageParagraphs(places: BookedPlace[]): string[] {
  const outside = places.filter(({ is_outside_age }) => is_outside_age);
  return outside.length > 0 ? [t('email.booking.outside_usual_age', { names: formatNames(outside) })] : [];
}

export const bookingEmails = {
  confirmation(order: OrderView, studio: Studio): EmailContent {
    if (order.kind !== 'booking') return bookingEmails.awaitingPayment(order, studio);
    const dates = upcomingDates(order);
    const [first] = dates;
    const places = placesOn(order, dates);
    const rule = places[0]?.policy;
    const policy = rule && (rule.summary || writtenRule(rule));
    const title = formatTitle(order);
    const about = first?.teacher
      ? t('email.booking.confirmed_title_teacher', { title, teacher: first.teacher })
      : t('email.booking.confirmed_title', { title });
    return {
      subject: t('email.booking.confirmed_subject', { title, dates: formatDates(dates) }),
      heading: t('email.booking.confirmed_heading'),
      intro: `${about} ${t('email.booking.confirmed_intro', { count: places.length })}`,
      facts: [
        ...orderFacts(order, studio, dates),
        ...(first?.bring ? [[t('email.facts.bring'), first.bring] as [string, string]] : []),
      ],
      paragraphs: [
        ...ageParagraphs(places),
        ...transferParagraphs(order, studio),
        ...(policy ? [t('email.booking.cannot_come', { policy })] : []),
      ],
      button: orderButton(order, studio),
      closing: `${t('email.booking.add_to_calendar')} ${contactLine(studio)}`,
    };
  },
  awaitingPayment(order: OrderView, studio: Studio): EmailContent {
    const item =
      order.kind === 'pass'
        ? (order.passes[0]?.name ?? t('email.booking.your_pass'))
        : t('email.booking.your_voucher');
    return {
      subject: t('email.booking.ordered_subject', { item }),
      heading: t('email.booking.ordered_heading'),
      intro: t('email.booking.ordered_intro', { item, amount: price(order.total_cents, order.currency) }),
      facts: [
        [t('email.facts.payment'), formatPayment(order)],
        [t('email.facts.reference'), order.number],
      ],
      paragraphs: transferParagraphs(order, studio),
      button: orderButton(order, studio, 'view_order'),
      closing: contactLine(studio),
    };
  },
  reminder(order: OrderView, studio: Studio, date: BookingDate): EmailContent {
    return {
      subject: t('email.booking.reminder_subject', date),
      heading: t('email.booking.reminder_heading'),
      intro: t('email.booking.reminder_intro', { title: date.title, when: formatWhen(date) }),
      facts: orderFacts(order, studio, [date]),
      button: orderButton(order, studio),
      closing: date.bring
        ? t('email.booking.please_bring', { items: date.bring })
        : t('email.booking.please_cancel'),
    };
  },
  cancellation(order: OrderView, studio: Studio, names: string[]): EmailContent {
    const title = formatTitle(order);
    return {
      subject: t('email.booking.cancelled_subject', { title }),
      heading: t('email.booking.cancelled_heading', { count: names.length }),
      intro: t('email.booking.cancelled_intro', { title, names: formatList(names) }),
      facts: refundFacts(order),
      button: orderButton(order, studio, 'view_booking'),
      closing: contactLine(studio),
    };
  },
  fullRefund(order: OrderView, studio: Studio, name: string): EmailContent {
    const back = whatGoesBack(order);
    return {
      subject: t('email.booking.full_refund_subject', { back, title: formatTitle(order) }),
      heading: t('email.booking.full_refund_heading', { back }),
      intro: t('email.booking.full_refund_intro', { back, name }),
      facts: refundFacts(order),
      button: orderButton(order, studio, 'view_booking'),
      closing: contactLine(studio),
    };
  },
  changed(order: OrderView, studio: Studio, date: BookingDate, moved: BookedPlace[]): EmailContent {
    const about = { title: date.title, when: formatWhen(date), names: formatNames(moved) };
    const isWhole = order.bookings.every((place) => place.state !== 'seated' || moved.includes(place));
    return {
      subject: t('email.booking.changed_subject', about),
      heading: t('email.booking.changed_heading'),
      intro: t(isWhole ? 'email.booking.changed_intro' : 'email.booking.changed_for_people_intro', about),
      facts: orderFacts(order, studio, [date]),
      button: orderButton(order, studio),
      closing: `${t('email.booking.update_calendar')} ${contactLine(studio)}`,
    };
  },
  moved(order: OrderView, studio: Studio, date: BookingDate): EmailContent {
    const about = { title: date.title, when: formatWhen(date) };
    return {
      subject: t('email.booking.moved_subject', about),
      heading: t('email.booking.moved_heading'),
      intro: t('email.booking.moved_intro', { ...about, room: formatPlace(date) }),
      facts: orderFacts(order, studio, [date]),
      button: orderButton(order, studio),
      closing: t('email.booking.moved_closing'),
    };
  },
  teacherChanged(
    order: OrderView,
    studio: Studio,
    { dates, insteadOf, isMoved }: { dates: BookingDate[]; insteadOf: string | null; isMoved: boolean },
  ): EmailContent {
    const [date] = dates;
    const about = { title: date?.title ?? '', teacher: date?.teacher ?? '', dates: formatDates(dates) };
    const intro = insteadOf
      ? t('email.booking.new_teacher_instead_intro', { ...about, former: insteadOf })
      : t('email.booking.new_teacher_intro', about);
    return {
      subject: t('email.booking.new_teacher_subject', about),
      heading: t('email.booking.new_teacher_heading'),
      // A new time is announced in its own email.
      intro: isMoved ? intro : `${intro} ${t('email.booking.time_and_room_stay')}`,
      facts: orderFacts(order, studio, dates),
      ...(dates.length > 1 && { paragraphs: [dates.map(formatWhen).join('\n')] }),
      button: orderButton(order, studio),
      closing: contactLine(studio),
    };
  },
  sessionCancelled(order: OrderView, studio: Studio, date: BookingDate, reason: string): EmailContent {
    const about = { title: date.title, when: formatWhen(date) };
    const intro = t('email.booking.session_cancelled_intro', about);
    return {
      subject: t('email.booking.session_cancelled_subject', about),
      heading: t('email.booking.session_cancelled_heading'),
      intro: reason ? `${intro} ${reason}` : intro,
      facts: refundFacts(order),
      button: { label: t('email.booking.find_another_date'), url: pageUrl(studio, offeringPath(date)) },
      closing: `${t('email.booking.session_cancelled_closing', { back: whatGoesBack(order) })} ${contactLine(studio)}`,
    };
  },
  tooLate(order: OrderView, studio: Studio): EmailContent {
    const title = formatTitle(order);
    return {
      subject: t('email.booking.full_refund_subject', { back: 'money', title }),
      heading: t('email.booking.too_late_heading'),
      intro: t('email.booking.too_late_intro', { title }),
      facts: refundFacts(order),
      button: {
        label: t('email.booking.join_waiting_list'),
        url: pageUrl(studio, order.dates[0] ? offeringPath(order.dates[0]) : '/classes'),
      },
      closing: `${t('email.booking.too_late_closing')} ${contactLine(studio)}`,
    };
  },
  receipt(order: OrderView, studio: Studio, payment: { id: string; amount_cents: number }): EmailContent {
    const about = { kind: order.kind, title: formatTitle(order) };
    const amount = price(payment.amount_cents, order.currency);
    const owed = Math.max(0, order.total_cents - order.paid_cents);
    return {
      subject: t('email.booking.receipt_subject', { number: order.number }),
      heading: t('email.booking.receipt_heading'),
      intro: t('email.booking.receipt_intro', { ...about, amount }),
      facts: [
        [t('email.facts.for_item'), t('email.booking.receipt_item', about)],
        [t('email.facts.received'), amount],
        [t('email.facts.still_to_pay'), price(owed, order.currency)],
        [t('email.facts.reference'), order.number],
        [t('email.facts.paid_by'), order.buyer.name],
      ],
      button: orderButton(order, studio, 'view_receipt', `/receipts/${payment.id}`),
      closing: [studio.name, studio.address].filter(Boolean).join(', '),
    };
  },
  paymentReminder(order: OrderView, studio: Studio): EmailContent {
    const about = {
      kind: order.kind,
      title: formatTitle(order),
      amount: price(order.total_cents - order.paid_cents, order.currency),
    };
    return {
      subject: t('email.booking.payment_reminder_subject', { number: order.number, amount: about.amount }),
      heading: t('email.booking.payment_reminder_heading'),
      intro: t('email.booking.payment_reminder_intro', about),
      facts: [
        [t('email.facts.for_item'), t('email.booking.receipt_item', about)],
        [t('email.facts.still_to_pay'), about.amount],
        [t('email.facts.reference'), order.number],
      ],
      paragraphs: transferParagraphs(order, studio),
      button: orderButton(order, studio, order.kind === 'booking' ? 'view_booking' : 'view_order'),
      closing: `${t('email.booking.payment_reminder_closing')} ${contactLine(studio)}`,
    };
  },
  refund(order: OrderView, studio: Studio, refund: OrderView['refunds'][number]): EmailContent {
    const amount = price(refund.amount_cents, order.currency);
    const about = { kind: order.kind, title: formatTitle(order), amount };
    return {
      subject: t('email.booking.refund_subject', about),
      heading: t('email.booking.refund_heading'),
      intro: `${t('email.booking.refund_intro', about)} ${t(`email.booking.refund_by_${refund.method}`)}`,
      facts: refundFacts(order),
      button: orderButton(order, studio, 'view_booking'),
      closing: contactLine(studio),
    };
  },
  message(
    order: OrderView,
    studio: Studio,
    date: BookingDate,
    { subject, body, sender }: { subject: string; body: string; sender: string },
  ): EmailContent {
    return {
      subject: t('email.booking.message_subject', { title: date.title, subject }),
      heading: subject,
      intro: t('email.booking.message_intro', { title: date.title, when: formatWhen(date) }),
      paragraphs: body.split(/\n{2,}/),
      button: orderButton(order, studio, 'view_booking'),
      closing: sender
        ? t('email.booking.message_closing', { sender, studio: studio.name })
        : contactLine(studio),
    };
  },
} as const;

/** Nothing that was not paid is promised back. */
function whatGoesBack(order: OrderView): 'money' | 'entry' | 'unpaid' | 'nothing' {
  if (order.paid_cents > 0 || order.refunds.length > 0 || order.credits.length > 0) return 'money';
  if (order.bookings.some(({ by_pass }) => by_pass)) return 'entry';
  return order.bookings.some(({ price_cents }) => price_cents > 0) ? 'unpaid' : 'nothing';
}

function refundFacts(order: OrderView): [string, string][] {
  const refunded = order.refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const facts: [string, string][] = [[t('email.facts.reference'), order.number]];
  if (refunded > 0) {
    const amount = price(refunded, order.currency);
    const methods = formatRefundMethods(order);
    facts.push([t('email.facts.refund'), t('email.booking.refund_fact', { amount, methods })]);
  }
  for (const { code, balance_cents } of order.credits) {
    const amount = price(balance_cents, order.currency);
    facts.push([t('email.facts.credit'), t('email.booking.credit_fact', { amount, code })]);
  }
  if (order.total_cents > order.paid_cents)
    facts.push([t('email.facts.still_to_pay'), price(order.total_cents - order.paid_cents, order.currency)]);
  return facts;
}

function formatRefundMethods({ refunds }: OrderView): string {
  return formatList([...new Set(refunds.map(({ method }) => t(`email.booking.method_${method}`)))]);
}
