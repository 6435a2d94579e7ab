// What the studio counts: each subject's main figure, how it is written, and the columns of its table.
import { price } from '#app/language/price.ts';
import type { Figures } from './report.ts';

export interface Column {
  title: string;
  /** As a table and a screen reader have it. */
  words(figures: Figures): string;
  /** As a spreadsheet wants it. */
  value(figures: Figures): number;
}

export interface Subject {
  id: 'attendance' | 'income' | 'fill' | 'listeners' | 'visits';
  title: string;
  /** Beneath the number: what it counts. */
  what: string;
  /** What the chart draws. */
  height(figures: Figures): number;
  words(figures: Figures): string;
  columns: Column[];
  partTitle: string;
  partColumns: Column[];
  partName?(name: string): string;
  empty: string;
}

const of = (figures: Figures, name: string) => figures[name] ?? 0;
const count = (title: string, name: string): Column => ({
  title,
  words: (figures) => of(figures, name).toLocaleString('en-GB'),
  value: (figures) => of(figures, name),
});
const rate = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));
const fillRate: Column = {
  title: 'Filled',
  words: (figures) => `${rate(of(figures, 'seats'), of(figures, 'capacity'))} %`,
  value: (figures) => rate(of(figures, 'seats'), of(figures, 'capacity')),
};
const methods: Record<string, string> = {
  cash: 'Cash',
  card: 'Card, online',
  desk_card: 'Card, at the desk',
  transfer: 'Bank transfer',
};

export function subjectsFor(currency: string): Subject[] {
  const money = (title: string, name: string): Column => ({
    title,
    words: (figures) => price(of(figures, name), currency),
    value: (figures) => of(figures, name) / 100,
  });
  const attended = [count('Here', 'here'), count('Absent', 'absent'), count('Booked', 'expected')];
  const filled = [
    fillRate,
    count('Seats', 'seats'),
    count('Places', 'capacity'),
    count('Sessions', 'sessions'),
  ];
  const listened = [count('Minutes', 'minutes'), count('At once', 'peak')];
  return [
    {
      id: 'attendance',
      title: 'Attendance',
      what: 'people here',
      height: (figures) => of(figures, 'here'),
      words: (figures) => of(figures, 'here').toLocaleString('en-GB'),
      columns: [...attended, count('Sessions', 'sessions')],
      partTitle: 'Class',
      partColumns: attended,
      empty: 'As soon as a register is kept it is counted here.',
    },
    {
      id: 'income',
      title: 'Income',
      what: 'received, less what was given back',
      height: (figures) => Math.max(0, of(figures, 'net_cents')),
      words: (figures) => price(of(figures, 'net_cents'), currency),
      columns: [
        money('Net', 'net_cents'),
        money('Received', 'received_cents'),
        money('Given back', 'refunded_cents'),
      ],
      partTitle: 'Way',
      partColumns: [money('Received', 'received_cents')],
      partName: (name) => methods[name] ?? name,
      empty: 'The first payment stands here the moment it is received.',
    },
    {
      id: 'fill',
      title: 'Fill rate',
      what: 'of all places taken',
      height: (figures) => fillRate.value(figures),
      words: (figures) => fillRate.words(figures),
      columns: filled,
      partTitle: 'Class',
      partColumns: filled,
      empty: 'Sessions of these days are counted here.',
    },
    {
      id: 'listeners',
      title: 'Listening',
      what: 'minutes listened, by everybody together',
      height: (figures) => of(figures, 'minutes'),
      words: (figures) => of(figures, 'minutes').toLocaleString('en-GB'),
      columns: listened,
      partTitle: 'Show',
      partColumns: listened,
      empty: 'Whoever listens for a whole minute is counted.',
    },
    {
      id: 'visits',
      title: 'Visits',
      what: 'pages looked at; counted without cookies',
      height: (figures) => of(figures, 'views'),
      words: (figures) => of(figures, 'views').toLocaleString('en-GB'),
      columns: [count('Pages', 'views')],
      partTitle: 'Page',
      partColumns: [count('Looked at', 'views')],
      empty: 'Every page that somebody looks at is counted, nobody is.',
    },
  ];
}
