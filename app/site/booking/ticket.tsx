// A confirmed booking as a ticket: the class's cover, its name on the wave, when, where, who and what is paid, and a code
// that opens this page.

import type { CSSProperties, ReactNode } from 'react';
import { Cover } from '#app/features/covers/cover.tsx';
import {
  hasSeparateLetters,
  isShortTitle,
  longestWordEm,
  waveLetters,
} from '#app/features/page-head/letter-widths.ts';
import { WaveLine } from '#app/features/page-head/wave-title.tsx';
import { nearDay } from '#app/features/programme/date-label.ts';
import { capitalised } from '#app/language/capitalised.ts';
import { contentText } from '#app/language/content-text.ts';
import { shortWeekdayAndLongDay } from '#app/language/format-day.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { firstSlug, langOf, type Marks } from '#app/language/in-language.ts';
import { joinItems } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import type { BookingDate, OrderView } from '#contracts/booking.ts';
import type { QrCode } from './draw-qr.server.ts';
import { headline } from './format-booking.ts';

interface TicketProps {
  order: OrderView;
  first: BookingDate;
  now: Date;
  studio: { address: string } & Marks;
  qr: QrCode;
  /** Of its heading. */
  level?: 1 | 3;
}

export function Ticket({ order, first, now, studio, qr, level = 1 }: TicketProps) {
  const cover = { slug: firstSlug(first), discipline: first.discipline, alt: '', loading: 'eager' } as const;
  return (
    <div className="ticket">
      <div className="ticket-art">
        <Cover {...cover} ratio={[24, 9]} className="ticket-wide" />
        <Cover {...cover} ratio={[13, 5]} className="ticket-narrow" />
      </div>
      <div className="ticket-card">
        <div className="wrap ticket-body">
          <TicketTitle state={headline(order)} of={first} level={level} />
          <dl className="ticket-facts">
            {ticketFacts({ order, first, now, studio }).map(([term, value, note], index) => (
              <div key={term} style={{ '--near': `${WIDTHS[index]}%` } as CSSProperties}>
                <dt>{term}</dt>
                <dd>
                  {value}
                  {note && <small>{note}</small>}
                </dd>
              </div>
            ))}
          </dl>
          <div className="ticket-stub">
            <svg
              className="ticket-code"
              viewBox={`-2 -2 ${qr.size + 4} ${qr.size + 4}`}
              role="img"
              aria-label={t('site.booking.code_that_opens_this_booking', { number: order.number })}
              shapeRendering="crispEdges"
            >
              <path d={qr.d} />
            </svg>
            <b className="ticket-number">{order.number}</b>
            <span>
              {first.is_online
                ? t('site.booking.this_code_opens_this_page')
                : t('site.booking.show_this_at_the_door', { count: seatedOf(order).length })}
            </span>
          </div>
        </div>
      </div>
    </div>
  );
}

const WIDTHS = [132, 112, 96, 84];

interface TicketTitleProps {
  state: string;
  of: BookingDate & Marks;
  level: 1 | 3;
}

function TicketTitle({ state, of, level }: TicketTitleProps) {
  const { title } = of;
  const lang = langOf(of, 'title');
  const words = waveLetters(title);
  const Heading = `h${level}` as const;
  const isWave = isShortTitle(title) && hasSeparateLetters(title);
  return (
    <Heading
      className="ticket-title"
      style={{ '--longest-word': longestWordEm(words) } as CSSProperties}
      data-long={isWave ? undefined : true}
    >
      <span className="ticket-state">{state}</span>{' '}
      {isWave ? (
        <>
          <span className="sr-only" {...lang}>
            {title}
          </span>
          <span aria-hidden="true" dir="auto" {...lang}>
            <WaveLine words={words} />
          </span>
        </>
      ) : (
        <span {...lang}>{title}</span>
      )}
    </Heading>
  );
}

type TicketFact = [term: string, value: ReactNode, note: ReactNode];

function ticketFacts({ order, first, now, studio }: Omit<TicketProps, 'qr' | 'level'>): TicketFact[] {
  const startsAt = new Date(first.starts_at);
  const more = order.dates.filter(({ status }) => status === 'planned').length - 1;
  const until = joinItems([
    shortWeekdayAndLongDay(localDay(startsAt, first.zone)),
    t('site.booking.until_time', { time: clockTime(new Date(first.ends_at), first.zone) }),
  ]);
  const seated = seatedOf(order);
  const isPaid = order.paid_cents >= order.total_cents;
  return [
    [
      t('site.booking.when_term'),
      joinItems([capitalised(nearDay(startsAt, now, first.zone)), clockTime(startsAt, first.zone)]),
      more > 0 ? t('site.booking.when_and_more', { when: until, count: more }) : until,
    ],
    first.is_online
      ? [
          t('site.booking.where_term'),
          t('shared.programme.online'),
          t('site.booking.you_listen_in_your_browser_on_this_page'),
        ]
      : [
          t('site.booking.where_term'),
          contentText(first, 'room', capitalised),
          contentText(studio, 'address'),
        ],
    [
      t('site.booking.who_term'),
      seated.length === 0
        ? order.buyer.name
        : seated.map(({ id, name }) => (
            <span key={id} className="ticket-person">
              {name}
            </span>
          )),
      undefined,
    ],
    [
      isPaid && order.total_cents > 0 ? t('site.booking.paid') : t('site.booking.to_pay'),
      price(Math.max(order.total_cents, 0), order.currency),
      isPaid ? undefined : payNote(order),
    ],
  ];
}

function payNote({ method }: OrderView): string | undefined {
  if (method === 'studio') return t('site.booking.at_the_studio');
  return method === 'transfer' ? t('site.booking.by_bank_transfer') : undefined;
}

function seatedOf({ bookings }: OrderView) {
  return bookings.filter(({ state }) => state === 'seated');
}
