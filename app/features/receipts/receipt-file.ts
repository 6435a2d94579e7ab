// The answer with a receipt as PDF; where none can be made, the page of the receipt, which prints.
import { data, redirect } from 'react-router';
import { localPath } from '#app/language/language-path.ts';
import type { SiteContext } from '#app/site-context.ts';
import type { ReceiptView } from '#contracts/receipts.ts';
import { onPaper } from './read-receipts.ts';

export async function receiptFile(
  site: SiteContext,
  receipts: readonly ReceiptView[],
  { id, page }: { id: string; page: string },
): Promise<Response> {
  const receipt = receipts.find((one) => one.id === id);
  if (!receipt) throw data(null, { status: 404 });
  let pdf: Uint8Array;
  try {
    pdf = await site.printReceipt(onPaper(site, receipt));
  } catch (error) {
    site.report(error);
    return redirect(localPath(page), { headers: { 'cache-control': 'no-store' } });
  }
  const name = `receipt-${receipt.number ?? 'sample'}.pdf`;
  return new Response(new Uint8Array(pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  });
}
