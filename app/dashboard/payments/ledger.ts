// A line of the studio's ledger, its filters and its CSV columns.

import type { CsvCell } from '#app/features/csv/write-csv.ts';
import { isCalendarDay } from '#app/language/calendar-day.ts';
import { t } from '#app/language/messages.ts';
import { typedCents } from '#app/language/read-cents.ts';
import type { LedgerLine } from '#contracts/lists.ts';

export const METHODS = [
  'cash',
  'card_at_studio',
  'card',
  'transfer',
  'credit',
] as const satisfies LedgerLine['method'][];

export function methodLabel(method: LedgerLine['method']): string {
  return t(`dashboard.payments.method_${method}`);
}

export interface LedgerFilter {
  query: string;
  only_method: string | null;
  from_day: string | null;
  to_day: string | null;
}

export function readLedgerFilter(params: URLSearchParams): LedgerFilter {
  const day = (name: string) => (isCalendarDay(params.get(name) ?? '') ? params.get(name) : null);
  const method = params.get('method') ?? '';
  return {
    query: (params.get('search') ?? '').trim().slice(0, 200),
    only_method: METHODS.find((known) => known === method) ?? null,
    from_day: day('from'),
    to_day: day('to'),
  };
}

/** In English in every language: programs read them. */
export const LEDGER_COLUMNS = [
  'at',
  'kind',
  'amount',
  'currency',
  'method',
  'state',
  'order',
  'name',
  'reason',
  'recorded by',
  'reference',
];

/** The CSV cells of one line. */
export function ledgerCells(line: LedgerLine): CsvCell[] {
  const amount = line.amount_cents < 0 ? `-${typedCents(-line.amount_cents)}` : typedCents(line.amount_cents);
  return [
    line.at,
    line.kind === 'in' ? 'payment' : 'refund',
    amount,
    line.currency,
    line.method,
    line.state,
    line.number,
    line.buyer_name,
    line.reason || line.cause,
    line.recorded_name,
    line.reference,
  ];
}
