// One receipt as PDF, for the member who bought and for staff.
import { readReceipts } from '#app/features/receipts/read-receipts.ts';
import { receiptFile } from '#app/features/receipts/receipt-file.ts';
import { siteContext } from '#app/site-context.ts';
import { requirePerson } from '../guard.server.ts';
import type { Route } from './+types/receipt-file.ts';
import { orderIdOf } from './receipt-page.tsx';

export async function loader({ request, context, params: { id, receipt } }: Route.LoaderArgs) {
  await requirePerson({ request, context });
  const site = context.get(siteContext);
  return receiptFile(site, await readReceipts(site.backend, { order_id: orderIdOf(id) }), {
    id: receipt,
    page: `/dashboard/receipts/${id}`,
  });
}
