// The text of every email about a booking, one function for each. Recipients are decided in mail-jobs.ts.
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { price } from '#app/language/price.ts';
import type { BookingDate, OrderView } from '#contracts/booking.ts';
import type { EmailContent } from '../mail/templates/layout.ts';
import { contactLine, linkTo, type Studio } from './email-studio.ts';
import {
  formatDates,
  formatList,
  formatPayment,
  formatRooms,
  formatSeatedNames,
  formatTitle,
  formatWhen,
  upcomingDates,
} from './format-booking.ts';

const orderButton = (order: OrderView, studio: Studio, label = 'View or change booking') => ({
  label,
  url: linkTo(studio, `/booking/${order.order_token}`),
});
function orderFacts(order: OrderView, studio: Studio, dates = upcomingDates(order)): [string, string][] {
  return [
    ['When', formatDates(dates)],
    ['Where', formatRooms(dates, studio.address)],
    ['For', formatSeatedNames(order)],
    ['Payment', formatPayment(order)],
    ['Reference', order.number],
  ];
}

function formatDueDate({ due_at, dates: [first] }: OrderView): string {
  return due_at && first
    ? `. It needs to arrive by ${formatWhen({ starts_at: due_at, ends_at: due_at, zone: first.zone }).replace(/ to .*/, '')}`
    : '';
}

function transferParagraphs(order: OrderView, studio: Studio): string[] {
  const owed = order.total_cents - order.paid_cents;
  if (order.method !== 'transfer' || owed <= 0) return [];
  const to = studio.transferAccount || 'our bank account';
  return [
    `Please transfer ${price(owed, order.currency)} to ${to} with the reference ${order.number}${formatDueDate(order)}.`,
  ];
}

