// A confirmed booking as a ticket: the class's cover, its name on the wave, when, where, who and what is paid, and a code
// that opens this page.

import type { CSSProperties } from 'react';
import { Cover } from '#app/features/covers/cover.tsx';
import { isShortTitle, longestWordEm, waveLetters } from '#app/features/page-head/letter-widths.ts';
import { WaveLine } from '#app/features/page-head/wave-title.tsx';
import { dateLabel } from '#app/features/programme/date-label.ts';
import { capitalised } from '#app/language/capitalised.ts';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import type { BookingDate, OrderView } from '#contracts/booking.ts';
import type { QrCode } from './draw-qr.server.ts';
import { headline } from './format-booking.ts';

interface TicketProps {
  order: OrderView;
  first: BookingDate;
  now: Date;
  address: string;
  qr: QrCode;
}

export function Ticket({ order, first, now, address, qr }: TicketProps) {
  const cover = { slug: first.slug, discipline: first.discipline, alt: '', loading: 'eager' } as const;
  return (
    <div className="ticket">
      <div className="ticket-art">
        <Cover {...cover} ratioWidth={24} ratioHeight={9} className="ticket-wide" />
        <Cover {...cover} ratioWidth={13} ratioHeight={5} className="ticket-narrow" />
      </div>
      <div className="ticket-card">
        <div className="wrap ticket-body">
          <TicketTitle state={headline(order)} title={first.title} />
          <dl className="ticket-facts">
            {ticketFacts({ order, first, now, address }).map(([term, value, note], index) => (
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
            <span>{t('site.booking.show_this_at_the_door', { count: seatedOf(order).length })}</span>
          </div>
        </div>
      </div>
    </div>
  );
}

const WIDTHS = [132, 112, 96, 84];

function TicketTitle({ state, title }: { state: string; title: string }) {
  const words = waveLetters(title);
  return (
    <h1
      className="ticket-title"
      style={{ '--longest-word': longestWordEm(words) } as CSSProperties}
      data-long={isShortTitle(title) ? undefined : true}
    >
      <span className="ticket-state">{state}</span>{' '}
      {isShortTitle(title) ? (
        <>
          <span className="sr-only">{title}</span>
          <span aria-hidden="true">
            <WaveLine words={words} />
          </span>
        </>
      ) : (
        title
      )}
    </h1>
  );
}

type TicketFact = [term: string, value: string, note: string | undefined];

function ticketFacts({ order, first, now, address }: Omit<TicketProps, 'qr'>): TicketFact[] {
  const startsAt = new Date(first.starts_at);
  const more = order.dates.filter(({ status }) => status === 'planned').length - 1;
  const until = t('site.booking.until_time', { time: clockTime(new Date(first.ends_at), first.zone) });
  const seated = seatedOf(order);
  const isPaid = order.paid_cents >= order.total_cents;
  return [
    [
      t('site.booking.when_term'),
      `${dateLabel(startsAt, now, first.zone)}, ${clockTime(startsAt, first.zone)}`,
      more > 0 ? t('site.booking.when_and_more', { when: until, count: more }) : until,
    ],
    [t('site.booking.where_term'), capitalised(first.room), address || undefined],
    [
      t('site.booking.who_term'),
      seated[0]?.name ?? order.buyer.name,
      seated
        .slice(1)
        .map(({ name }) => name)
        .join(', ') || undefined,
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
