// The action of a class or event on a phone: its price, the next date with a free place, and the booking link.
import type { ReactNode } from 'react';
import { dateLabel, nearDay } from '#app/features/programme/date-label.ts';
import { entryPrice } from '#app/features/programme/entry-price.ts';
import { placesLine } from '#app/features/programme/upcoming-session.ts';
import { capitalised } from '#app/language/capitalised.ts';
import { clockTime } from '#app/language/format-time.ts';
import { joinItems } from '#app/language/list.ts';
import { rich, t } from '#app/language/messages.ts';
import { ActionBar } from '#app/site/layout/action-bar.tsx';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Offering } from './load-offering.ts';
import type { PlaceState } from './next-place.ts';

interface BookBarProps {
  offering: Offering;
  state: PlaceState;
  now: Date;
  zone: string;
}

export function BookBar({ offering, state: { kind, next, isFree }, now, zone }: BookBarProps) {
  const price = entryPrice(offering.price_cents, offering.currency);
  if (!next)
    return (
      <ActionBar label={t('site.classes.ask_about_the_next_date')} price={price}>
        <Button asChild variant="primary">
          <Link to="/contact">{t('site.classes.ask_about_the_next_date')}</Link>
        </Button>
      </ActionBar>
    );
  if (kind === 'sample')
    return (
      <ActionBar
        label={t('site.classes.see_the_booking_form')}
        price={price}
        next={{ title: t('shared.programme.sample') }}
      >
        <Button asChild className="place-closed">
          <Link to={`/book/${next.id}`}>{t('site.classes.see_the_booking_form')}</Link>
        </Button>
      </ActionBar>
    );
  const startsAt = new Date(next.starts_at);
  const day = dateLabel(startsAt, now, zone);
  return (
    <ActionBar
      label={t('site.classes.book_a_place')}
      price={price}
      next={{
        title: joinItems([capitalised(nearDay(startsAt, now, zone)), clockTime(startsAt, zone)]),
        detail: placesLine(next.pool),
      }}
    >
      <Button asChild variant="primary">
        <Link to={`/book/${next.id}`} prefetch="intent">
          <span>
            {isFree
              ? rich('shared.programme.book_for_date', { day, hidden })
              : rich('shared.programme.waiting_list_for_date', { day, hidden })}
          </span>
        </Link>
      </Button>
    </ActionBar>
  );
}

function hidden(text: ReactNode) {
  return <span className="sr-only">{text}</span>;
}
