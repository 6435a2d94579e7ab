// What needs attention, each with its action.

import type { ReactNode } from 'react';
import { nearDay } from '#app/features/programme/date-label.ts';
import { capitalised } from '#app/language/capitalised.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { formatList } from '#app/language/list.ts';
import { rich, t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Link } from '#app/ui/link.tsx';
import { deliveryText } from '../coded-text.ts';
import { Panel } from '../layout/page.tsx';
import { reportedAmount } from '../orders/payment-mismatch.ts';
import { useStudio } from '../use-studio.ts';
import { type Need, needsOf } from './attention.ts';
import type { TodayData } from './load-today.server.ts';

const SHOWN_NAMES = 3;
const HOUR_MS = 3_600_000;
const bold = (text: ReactNode) => <b>{text}</b>;
const hot = (text: ReactNode) => <b className="need-hot">{text}</b>;

export function AttentionPanel({ today, now }: { today: TodayData; now: Date }) {
  const { zone } = useStudio().studio;
  const needs = needsOf(today, now);
  const isUrgent = needs.some(
    ({ kind, at }) => kind !== 'more_unpaid' && (!at || localDay(at, zone) === localDay(now, zone)),
  );
  return (
    <Panel
      title={t('dashboard.today.needs_attention')}
      aside={
        needs.length > 0 &&
        (isUrgent
          ? t('dashboard.today.count_most_urgent_first', { count: needs.length })
          : t('dashboard.today.count_nothing_urgent', { count: needs.length }))
      }
    >
      {needs.length === 0 ? (
        <p className="needs-none">{t('dashboard.today.nothing_needs_attention')}</p>
      ) : (
        <ul className="needs">
          {needs.map((need) => (
            <li key={keyOf(need)}>
              <When at={need.at} isLast={need.kind === 'more_unpaid'} now={now} />
              <div>
                <About need={need} />
                <p className="need-actions">
                  {actionsOf(need).map(({ to, label, name }) => (
                    <Link key={to} to={to} aria-label={name}>
                      {label}
                    </Link>
                  ))}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function keyOf(need: Need): string {
  if ('session' in need) return `${need.kind} ${need.session.id}`;
  if ('gap' in need) return need.gap.session_id;
  if ('email' in need) return need.email.id;
  if ('episode' in need) return `${need.episode.airing_id} ${need.episode.starts_at}`;
  return 'mismatch' in need ? need.mismatch.id : need.kind;
}

function When({ at, isLast, now }: { at: Date | null; isLast: boolean; now: Date }) {
  const { zone } = useStudio().studio;
  if (!at)
    return (
      <span className="need-when">{isLast ? t('dashboard.today.later') : t('dashboard.today.at_once')}</span>
    );
  const minutes = Math.round((at.getTime() - now.getTime()) / 60_000);
  const isToday = localDay(at, zone) === localDay(now, zone);
  const day = capitalised(nearDay(at, now, zone));
  const detail = !isToday
    ? clockTime(at, zone)
    : minutes <= 0
      ? t('dashboard.today.now')
      : at.getTime() - now.getTime() < 2 * HOUR_MS
        ? t('dashboard.today.in_minutes', { minutes })
        : day;
  return (
    <span className="need-when">
      {isToday ? clockTime(at, zone) : day} <small>{detail}</small>
    </span>
  );
}

function About({ need }: { need: Need }) {
  const { currency } = useStudio().studio;
  switch (need.kind) {
    case 'unpaid': {
      const { title, unpaid, unpaid_cents, unpaid_names } = need.session;
      const names = namesLine(unpaid_names, unpaid);
      const amount = price(unpaid_cents, currency);
      return (
        <p>{rich('dashboard.today.unpaid_for_session', { count: unpaid, title, names, amount, b: bold })}</p>
      );
    }
    case 'full': {
      const { title, waiting } = need.session;
      return <p>{rich('dashboard.today.session_is_full', { title, waiting, b: bold })}</p>;
    }
    case 'gap': {
      const { title, instead_of: name } = need.gap;
      return (
        <>
          <p>{rich('dashboard.today.session_has_no_teacher', { title, b: bold })}</p>
          {name && <p>{t('dashboard.today.teacher_cant_come', { name })}</p>}
        </>
      );
    }
    case 'episode': {
      const { title } = need.episode;
      return <p>{rich('dashboard.today.show_has_no_recording', { title, b: bold })}</p>;
    }
    case 'email': {
      const { subject, to_address: address, last_error } = need.email;
      return (
        <>
          <p>{rich('dashboard.today.email_failed', { subject, b: hot })}</p>
          <p>
            {t('dashboard.today.email_to_and_error', {
              address,
              error: last_error ? deliveryText(last_error) : '',
            })}
          </p>
        </>
      );
    }
    case 'more_emails':
      return <p>{rich('dashboard.today.more_emails_failed', { count: need.count, b: bold })}</p>;
    case 'mismatch': {
      const { order, ...reported } = need.mismatch;
      const [name, amount] = [order.buyer_name, reportedAmount(reported)];
      return (
        <>
          <p>{rich('dashboard.today.card_payment_to_check', { name, b: hot })}</p>
          <p>{t('dashboard.today.amount_does_not_match_order', { amount, number: order.number })}</p>
        </>
      );
    }
    case 'more_unpaid': {
      const { orders, cents, names } = need;
      return (
        <>
          <p>{rich('dashboard.today.unpaid_orders', { orders, amount: price(cents, currency), b: bold })}</p>
          {names.length > 0 && <p>{namesLine(names, orders)}</p>}
        </>
      );
    }
  }
}

/** "Ana, Rui and Lia", or the first of them when there are more. */
function namesLine(names: readonly string[], count: number): string {
  return names.length === count && count <= SHOWN_NAMES
    ? formatList(names)
    : `${names.slice(0, SHOWN_NAMES).join(', ')} …`;
}

interface Action {
  to: string;
  label: string;
  /** For screen readers, where the label alone does not say what it is about. */
  name?: string;
}

function actionsOf(need: Need): Action[] {
  switch (need.kind) {
    case 'unpaid':
    case 'more_unpaid':
      return [{ to: '/dashboard/orders?show=unpaid', label: t('dashboard.today.show_orders') }];
    case 'full': {
      const { id, pool_id, title } = need.session;
      return [
        {
          to: `/dashboard/waiting-lists/${pool_id}`,
          label: t('dashboard.today.open_waiting_list'),
          name: t('dashboard.today.open_waiting_list_of', { title }),
        },
        {
          to: `/dashboard/sessions/${id}`,
          label: t('dashboard.today.open_session'),
          name: t('dashboard.today.open_session_title', { title }),
        },
      ];
    }
    case 'gap': {
      const { session_id, title, instead_of } = need.gap;
      const to = instead_of ? '/dashboard/teach' : `/dashboard/sessions/${session_id}`;
      const name = t('dashboard.today.find_a_teacher_for_title', { title });
      return [{ to, label: t('dashboard.today.find_a_teacher'), name }];
    }
    case 'episode': {
      const name = t('dashboard.today.add_a_recording_for_title', { title: need.episode.title });
      return [{ to: '/dashboard/radio/recordings', label: t('dashboard.today.add_a_recording'), name }];
    }
    case 'email': {
      const { id, subject } = need.email;
      const name = t('dashboard.today.view_subject', { subject });
      return [{ to: `/dashboard/messages/outbox/${id}`, label: t('dashboard.today.open_email'), name }];
    }
    case 'more_emails':
      return [
        { to: '/dashboard/messages/outbox?state=failed', label: t('dashboard.today.all_failed_emails') },
      ];
    case 'mismatch': {
      const { id, number } = need.mismatch.order;
      const name = t('dashboard.today.check_order_number', { number });
      return [{ to: `/dashboard/orders/${id}`, label: t('dashboard.today.check'), name }];
    }
  }
}
