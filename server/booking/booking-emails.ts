// What the studio writes about bookings: one function for each occasion. Words only; who gets them is decided elsewhere.
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { price } from '#app/language/price.ts';
import type { BookingDate, OrderView, WaitView } from '#contracts/booking.ts';
import type { Email } from '../mail/templates/layout.ts';
import type { MailStudio } from '../mail/templates/mail-studio.ts';
import {
  datesToCome,
  formatDates,
  formatList,
  formatMoney,
  formatRooms,
  formatTitle,
  formatWhen,
  seatedNames,
} from './format-booking.ts';

export interface Studio {
  name: string;
  address: string;
  email: string;
  siteUrl: string;
  transferAccount: string;
}

type Words = Omit<Email, keyof MailStudio>;

const linkTo = (studio: Studio, path: string) => `${studio.siteUrl}${path}`;
const orderButton = (order: OrderView, studio: Studio, label = 'Look at it, change or cancel') => ({
  label,
  url: linkTo(studio, `/booking/${order.order_token}`),
});
const question = (studio: Studio) =>
  studio.email ? `Questions? Write to ${studio.email}.` : 'Questions? Just answer at the desk.';

function orderFacts(order: OrderView, studio: Studio, dates = datesToCome(order)): [string, string][] {
  return [
    ['When', formatDates(dates)],
    ['Where', formatRooms(dates, studio.address)],
    ['Who', seatedNames(order)],
    ['To pay', formatMoney(order)],
    ['Number', order.number],
  ];
}

function arrivesBy({ due_at, dates: [first] }: OrderView): string {
  return due_at && first
    ? `, so that it arrives by ${formatWhen({ starts_at: due_at, ends_at: due_at, zone: first.zone }).replace(/ to .*/, '')}`
    : '';
}

function transferParagraphs(order: OrderView, studio: Studio): string[] {
  const owed = order.total_cents - order.paid_cents;
  if (order.method !== 'transfer' || owed <= 0) return [];
  const to = studio.transferAccount || `the account that ${studio.email || 'the desk'} tells you`;
  return [
    `Please send ${price(owed, order.currency)} to ${to}, with the number ${order.number} as reference${arrivesBy(order)}.`,
  ];
}

