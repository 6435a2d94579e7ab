// The subjects of the reports: main figure, format and table columns.

import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import { price } from '#app/language/price.ts';
import type { Figures } from '#contracts/overview.ts';

export interface Column {
  title: string;
  /** Formatted for tables and screen readers. */
  format(figures: Figures): string;
  /** Plain number for spreadsheets. */
  value(figures: Figures): number;
}

export interface Subject {
  id: 'attendance' | 'income' | 'fill' | 'listeners' | 'visits';
  title: string;
  /** Caption below the number. */
  what: string;
  /** Height of the bar. */
  height(figures: Figures): number;
  format(figures: Figures): string;
  /** A value of the axis. */
  axisLabel(value: number): string;
  /** The figure is a share: it changes by points, not by percent. */
  isShare?: boolean;
  columns: Column[];
  partTitle: string;
  partColumns: Column[];
  partName?(name: string): string;
  empty: string;
}

const of = (figures: Figures, name: string) => figures[name] ?? 0;
const count = (title: string, name: string): Column => ({
  title,
  format: (figures) => formatNumber(of(figures, name)),
  value: (figures) => of(figures, name),
});
const shortNumber = (value: number) =>
  formatNumber(value, value >= 10_000 ? { notation: 'compact' } : undefined);
const rate = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));
const fillRate = (): Column => ({
  title: t('dashboard.reports.filled'),
  format: (figures) => `${rate(of(figures, 'seats'), of(figures, 'capacity'))} %`,
  value: (figures) => rate(of(figures, 'seats'), of(figures, 'capacity')),
});
const methods = {
  cash: 'dashboard.reports.cash',
  card: 'dashboard.reports.card_online',
  card_at_studio: 'dashboard.reports.card_at_studio',
  transfer: 'dashboard.reports.bank_transfer',
  credit: 'dashboard.payments.method_credit',
} as const;
const methodName = (name: string) => (name in methods ? t(methods[name as keyof typeof methods]) : name);

export function subjectsFor(currency: string): Subject[] {
  const money = (title: string, name: string): Column => ({
    title,
    format: (figures) => price(of(figures, name), currency),
    value: (figures) => of(figures, name) / 100,
  });
  const attended = [
    count(t('dashboard.reports.here'), 'here'),
    count(t('dashboard.reports.absent'), 'absent'),
    count(t('dashboard.reports.booked'), 'expected'),
  ];
  const filledShare = fillRate();
  const filled = [
    filledShare,
    count(t('dashboard.reports.booked'), 'seats'),
    count(t('dashboard.common.places_2'), 'capacity'),
    count(t('dashboard.common.sessions'), 'sessions'),
  ];
  const listened = [
    count(t('dashboard.reports.minutes'), 'minutes'),
    count(t('dashboard.reports.peak'), 'peak'),
  ];
  return [
    {
      id: 'attendance',
      title: t('dashboard.reports.attendance'),
      what: t('dashboard.reports.people_present'),
      height: (figures) => of(figures, 'here'),
      format: (figures) => formatNumber(of(figures, 'here')),
      axisLabel: shortNumber,
      columns: [...attended, count(t('dashboard.common.sessions'), 'sessions')],
      partTitle: t('dashboard.common.class'),
      partColumns: attended,
      empty: t('dashboard.reports.no_attendance_yet_it_appears_here'),
    },
    {
      id: 'income',
      title: t('dashboard.reports.income'),
      what: t('dashboard.reports.received_minus_refunds'),
      height: (figures) => Math.max(0, of(figures, 'net_cents')),
      format: (figures) => price(of(figures, 'net_cents'), currency),
      axisLabel: (cents) => price(cents, currency),
      columns: [
        money(t('dashboard.reports.net'), 'net_cents'),
        money(t('dashboard.reports.received'), 'received_cents'),
        money(t('dashboard.reports.refunded'), 'refunded_cents'),
      ],
      partTitle: t('dashboard.common.payment_method'),
      partColumns: [money(t('dashboard.reports.received'), 'received_cents')],
      partName: methodName,
      empty: t('dashboard.reports.no_payments_yet_they_appear_here'),
    },
    {
      id: 'fill',
      title: t('dashboard.reports.fill_rate'),
      what: t('dashboard.reports.of_all_places_booked'),
      height: (figures) => filledShare.value(figures),
      format: (figures) => filledShare.format(figures),
      axisLabel: (percent) => `${formatNumber(percent)} %`,
      isShare: true,
      columns: filled,
      partTitle: t('dashboard.common.class'),
      partColumns: filled,
      empty: t('dashboard.reports.no_sessions_in_this_period'),
    },
    {
      id: 'listeners',
      title: t('dashboard.reports.listening'),
      what: t('dashboard.reports.minutes_of_all_listeners_together'),
      height: (figures) => of(figures, 'minutes'),
      format: (figures) => formatNumber(of(figures, 'minutes')),
      axisLabel: shortNumber,
      columns: listened,
      partTitle: t('dashboard.reports.show'),
      partColumns: listened,
      partName: (name) => name || t('dashboard.audience.between_two_shows'),
      empty: t('dashboard.reports.no_listeners_yet_everyone_who_listens'),
    },
    {
      id: 'visits',
      title: t('dashboard.reports.visits'),
      what: t('dashboard.reports.page_views_counted_without_cookies'),
      height: (figures) => of(figures, 'views'),
      format: (figures) => formatNumber(of(figures, 'views')),
      axisLabel: shortNumber,
      columns: [count(t('dashboard.reports.page_views'), 'views')],
      partTitle: t('dashboard.reports.page'),
      partColumns: [count(t('dashboard.reports.views'), 'views')],
      empty: t('dashboard.reports.no_page_views_yet_they_are'),
    },
  ];
}