export const bookingEmails = {
  confirmation(order: OrderView, studio: Studio): EmailContent {
    if (order.kind !== 'booking') return bookingEmails.awaitingPayment(order, studio);
    const [first] = upcomingDates(order);
    const policy = order.bookings[0]?.policy.summary;
    return {
      subject: `Booking confirmed: ${formatTitle(order)}, ${formatDates(upcomingDates(order))}`,
      heading: 'Your booking is confirmed',
      intro: `${formatTitle(order)}${first?.teacher ? ` with ${first.teacher}` : ''}. Your ${order.bookings.length === 1 ? 'place is' : 'places are'} booked. We look forward to seeing you.`,
      facts: [
        ...orderFacts(order, studio),
        ...(first?.bring ? [['Bring', first.bring] as [string, string]] : []),
      ],
      paragraphs: [...transferParagraphs(order, studio), ...(policy ? [`If you can’t come: ${policy}`] : [])],
      button: orderButton(order, studio),
      closing: `Open the attached file to add it to your calendar. ${contactLine(studio)}`,
    };
  },
  awaitingPayment(order: OrderView, studio: Studio): EmailContent {
    const thing = order.kind === 'pass' ? (order.passes[0]?.name ?? 'Your pass') : 'Your voucher';
    return {
      subject: `Order received: ${thing}`,
      heading: 'Thank you for your order',
      intro: `${thing} for ${price(order.total_cents, order.currency)}. We will email you the code as soon as your payment arrives.`,
      facts: [
        ['Payment', formatPayment(order)],
        ['Reference', order.number],
      ],
      paragraphs: transferParagraphs(order, studio),
      button: orderButton(order, studio, 'View order'),
      closing: contactLine(studio),
    };
  },
  bought(order: OrderView, studio: Studio): EmailContent {
    const code = order.passes[0]?.code ?? order.credits[0]?.code ?? '';
    return {
      subject: order.kind === 'pass' ? `Your pass for ${studio.name}` : `Your voucher for ${studio.name}`,
      heading: order.kind === 'pass' ? 'Your pass is ready' : 'Your voucher is ready',
      intro: `Your code is ${code}. Enter it when you book at ${studio.name}.`,
      facts: [
        order.kind === 'pass'
          ? ['Entries', String(order.passes[0]?.entries ?? 0)]
          : ['Value', price(order.credits[0]?.balance_cents ?? order.total_cents, order.currency)],
        ['Reference', order.number],
      ],
      button: { label: 'Find a class', url: linkTo(studio, '/classes') },
      closing: 'Anyone who has this code can use it, so store it safely.',
    };
  },
  reminder(order: OrderView, studio: Studio, date: BookingDate): EmailContent {
    return {
      subject: `Tomorrow: ${date.title}`,
      heading: 'See you tomorrow',
      intro: `A reminder of your booking: ${date.title}, ${formatWhen(date)}.`,
      facts: orderFacts(order, studio, [date]),
      button: orderButton(order, studio),
      closing: date.bring
        ? `Please bring: ${date.bring}`
        : 'If you can’t come, please cancel your booking so that someone else can have the place.',
    };
  },
  cancellation(order: OrderView, studio: Studio, names: string[]): EmailContent {
    return {
      subject: `Booking cancelled: ${formatTitle(order)}`,
      heading: names.length === 1 ? 'Your booking is cancelled' : 'Your bookings are cancelled',
      intro: `We cancelled ${formatTitle(order)} for ${formatList(names)}.`,
      facts: refundFacts(order),
      button: orderButton(order, studio, 'View booking'),
      closing: contactLine(studio),
    };
  },
  fullRefund(order: OrderView, studio: Studio, name: string): EmailContent {
    return {
      subject: `Full refund: ${formatTitle(order)}`,
      heading: 'You get a full refund',
      intro: `Someone else booked the place you cancelled for ${name}, so we refund everything you paid for it.`,
      facts: refundFacts(order),
      button: orderButton(order, studio, 'View booking'),
      closing: contactLine(studio),
    };
  },
  changed(order: OrderView, studio: Studio, date: BookingDate): EmailContent {
    return {
      subject: `Date changed: ${date.title}, ${formatWhen(date)}`,
      heading: 'Your booking has a new date',
      intro: `${date.title} is now booked for ${formatWhen(date)}.`,
      facts: orderFacts(order, studio),
      button: orderButton(order, studio),
      closing: `Open the attached file to update your calendar. ${contactLine(studio)}`,
    };
  },
  moved(order: OrderView, studio: Studio, date: BookingDate): EmailContent {
    return {
      subject: `New time: ${date.title}, now ${formatWhen(date)}`,
      heading: 'Your date has moved',
      intro: `We are sorry: we had to move ${date.title}. It is now on ${formatWhen(date)}, ${date.room}.`,
      facts: orderFacts(order, studio, [date]),
      button: orderButton(order, studio),
      closing: 'If the new time does not suit you, you can change or cancel your booking.',
    };
  },
  teacherChanged(
    order: OrderView,
    studio: Studio,
    { dates, insteadOf, isMoved }: { dates: BookingDate[]; insteadOf: string | null; isMoved: boolean },
  ): EmailContent {
    const [date] = dates;
    // A new time is announced in its own email.
    const rest = isMoved ? '' : ' The time and the room stay the same.';
    const instead = insteadOf ? `, instead of ${insteadOf}` : '';
    return {
      subject: `New teacher for ${date?.title}: ${date?.teacher}, ${formatDates(dates)}`,
      heading: 'Your class has a different teacher',
      intro: `${date?.teacher} teaches ${date?.title} on ${formatDates(dates)}${instead}.${rest}`,
      facts: orderFacts(order, studio, dates),
      ...(dates.length > 1 && { paragraphs: [dates.map(formatWhen).join('\n')] }),
      button: orderButton(order, studio),
      closing: contactLine(studio),
    };
  },
  sessionCancelled(order: OrderView, studio: Studio, date: BookingDate, reason: string): EmailContent {
    return {
      subject: `Cancelled: ${date.title}, ${formatWhen(date)}`,
      heading: 'We had to cancel your date',
      intro: `${date.title} on ${formatWhen(date)} will not take place.${reason ? ` ${reason}` : ''}`,
      facts: refundFacts(order),
      button: { label: 'Find another date', url: linkTo(studio, offeringPath(date)) },
      closing: `We are sorry. You will get a full refund. ${contactLine(studio)}`,
    };
  },
  tooLate(order: OrderView, studio: Studio): EmailContent {
    return {
      subject: `Full refund: ${formatTitle(order)}`,
      heading: 'Your payment arrived too late',
      intro: `Your payment for ${formatTitle(order)} arrived after your reservation had expired, and someone else has booked the place. We will refund everything you paid.`,
      facts: refundFacts(order),
      button: {
        label: 'Join the waiting list',
        url: linkTo(studio, order.dates[0] ? offeringPath(order.dates[0]) : '/classes'),
      },
      closing: `It can take a few days until your bank shows the refund. ${contactLine(studio)}`,
    };
  },
  receipt(order: OrderView, studio: Studio, amountCents: number): EmailContent {
    const what = order.kind === 'booking' ? formatTitle(order) : order.kind === 'pass' ? 'Pass' : 'Voucher';
    return {
      subject: `Receipt ${order.number}`,
      heading: 'Thank you for your payment',
      intro: `We received ${price(amountCents, order.currency)} for ${what}.`,
      facts: [
        ['For', what],
        ['Received', price(amountCents, order.currency)],
        ['Still to pay', price(Math.max(0, order.total_cents - order.paid_cents), order.currency)],
        ['Reference', order.number],
        ['Paid by', order.buyer.name],
      ],
      button: orderButton(order, studio, 'View receipt'),
      closing: [studio.name, studio.address].filter(Boolean).join(', '),
    };
  },
  refund(order: OrderView, studio: Studio, refund: OrderView['refunds'][number]): EmailContent {
    const what =
      order.kind === 'booking' ? formatTitle(order) : order.kind === 'pass' ? 'your pass' : 'your voucher';
    const method = {
      card: 'It goes back to the card you paid with. Your bank may take a few days to show it.',
      transfer: 'We send it to your account by bank transfer.',
      studio: 'You can collect it at the studio.',
      credit: 'It is saved as credit: enter the code below when you book.',
    }[refund.method];
    return {
      subject: `Refund of ${price(refund.amount_cents, order.currency)}: ${what}`,
      heading: 'Your refund',
      intro: `We refunded ${price(refund.amount_cents, order.currency)} for ${what}. ${method}`,
      facts: refundFacts(order),
      button: orderButton(order, studio, 'View booking'),
      closing: contactLine(studio),
    };
  },
  message(order: OrderView, studio: Studio, date: BookingDate, subject: string, body: string): EmailContent {
    return {
      subject: `${date.title}: ${subject}`,
      heading: subject,
      intro: `About ${date.title}, ${formatWhen(date)}.`,
      paragraphs: body.split(/\n{2,}/),
      button: orderButton(order, studio, 'View booking'),
      closing: date.teacher ? `Sent by ${date.teacher} or the studio team.` : contactLine(studio),
    };
  },
} as const;

function refundFacts(order: OrderView): [string, string][] {
  const refunded = order.refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  return [
    ['Reference', order.number],
    ...(refunded > 0
      ? [['Refund', `${price(refunded, order.currency)}, ${formatRefundMethods(order)}`] as [string, string]]
      : []),
    ...order.credits.map(({ code, balance_cents }): [string, string] => [
      'Credit',
      `${price(balance_cents, order.currency)}, code ${code}`,
    ]),
    ...(order.total_cents > order.paid_cents
      ? [['Still to pay', price(order.total_cents - order.paid_cents, order.currency)] as [string, string]]
      : []),
  ];
}

function formatRefundMethods({ refunds }: OrderView): string {
  const labels = {
    card: 'to your card',
    transfer: 'by bank transfer',
    studio: 'at the studio',
    credit: 'as credit',
  };
  return formatList([...new Set(refunds.map(({ method }) => labels[method]))]);
}
