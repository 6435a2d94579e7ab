// One receipt as PDF, for anyone who has the link of its order.
import { readReceipts } from '#app/features/receipts/read-receipts.ts';
import { receiptFile } from '#app/features/receipts/receipt-file.ts';
import { siteContext } from '#app/site-context.ts';
import type { Route } from './+types/receipt-file.ts';

export async function loader({ context, params: { token, receipt } }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  return receiptFile(site, await readReceipts(site.backend, { order_token: token }), {
    id: receipt,
    page: `/booking/${token}/receipts/${receipt}`,
  });
}