export const letters = {
  confirmation(order: OrderView, studio: Studio): Words {
    if (order.kind !== 'booking') return letters.promised(order, studio);
    const [first] = datesToCome(order);
    const policy = order.bookings[0]?.policy.words;
    return {
      subject: `You are in: ${formatTitle(order)}, ${formatDates(datesToCome(order))}`,
      heading: 'You are in.',
      sentence: `${formatTitle(order)}${first?.teacher ? ` with ${first.teacher}` : ''}. Your ${order.bookings.length === 1 ? 'place is' : 'places are'} kept.`,
      facts: [
        ...orderFacts(order, studio),
        ...(first?.bring ? [['Bring', first.bring] as [string, string]] : []),
      ],
      paragraphs: [
        ...transferParagraphs(order, studio),
        ...(policy ? [`If you cannot come: ${policy}`] : []),
      ],
      button: orderButton(order, studio),
      closing: `The attached file puts it into your calendar. ${question(studio)}`,
    };
  },
  promised(order: OrderView, studio: Studio): Words {
    const thing = order.kind === 'pass' ? (order.passes[0]?.name ?? 'Your pass') : 'Your voucher';
    return {
      subject: `${thing}, as soon as it is paid`,
      heading: 'Nearly yours.',
      sentence: `${thing} for ${price(order.total_cents, order.currency)}. The code comes by mail once it is paid.`,
      facts: [
        ['To pay', formatMoney(order)],
        ['Number', order.number],
      ],
      paragraphs: transferParagraphs(order, studio),
      button: orderButton(order, studio, 'Look at it'),
      closing: question(studio),
    };
  },
  bought(order: OrderView, studio: Studio): Words {
    const code = order.passes[0]?.code ?? order.credits[0]?.code ?? '';
    return {
      subject: order.kind === 'pass' ? 'Your pass' : 'Your voucher',
      heading: order.kind === 'pass' ? 'Your pass.' : 'Your voucher.',
      sentence: `Whoever has this code can use it at ${studio.name}: ${code}`,
      facts: [
        order.kind === 'pass'
          ? ['Entries', String(order.passes[0]?.entries ?? 0)]
          : ['Worth', price(order.credits[0]?.balance_cents ?? order.total_cents, order.currency)],
        ['Number', order.number],
      ],
      button: { label: 'Find a class', url: linkTo(studio, '/classes') },
      closing: 'Enter the code when you book. Keep it as you would keep money.',
    };
  },
  reminder(order: OrderView, studio: Studio, date: BookingDate): Words {
    return {
      subject: `Tomorrow: ${date.title}`,
      heading: 'See you tomorrow.',
      sentence: `${date.title}, ${formatWhen(date)}.`,
      facts: orderFacts(order, studio, [date]),
      button: orderButton(order, studio),
      closing: date.bring
        ? `Bring: ${date.bring}`
        : 'Somebody waits for every place: if you cannot come, tell us with the button.',
    };
  },
  cancellation(order: OrderView, studio: Studio, names: string[]): Words {
    return {
      subject: `Given back: ${formatTitle(order)}`,
      heading: 'Your place is given back.',
      sentence: `${formatList(names)} will not come to ${formatTitle(order)}. Somebody else may now.`,
      facts: backFacts(order),
      button: orderButton(order, studio, 'Look at the booking'),
      closing: question(studio),
    };
  },
  replaced(order: OrderView, studio: Studio, name: string): Words {
    return {
      subject: `Everything back after all: ${formatTitle(order)}`,
      heading: 'Somebody took the place.',
      sentence: `So everything that was paid for ${name} goes back to you after all.`,
      facts: backFacts(order),
      button: orderButton(order, studio, 'Look at the booking'),
      closing: question(studio),
    };
  },
  changed(order: OrderView, studio: Studio, date: BookingDate): Words {
    return {
      subject: `New date: ${date.title}, ${formatWhen(date)}`,
      heading: 'Your new date.',
      sentence: `${date.title}, now on ${formatWhen(date)}.`,
      facts: orderFacts(order, studio),
      button: orderButton(order, studio),
      closing: `The attached file corrects your calendar. ${question(studio)}`,
    };
  },
  moved(order: OrderView, studio: Studio, date: BookingDate): Words {
    return {
      subject: `It has moved: ${date.title}, now ${formatWhen(date)}`,
      heading: 'The date has moved.',
      sentence: `We had to move ${date.title}. It is now on ${formatWhen(date)}, ${date.room}.`,
      facts: orderFacts(order, studio, [date]),
      button: orderButton(order, studio),
      closing: 'If it does not suit you any more, give the place back with the button.',
    };
  },
  teacherChanged(
    order: OrderView,
    studio: Studio,
    { dates, insteadOf, isMoved }: { dates: BookingDate[]; insteadOf: string | null; isMoved: boolean },
  ): Words {
    const [date] = dates;
    // Whoever hears of another hour hears it in a letter of its own.
    const rest = isMoved ? '' : ' The hour and the room stay as they are.';
    const instead = insteadOf ? `, instead of ${insteadOf}` : '';
    return {
      subject: `${date?.teacher} teaches ${date?.title}, ${formatDates(dates)}`,
      heading: 'Somebody else teaches.',
      sentence: `${date?.teacher} takes ${date?.title} on ${formatDates(dates)}${instead}.${rest}`,
      facts: orderFacts(order, studio, dates),
      ...(dates.length > 1 && { paragraphs: [dates.map(formatWhen).join('\n')] }),
      button: orderButton(order, studio),
      closing: question(studio),
    };
  },
  sessionCancelled(order: OrderView, studio: Studio, date: BookingDate, reason: string): Words {
    return {
      subject: `Cancelled: ${date.title}, ${formatWhen(date)}`,
      heading: 'We had to cancel.',
      sentence: `${date.title} on ${formatWhen(date)} does not take place.${reason ? ` ${reason}` : ''}`,
      facts: backFacts(order),
      button: { label: 'Find another date', url: linkTo(studio, offeringPath(date)) },
      closing: `You get everything back. We are sorry. ${question(studio)}`,
    };
  },
  tooLate(order: OrderView, studio: Studio): Words {
    return {
      subject: `Your money comes back: ${formatTitle(order)}`,
      heading: 'The place was gone.',
      sentence: `Your payment for ${formatTitle(order)} arrived after the time ran out, and somebody else has the place. We send everything back.`,
      facts: backFacts(order),
      button: {
        label: 'Join the queue',
        url: linkTo(studio, order.dates[0] ? offeringPath(order.dates[0]) : '/classes'),
      },
      closing: `It takes a few days until your bank shows it. ${question(studio)}`,
    };
  },
  receipt(order: OrderView, studio: Studio, amountCents: number): Words {
    const what = order.kind === 'booking' ? formatTitle(order) : order.kind === 'pass' ? 'Pass' : 'Voucher';
    return {
      subject: `Receipt ${order.number}`,
      heading: 'Thank you.',
      sentence: `We received ${price(amountCents, order.currency)} for ${what}.`,
      facts: [
        ['For', what],
        ['Received', price(amountCents, order.currency)],
        ['Open', price(Math.max(0, order.total_cents - order.paid_cents), order.currency)],
        ['Number', order.number],
        ['From', order.buyer.name],
      ],
      button: orderButton(order, studio, 'Print the receipt'),
      closing: [studio.name, studio.address].filter(Boolean).join(', '),
    };
  },
  refund(order: OrderView, studio: Studio, refund: OrderView['refunds'][number]): Words {
    const what =
      order.kind === 'booking' ? formatTitle(order) : order.kind === 'pass' ? 'your pass' : 'your voucher';
    const way = {
      card: 'It goes to the card that paid. Your bank may take a few days to show it.',
      transfer: 'It comes to your account by bank transfer.',
      desk: 'You get it at the desk.',
      credit: 'It is yours as credit: enter the code when you book.',
    }[refund.method];
    return {
      subject: `${price(refund.amount_cents, order.currency)} back: ${what}`,
      heading: 'Money back.',
      sentence: `We give you ${price(refund.amount_cents, order.currency)} back for ${what}. ${way}`,
      facts: backFacts(order),
      button: orderButton(order, studio, 'Look at the booking'),
      closing: question(studio),
    };
  },
  queueRemoved(wait: WaitView, studio: Studio, date: BookingDate): Words {
    return {
      subject: `No longer in the queue: ${date.title}`,
      heading: 'You are out of the queue.',
      sentence: `The desk took you out of the queue for ${date.title}, ${formatWhen(date)}.`,
      facts: waitFacts(wait, studio, date),
      button: { label: 'Look for another date', url: linkTo(studio, offeringPath(date)) },
      closing: `If you did not ask for it, tell us. ${question(studio)}`,
    };
  },
  waiting(wait: WaitView, studio: Studio, date: BookingDate): Words {
    return {
      subject: `In the queue: ${date.title}, ${formatWhen(date)}`,
      heading: wait.position ? `You are number ${wait.position}.` : 'You are in the queue.',
      sentence: `${date.title} is full. When ${wait.places === 1 ? 'a place comes' : `${wait.places} places come`} free, you are asked in turn.`,
      facts: waitFacts(wait, studio, date),
      button: { label: 'See where you stand', url: linkTo(studio, `/offer/${wait.wait_token}`) },
      closing: 'Nobody can jump the queue. You can leave it whenever you like, with the same button.',
    };
  },
  offer(wait: WaitView, studio: Studio, date: BookingDate, until: string): Words {
    return {
      subject: `A place for you: ${date.title}, ${formatWhen(date)}`,
      heading: wait.places === 1 ? 'A place is free.' : `${wait.places} places are free.`,
      sentence: `It is yours until ${until}. Then the next in line is asked.`,
      facts: waitFacts(wait, studio, date),
      button: { label: 'Take it, or pass it on', url: linkTo(studio, `/offer/${wait.wait_token}`) },
      closing: 'While you are asked, nobody else sees the place.',
    };
  },
  offerOver(wait: WaitView, studio: Studio, date: BookingDate): Words {
    return {
      subject: `Passed on: ${date.title}`,
      heading: 'The place went on.',
      sentence: `The time for your place in ${date.title} ran out, and the next in line was asked.`,
      facts: waitFacts(wait, studio, date),
      button: { label: 'Look for another date', url: linkTo(studio, offeringPath(date)) },
      closing: 'You can join the queue again, at its end.',
    };
  },
  message(order: OrderView, studio: Studio, date: BookingDate, subject: string, body: string): Words {
    return {
      subject: `${date.title}: ${subject}`,
      heading: subject,
      sentence: `About ${date.title}, ${formatWhen(date)}.`,
      paragraphs: body.split(/\n{2,}/),
      button: orderButton(order, studio, 'Your booking'),
      closing: date.teacher ? `Written by ${date.teacher} or the desk.` : question(studio),
    };
  },
} as const;

function backFacts(order: OrderView): [string, string][] {
  const back = order.refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  return [
    ['Number', order.number],
    ...(back > 0 ? [['Back', `${price(back, order.currency)}, ${wayBack(order)}`] as [string, string]] : []),
    ...order.credits.map(({ code, balance_cents }): [string, string] => [
      'Credit',
      `${price(balance_cents, order.currency)}, code ${code}`,
    ]),
    ...(order.total_cents > order.paid_cents
      ? [['Open', price(order.total_cents - order.paid_cents, order.currency)] as [string, string]]
      : []),
  ];
}

function wayBack({ refunds }: OrderView): string {
  const ways = {
    card: 'to your card',
    transfer: 'by bank transfer',
    desk: 'at the desk',
    credit: 'as credit',
  };
  return formatList([...new Set(refunds.map(({ method }) => ways[method]))]);
}

function waitFacts(wait: WaitView, studio: Studio, date: BookingDate): [string, string][] {
  return [
    ['When', formatWhen(date)],
    ['Where', formatRooms([date], studio.address)],
    ['Places', String(wait.places)],
  ];
}
