// The receipts of an order in their buyer's language, for anyone who has its link, bought it or works here.
import { data } from 'react-router';
import type { SiteContext } from '#app/site-context.ts';
import type { ReceiptPaper } from '#contracts/receipt-paper.ts';
import type { ReceiptView } from '#contracts/receipts.ts';
import { receiptTitle, writeReceipt } from './write-receipt.ts';

type OrderKey = { order_token: string } | { order_id: string };

/** Newest last. A link or an order that the visitor may not open is not found. */
export async function readReceipts(backend: SiteContext['backend'], key: OrderKey): Promise<ReceiptView[]> {
  const answer = await backend.rpc('list_receipts', key);
  if (answer.status === 404) throw data(null, { status: 404 });
  if (answer.error) throw answer.error;
  return answer.data;
}

export function onPaper({ inLanguage }: Pick<SiteContext, 'inLanguage'>, receipt: ReceiptView): ReceiptPaper {
  return inLanguage(receipt.language, () => writeReceipt(receipt));
}

/** For a list of them, in the language of the page. */
export function receiptLinks(receipts: readonly ReceiptView[]) {
  return receipts.map((receipt) => ({
    id: receipt.id,
    title: receiptTitle({ number: receipt.number, kind: receipt.content.kind }),
    at: receipt.content.at,
    zone: receipt.content.zone,
    amount_cents: receipt.content.amount_cents,
    currency: receipt.content.currency,
  }));
}
export type ReceiptLink = ReturnType<typeof receiptLinks>[number];
