// The receipts of an order: one for each payment and refund.
import type { ReceiptLink } from '#app/features/receipts/read-receipts.ts';
import { longDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { columnPrice } from '#app/language/price.ts';
import { Link } from '#app/ui/link.tsx';

export function OrderReceipts({ token, receipts }: { token: string; receipts: readonly ReceiptLink[] }) {
  if (receipts.length === 0) return null;
  return (
    <section className="booked-part no-print" aria-labelledby="booked-receipts">
      <h2 id="booked-receipts" className="booking-list-head">
        {t('shared.receipts.receipts')}
      </h2>
      <ul className="receipt-links">
        {receipts.map(({ id, title, at, zone, amount_cents, currency }) => (
          <li key={id}>
            <Link to={`/booking/${token}/receipts/${id}`}>{title}</Link>
            <span>{longDay(localDay(new Date(at), zone))}</span>
            <span>{columnPrice(amount_cents, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
