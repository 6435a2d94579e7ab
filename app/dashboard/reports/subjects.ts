// The subjects of the reports: main figure, format and table columns.

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
  columns: Column[];
  partTitle: string;
  partColumns: Column[];
  partName?(name: string): string;
  empty: string;
}

const of = (figures: Figures, name: string) => figures[name] ?? 0;
const count = (title: string, name: string): Column => ({
  title,
  format: (figures) => of(figures, name).toLocaleString('en-GB'),
  value: (figures) => of(figures, name),
});
const rate = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));
const fillRate: Column = {
  title: 'Filled',
  format: (figures) => `${rate(of(figures, 'seats'), of(figures, 'capacity'))} %`,
  value: (figures) => rate(of(figures, 'seats'), of(figures, 'capacity')),
};
const methods: Record<string, string> = {
  cash: 'Cash',
  card: 'Card, online',
  card_at_studio: 'Card, at the studio',
  transfer: 'Bank transfer',
};

export function subjectsFor(currency: string): Subject[] {
  const money = (title: string, name: string): Column => ({
    title,
    format: (figures) => price(of(figures, name), currency),
    value: (figures) => of(figures, name) / 100,
  });
  const attended = [count('Here', 'here'), count('Absent', 'absent'), count('Booked', 'expected')];
  const filled = [
    fillRate,
    count('Booked', 'seats'),
    count('Places', 'capacity'),
    count('Sessions', 'sessions'),
  ];
  const listened = [count('Minutes', 'minutes'), count('Peak', 'peak')];
  return [
    {
      id: 'attendance',
      title: 'Attendance',
      what: 'people present',
      height: (figures) => of(figures, 'here'),
      format: (figures) => of(figures, 'here').toLocaleString('en-GB'),
      columns: [...attended, count('Sessions', 'sessions')],
      partTitle: 'Class',
      partColumns: attended,
      empty: 'No attendance yet. It appears here once registers are filled in.',
    },
    {
      id: 'income',
      title: 'Income',
      what: 'received, minus refunds',
      height: (figures) => Math.max(0, of(figures, 'net_cents')),
      format: (figures) => price(of(figures, 'net_cents'), currency),
      columns: [
        money('Net', 'net_cents'),
        money('Received', 'received_cents'),
        money('Refunded', 'refunded_cents'),
      ],
      partTitle: 'Payment method',
      partColumns: [money('Received', 'received_cents')],
      partName: (name) => methods[name] ?? name,
      empty: 'No payments yet. They appear here when they are received.',
    },
    {
      id: 'fill',
      title: 'Fill rate',
      what: 'of all places booked',
      height: (figures) => fillRate.value(figures),
      format: (figures) => fillRate.format(figures),
      columns: filled,
      partTitle: 'Class',
      partColumns: filled,
      empty: 'No sessions in this period.',
    },
    {
      id: 'listeners',
      title: 'Listening',
      what: 'minutes of all listeners together',
      height: (figures) => of(figures, 'minutes'),
      format: (figures) => of(figures, 'minutes').toLocaleString('en-GB'),
      columns: listened,
      partTitle: 'Show',
      partColumns: listened,
      empty: 'No listeners yet. Everyone who listens for a full minute is counted.',
    },
    {
      id: 'visits',
      title: 'Visits',
      what: 'page views, counted without cookies',
      height: (figures) => of(figures, 'views'),
      format: (figures) => of(figures, 'views').toLocaleString('en-GB'),
      columns: [count('Page views', 'views')],
      partTitle: 'Page',
      partColumns: [count('Views', 'views')],
      empty: 'No page views yet. They are counted without identifying anyone.',
    },
  ];
}
