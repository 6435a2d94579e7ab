// Words a receipt in the current language. Page, print and PDF show the same lines.
import { longDay } from '#app/language/format-day.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { joinItems } from '#app/language/list.ts';
import { currentLanguage, t } from '#app/language/messages.ts';
import { formatPercent } from '#app/language/number.ts';
import { columnPrice } from '#app/language/price.ts';
import type { ReceiptPaper } from '#contracts/receipt-paper.ts';
import type { ReceiptLine, ReceiptView } from '#contracts/receipts.ts';

type Content = ReceiptView['content'];
type Sum = ReceiptPaper['sums'][number];

export function writeReceipt({ id, number, is_sample, failed, content }: ReceiptView): ReceiptPaper {
  const { code, direction } = currentLanguage();
  const { kind, seller, buyer, currency, zone, at, method, order_number, note } = content;
  const name = seller.legal_name || seller.name;
  const taxNumber = (value: string) => value && t('shared.receipts.tax_number', { number: value });
  const refundOf = content.refund_of ?? [];
  return {
    id,
    language: code,
    direction,
    title: receiptTitle({ number, kind }),
    seller: {
      label: t('shared.receipts.seller'),
      lines: [
        name,
        seller.name === name ? '' : seller.name,
        ...linesOf(seller.address),
        taxNumber(seller.tax_number),
        ...linesOf(seller.register),
        seller.email,
      ].filter(Boolean),
    },
    buyer: {
      label: t('shared.receipts.buyer'),
      lines: [buyer.name, ...linesOf(buyer.address), taxNumber(buyer.tax_number)].filter(Boolean),
    },
    facts: [
      [t('shared.receipts.date'), longDay(localDay(new Date(at), zone))],
      [t('shared.receipts.order'), order_number],
      [
        kind === 'refund' ? t('shared.receipts.refunded_by') : t('shared.receipts.paid_by'),
        t('shared.receipts.method', { method }),
      ],
    ],
    head: [t('shared.receipts.item'), t('shared.receipts.amount')],
    lines: content.lines.map((line) => writeLine(line, currency)),
    sums: sumsOf(content),
    notes: [
      refundOf.length > 0 ? t('shared.receipts.refund_of', { numbers: joinItems(refundOf) }) : '',
      note,
      failed ? t('shared.receipts.refund_failed') : '',
      is_sample ? t('shared.receipts.sample_note') : '',
    ].filter(Boolean),
  };
}

export function receiptTitle({
  number,
  kind,
}: Pick<ReceiptView, 'number'> & { kind: Content['kind'] }): string {
  if (number === null) return t('shared.receipts.sample_receipt');
  return kind === 'refund'
    ? t('shared.receipts.refund_number', { number })
    : t('shared.receipts.receipt_number', { number });
}

const linesOf = (text: string) => text.split('\n').map((line) => line.trim());

function writeLine(line: ReceiptLine, currency: string): ReceiptPaper['lines'][number] {
  const { title, kind, name, starts_at, zone, dates = 1, voucher_cents = 0 } = line;
  const moment = starts_at && zone ? new Date(starts_at) : undefined;
  const day = moment && zone && joinItems([longDay(localDay(moment, zone)), clockTime(moment, zone)]);
  return {
    text: joinItems([
      title ?? (kind === 'pass' ? t('shared.receipts.pass') : t('shared.receipts.voucher')),
      name,
      day,
      dates > 1 && t('shared.receipts.dates', { count: dates }),
    ]),
    note: joinItems([
      line.is_cancelled && t('shared.receipts.cancelled'),
      line.by_pass && t('shared.receipts.with_a_pass'),
      voucher_cents > 0 &&
        !line.is_cancelled &&
        t('shared.receipts.by_voucher', { amount: columnPrice(voucher_cents, currency) }),
    ]),
    amount: columnPrice(line.cents, currency),
  };
}

function sumsOf(content: Content): Sum[] {
  const { kind, lines, currency, total_cents, paid_cents, amount_cents, tax } = content;
  const sum = (label: string, cents: number, isStrong = false): Sum => ({
    label,
    amount: columnPrice(cents, currency),
    isStrong,
  });
  const discount = lines.reduce((total, { cents }) => total + cents, 0) - total_cents;
  const before = paid_cents - amount_cents;
  const owed = total_cents - paid_cents;
  const percent = formatPercent(tax?.percent ?? 0);
  return [
    ...(discount > 0 ? [sum(t('shared.receipts.discount'), -discount)] : []),
    sum(t('shared.receipts.total'), total_cents),
    ...(kind === 'payment' && before > 0 ? [sum(t('shared.receipts.received_before'), before)] : []),
    kind === 'refund'
      ? sum(t('shared.receipts.refunded'), amount_cents, true)
      : sum(t('shared.receipts.received'), amount_cents, true),
    ...(tax
      ? [
          sum(
            t('shared.receipts.tax_included', { percent, name: tax.name || t('shared.receipts.tax') }),
            tax.cents,
          ),
        ]
      : []),
    ...(kind === 'payment' && owed > 0 ? [sum(t('shared.receipts.still_to_pay'), owed)] : []),
  ];
}
