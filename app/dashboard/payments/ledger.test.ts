import { expect, it } from 'vitest';
import { csvLine } from '#app/features/csv/write-csv.ts';
import type { LedgerLine } from '#contracts/lists.ts';
import { ledgerCells, readLedgerFilter } from './ledger.ts';

const line: LedgerLine = {
  id: '1',
  kind: 'out',
  at: '2026-11-15T10:00:00Z',
  amount_cents: -950,
  currency: 'EUR',
  method: 'cash',
  state: 'done',
  cause: 'staff',
  reason: 'said "no", twice',
  order_id: '2',
  number: 'AC7XK9',
  buyer_name: '=HYPERLINK("x")',
  recorded_name: null,
  reference: null,
  receipt_number: 'R-00012',
  class: 'Clay',
  order_kind: 'booking',
  tax_cents: 178,
};

it('quotes CSV cells where needed and never writes a name as a formula', () => {
  expect(csvLine(ledgerCells(line, 'Pacific/Auckland'))).toBe(
    `2026-11-15,23:00,refund,R-00012,AC7XK9,Clay,"'=HYPERLINK(""x"")",cash,done,,9.50,,-1.78,EUR,"said ""no"", twice",,\r\n`,
  );
});

it('ignores invalid filters in the address', () => {
  const query = new URLSearchParams({
    search: ' ama ',
    method: 'gold',
    from: '2026-02-30',
    to: '2026-02-28',
  });
  expect(readLedgerFilter(query)).toEqual({
    query: 'ama',
    only_method: null,
    from_day: null,
    to_day: '2026-02-28',
  });
});
