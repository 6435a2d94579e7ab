// A line of the studio's ledger, its filters and its CSV columns.

import type { CsvCell } from '#app/features/csv/write-csv.ts';
import { isCalendarDay } from '#app/language/calendar-day.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { typedCents } from '#app/language/read-cents.ts';
import type { LedgerLine } from '#contracts/lists.ts';
import { formatCause } from '../format-cause.ts';

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
  // A calendar year, of the studio's zone as all days are; single days go before it.
  const year = /^20\d\d$/.exec(params.get('year') ?? '')?.[0];
  return {
    query: (params.get('search') ?? '').trim().slice(0, 200),
    only_method: METHODS.find((known) => known === method) ?? null,
    from_day: day('from') ?? (year ? `${year}-01-01` : null),
    to_day: day('to') ?? (year ? `${year}-12-31` : null),
  };
}

/** Words for people who open it in a spreadsheet, in the language of the page. */
export function ledgerHead(): string[] {
  return [
    t('dashboard.payments.csv_date'),
    t('dashboard.payments.csv_time'),
    t('dashboard.payments.csv_kind'),
    t('dashboard.payments.csv_receipt'),
    t('dashboard.payments.csv_order'),
    t('dashboard.payments.csv_class'),
    t('dashboard.payments.buyer'),
    t('dashboard.payments.method'),
    t('dashboard.payments.csv_state'),
    t('dashboard.payments.csv_received'),
    t('dashboard.payments.csv_refunded'),
    t('dashboard.payments.csv_to_refund'),
    t('dashboard.payments.csv_tax'),
    t('dashboard.payments.csv_currency'),
    t('dashboard.payments.csv_reason'),
    t('dashboard.payments.recorded_by'),
    t('dashboard.payments.csv_reference'),
  ];
}

/** The CSV cells of one line. What was received minus what was refunded is the sum on the page and in the report. */
export function ledgerCells(line: LedgerLine, zone: string): CsvCell[] {
  const { kind, amount_cents, state, tax_cents } = line;
  const at = new Date(line.at);
  const isRefund = kind === 'out';
  const amount = typedCents(Math.abs(amount_cents));
  const isDone = state === 'done';
  return [
    localDay(at, zone),
    clockTime(at, zone),
    isRefund ? t('dashboard.payments.kind_refund') : t('dashboard.payments.kind_payment'),
    line.receipt_number,
    line.number,
    line.class ?? (line.order_kind === 'voucher' ? t('dashboard.payments.voucher') : ''),
    line.buyer_name,
    methodLabel(line.method),
    t(`dashboard.payments.state_${state}`),
    isRefund ? '' : amount,
    isRefund && isDone ? amount : '',
    isRefund && !isDone ? amount : '',
    tax_cents === null ? '' : `${isRefund ? '-' : ''}${typedCents(tax_cents)}`,
    line.currency,
    isRefund ? formatCause(line) : '',
    line.recorded_name,
    line.reference,
  ];
}
